/** Relationships seen from their other end: `GET /labels/{labelId}/tickets`, and what becomes of a label that is deleted. */
import { isUndoing } from '../../model/resources/action-states.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import type { ListModel } from '../../model/lists/lists.ts';
import { hasResponse, parameterNamed } from '../../model/operation.ts';
import { pathAbove } from '../../model/resources/names.ts';
import { backList, listsOthers } from '../../model/resources/relations.ts';
import {
  type Given,
  type JudgedExchange,
  NOTHING_GIVEN,
  acceptanceOf,
  notPromised,
} from '../cases/case.ts';
import { withParameter } from '../cases/generate/candidate.ts';
import { absentValue } from '../cases/generate/resource-candidates.ts';
import type { Observation } from '../checks/check.ts';
import { countOf, reportCount } from './list-totals.ts';
import { isOfAll } from './list-items.ts';
import { type Walk, isListed, walkUntil } from './list-walk.ts';
import { DELETED, isSeen, look, see } from './look.ts';
import { aroundOf } from './placed.ts';
import type { Cast, Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { isMade } from './resource-operations.ts';
import { type Related, entriesOf, fault, nameOf, namesOf, relationsIn } from './relations.ts';

/** Of each relationship, what its other end says of it. */
export function* relationEndScenes(cast: Cast): Iterable<Scene> {
  for (const related of relationsIn(cast)) {
    const list = backList(cast.document, related.relation);
    if (list !== undefined) {
      const title = `has what ${related.relate.id} relates`;
      const play = (stage: Stage): Promise<void> => playBack(stage, related, list);
      yield { operation: list.operation, isAlone: true, title, requests: 15, play };
    }
    yield* absentScenes(cast, related);
    yield* restoredScenes(related);
    const { remove } = related.other;
    // Of names alone, what is gone may be left.
    const isTold = listsOthers(cast.document, related.relation);
    if (remove === undefined || !isSeen(related.other) || !isTold) continue;
    const play = (stage: Stage): Promise<void> => playRemoved(stage, related);
    const title = `takes it from what ${related.relate.id} related to it`;
    yield { operation: remove, title, requests: 6, play };
  }
}

/** A resource that is related to another one. */
interface Pair {
  readonly resource: Resource;
  readonly other: Resource;
  readonly done: JudgedExchange;
  /** What a request needs that relates them, or takes it back. */
  readonly given: Given;
}

/** Two that are related, made for it. */
async function createRelatedPair(stage: Stage, related: Related): Promise<Pair> {
  const { kind, relation, relate } = related;
  const resource = await see(stage, await stage.create(kind));
  const other = await stage.create(related.other, { given: aroundOf(resource, related.other) });
  const named = { [relation.other.parameter]: other.identity };
  const parameters = { ...resource.given.parameters, ...named };
  const given = { ...resource.given, parameters };
  return { resource, other, given, done: await stage.finish(relate, { given }) };
}

async function playBack(stage: Stage, related: Related, list: ListModel): Promise<void> {
  const { kind, relation, undo, relate } = related;
  const { resource, other, given: both } = await createRelatedPair(stage, related);
  const beside = await stage.create(kind, { given: stage.besides(resource) });
  const given = { ...NOTHING_GIVEN, parameters: { [relation.other.parameter]: other.identity } };
  const find = async (isWanted: boolean, wanted = resource): Promise<Walk> => {
    return walkUntil(stage, list, { given }, (seen) => isListed(seen, wanted) === isWanted);
  };
  const report = (seen: Walk, message: string, isSure = true): void => {
    stage.report(seen.pages.at(-1) ?? stage.end(), {
      ...(!isSure && { severity: 'warning' }),
      message,
      received: `${seen.items.length} items for ${textOf(other.identity)}`,
      documented: `what ${relate.id} has related to what the path names`,
    });
  };
  const before = await find(true);
  if (isListed(before, beside)) return report(before, 'the list has what nothing relates to it');
  if (!isListed(before, resource)) {
    // A list may leave some out.
    const isSure = isOfAll(stage, list);
    if (before.isComplete) report(before, 'the list lacks what is related to it', isSure);
    return;
  }
  if (undo !== undefined) {
    const count = await countOf(stage, other, list, 1);
    const undone = await stage.finish(undo, { given: both });
    await reportCount(stage, undone, count);
    const after = await find(false);
    if (isListed(after, resource))
      return report(after, `the list still has what ${undo.id} took away`);
  }
  if (kind.remove === undefined || kind.read === undefined) return;
  const parameters = { ...beside.given.parameters, ...given.parameters };
  await stage.finish(relate, { given: { ...beside.given, parameters } });
  if (!isListed(await find(true, beside), beside)) return;
  await stage.finish(kind.remove, { given: beside.given });
  if ((await look(stage, beside)).view !== undefined) return;
  const left = await find(false, beside);
  if (isListed(left, beside)) report(left, 'what was deleted is still listed');
}

/** What is gone stands in no list of what something has. */
async function playRemoved(stage: Stage, related: Related): Promise<void> {
  const { relation } = related;
  const { resource, other } = await createRelatedPair(stage, related);
  const remove = related.other.remove!;
  const names = namesOf(other);
  if (!(await entriesOf(stage, resource, relation)).some((entry) => names.has(entry))) return;
  const validity = notPromised('something is related to it');
  const done = await stage.finish(remove, { given: other.given, validity });
  if ((await look(stage, other)).view !== undefined) return;
  if ((await look(stage, resource)).view === undefined) {
    return stage.report(done, {
      message: `what ${related.relate.id} related to it is gone, too`,
      received: 'nothing where it was before',
      documented: 'what was related to it, without it',
    });
  }
  const wanted = { absent: [names], present: [] };
  const again = (): Promise<string[]> => entriesOf(stage, resource, relation);
  const seen = await stage.patience.look(remove, again, (entries) => {
    return fault(entries, wanted) === undefined;
  });
  if (fault(seen, wanted) === undefined) return;
  stage.report(done, {
    message: `${nameOf(resource, relation)} still has what was deleted`,
    received: textOf(other.identity),
    documented: 'nothing: it is gone (RFC 9110, 9.3.5)',
  });
}

/** What is not there can't be related to anything. */
function* absentScenes({ document }: Cast, related: Related): Iterable<Scene> {
  const { relate: operation, relation, kind, other } = related;
  const name = relation.other.parameter;
  const parameter = parameterNamed(operation, 'path', name);
  const draw = parameter && absentValue(document, parameter);
  const isSaid = hasResponse(operation, 404);
  if (draw === undefined || !isSaid || !isMade(document, other)) return;
  const play = async (stage: Stage): Promise<void> => {
    const { given } = await stage.create(kind);
    const exchange = await stage.send(operation, {
      given,
      absent: [name],
      validity: notPromised('nothing is there to be related'),
      change: withParameter(name, draw),
    });
    const response = acceptanceOf(exchange);
    if (response === undefined) return;
    stage.report(exchange, {
      message: 'it relates to what is not there',
      received: `${response.status} for a ${name} that nothing has`,
      documented: '404: nothing is there',
    });
  };
  yield { operation, title: `refuses a ${name} that nothing has`, requests: 2, play };
}

/** What is brought back is related as before. */
function* restoredScenes(related: Related): Iterable<Scene> {
  const { remove, actions } = related.kind;
  const operation = actions.find(isUndoing);
  if (operation === undefined || remove === undefined) return;
  const play = async (stage: Stage): Promise<void> => {
    const pair = await createRelatedPair(stage, related);
    const { given } = pair.resource;
    await stage.finish(remove, { given });
    const done = await stage.finish(operation, { given, validity: DELETED });
    // A server may well bring back that alone.
    await reportTakenAway(stage, done, related, pair, 'warning');
  };
  yield { operation, title: `brings back what ${related.relate.id} related`, requests: 6, play };
}

/** What a resource of a kind was related to: whatever else is done to the resource, it stays so. */
export function relatedDependants(kind: ResourceOperations, cast: Cast): RelatedDependant[] {
  return relationsIn(cast)
    .filter((related) => related.kind === kind)
    .map((related) => {
      const make: RelatedDependant['make'] = async (stage) => {
        const pair = await createRelatedPair(stage, related);
        const compareAgain = (done: JudgedExchange): Promise<void> =>
          reportTakenAway(stage, done, related, pair);
        return { owner: pair.resource, compareAgain };
      };
      return { path: pathAbove(related.relate.path), make };
    });
}

/** See {@link relatedDependants}. */
interface RelatedDependant {
  readonly path: string;
  readonly make: (stage: Stage) => Promise<{
    readonly owner: Resource;
    readonly compareAgain: (done: JudgedExchange) => Promise<void>;
  }>;
}

/** Tells that what was put below a resource is there no more. */
async function reportTakenAway(
  stage: Stage,
  done: JudgedExchange,
  { relation, relate }: Related,
  { resource, other }: Pick<Pair, 'resource' | 'other'>,
  severity: Observation['severity'] = 'violation',
): Promise<void> {
  const names = namesOf(other);
  if ((await entriesOf(stage, resource, relation)).some((entry) => names.has(entry))) return;
  stage.report(done, {
    severity,
    message: `${nameOf(resource, relation)} lacks then what ${relate.id} had put there`,
    received: `a list without ${textOf(other.identity)}`,
    documented: 'what was put there, as nothing took it away',
  });
}
