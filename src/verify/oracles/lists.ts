import { equalJson } from '../../openapi/schema/equal-json.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { valueOf } from '../../model/lists/item-properties.ts';
import { type ListModel, listOf } from '../../model/lists/lists.ts';
import type { Operation } from '../../model/operation.ts';
import { type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import type { Observation } from '../checks/check.ts';
import { areDistinct, differencesIn, isNameless, itemOf, itemsOf, staleIn } from './list-items.ts';
import { backScenes } from './list-back.ts';
import { reportMoving } from './list-moving.ts';
import { includedScenes } from './list-included.ts';
import { pagesScene } from './list-pages.ts';
import { reportTotal } from './list-totals.ts';
import { type Walk, alikeIn, isListed, parametersWith, walk, walkUntil } from './list-walk.ts';
import { together, valueFor } from './field-values.ts';
import { DELETED, isDeletedAgain } from './look.ts';
import type { Oracle, Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { missingIn, namelessScenes } from './list-missing.ts';
import { relatedScenes } from './related-lists.ts';
import { totalScenes } from './stated-totals.ts';
import { listedKinds, parentOfList } from './resource-operations.ts';
import { treeListScenes } from './trees.ts';
import { createVaried, keepingSeen, varying } from './varied.ts';
import type { Remark } from './scene-parts.ts';

/** A list has what is there: all of it, once, and nothing else. */
export const lists: Oracle = {
  id: 'lists',
  because:
    'GET on a collection shows its current representation (RFC 9110, 9.3.1): all that was created and not deleted.',
  *scenes(cast) {
    const { document, resources, put } = cast;
    for (const kind of listedKinds(document, [...resources, ...put])) {
      const list = kind.list && listOf(document, kind.list);
      if (list === undefined) continue;
      if (list.isSearch) {
        yield* partsOf(kind, list);
        continue;
      }
      const scene = (
        title: string,
        requests: number,
        play: (stage: Stage) => Promise<void>,
      ): Scene => ({ operation: list.operation, isAlone: true, title, requests, play });
      yield scene('has what was created', 9, (stage) => playCreated(stage, kind, list));
      if ((kind.change ?? kind.replace) !== undefined)
        yield scene('has what was changed', 5, (stage) => playChanged(stage, kind, list));
      for (const action of kind.actions) {
        const play = (stage: Stage): Promise<void> => playActed(stage, kind, list, action);
        yield scene(`has what ${action.id} was done to`, 6, play);
      }
      if (kind.remove !== undefined) {
        yield scene('has nothing that was deleted', 6, (stage) => playDeleted(stage, kind, list));
        yield* includedScenes(document, kind, list);
      }
      const parent = parentOfList(list, kind, resources);
      if (parent !== undefined)
        yield scene('has nothing of another parent', 4, (stage) =>
          playStray(stage, { kind, list, parent }),
        );
      yield* partsOf(kind, list);
      const among = scene('has the newest among many', 2, (stage) => playNewest(stage, kind, list));
      // Of a new parent, there is never much.
      if (!list.operation.path.includes('{')) yield { ...among, isLast: true };
    }
    yield* namelessScenes(cast);
    yield* relatedScenes(cast);
    yield* treeListScenes(cast);
    yield* totalScenes(cast);
  },
};

/** The pages of a list, forwards and backwards. */
function* partsOf(kind: ResourceOperations, list: ListModel): Iterable<Scene> {
  if (list.paging !== undefined) yield pagesScene(kind, list);
  yield* backScenes(kind, list);
}

/** A resource that a list should have. */
interface Member {
  readonly resource: Resource;
  /** Completes "is not listed". */
  readonly what: string;
}

async function playCreated(stage: Stage, kind: ResourceOperations, list: ListModel): Promise<void> {
  const { plain, other, lean } = await createVaried(stage, kind);
  const newest = await stage.create(kind, { given: stage.besides(plain) });
  if (!areDistinct([newest, plain, other, lean])) return;
  const made: [Resource, ...Resource[]] = [newest, plain];
  for (const resource of [lean, other]) if (resource !== undefined) made.push(resource);
  // A list that is always filtered has those that are alike.
  const alike = alikeIn(list, made) ?? stage.end();
  const members = alike.resources.map((resource) => {
    const how = new Map([
      [lean, ' with no more than is required'],
      [other, ' with other values'],
    ]);
    return { resource, what: `what was created${how.get(resource) ?? ''}` };
  });
  const seen = await lookFor(stage, list, members);
  // Without pages, it may be that of something else.
  if (list.paging === undefined) reportTotal(stage, list, seen, 'warning');
  const told = new Set<string>();
  for (const member of members) {
    for (const { exchange, ...observation } of await wrongAbout(stage, list, member, seen)) {
      if (!told.has(observation.message)) stage.report(exchange, observation);
      told.add(observation.message);
    }
    if (told.has('what was created is not listed')) return;
  }
  await reportMoving(stage, list, newest);
}

/** When there is much, what comes last is there still. */
async function playNewest(stage: Stage, kind: ResourceOperations, list: ListModel): Promise<void> {
  const member = { resource: await stage.create(kind), what: 'what was created' };
  const seen = await lookFor(stage, list, [member]);
  if (isListed(seen, member.resource)) return;
  for (const { exchange, ...observation } of await wrongAbout(stage, list, member, seen))
    stage.report(exchange, observation);
}

/** Goes through a list until all of them are there; it may follow its changes a moment later. */
async function lookFor(stage: Stage, list: ListModel, members: readonly Member[]): Promise<Walk> {
  const [{ resource: first }] = members as [Member];
  const parameters = parametersWith(list, first.view) ?? stage.end();
  const isThere = (walk: Walk): boolean =>
    members.every(({ resource }) => isListed(walk, resource));
  let looks = 0;
  const given = stage.besides(first);
  const seen = await walkUntil(stage, list, { given, parameters }, (walk) => {
    looks += 1;
    return isThere(walk);
  });
  if (isNameless(list, seen.items, first.kind.family)) return stage.end();
  if (looks > 1 && isThere(seen)) {
    stage.report(seen.pages.at(-1)!, {
      severity: 'note',
      message: 'the list follows its changes a moment later',
      received: 'what was created is listed only when the list is read again',
      documented: 'the list of what is there',
    });
  }
  return seen;
}

type Told = Remark & { readonly exchange: JudgedExchange };

/** It is there, once, and says the same as the resource that is read alone. */
async function wrongAbout(
  stage: Stage,
  list: ListModel,
  { resource, what }: Member,
  seen: Walk,
): Promise<Told[]> {
  const exchange = seen.pages.at(-1);
  if (exchange === undefined) return [];
  const found = itemsOf(resource, seen.items);
  if (found[0] === undefined) {
    const missing = missingIn(stage, list, seen, what);
    return missing === undefined ? [] : [{ exchange, ...missing }];
  }
  const again = {
    message: 'an item is listed more than once',
    received: `${textOf(resource.identity)} ${found.length} times`,
    documented: 'each item once',
  };
  return [
    ...(found.length > 1 ? [{ exchange, ...again }] : []),
    ...(await differencesIn(stage, list, resource, found[0])).map((observation) => ({
      exchange,
      ...observation,
    })),
  ];
}

/** Other values leave it in the list, but for those that may hide it. */
async function playChanged(stage: Stage, kind: ResourceOperations, list: ListModel): Promise<void> {
  const created = await stage.create(kind);
  const before = kind.read === undefined ? created : await stage.read(created);
  const operation = kind.change ?? kind.replace!;
  const vary = varying(stage, kind, operation, before.view);
  const change = stage.changing(kind, operation, (body) => keepingSeen(vary(body), before.view));
  const { given } = before;
  const varied = await stage.send(operation, { given, change });
  const isTaken = acceptanceOf(varied) !== undefined;
  const done = isTaken ? varied : await stage.finish(operation, { given });
  // Where nothing reads one alone, the answer says how it is now.
  const after =
    kind.read === undefined
      ? { ...before, view: stage.view(kind, done) ?? {} }
      : await stage.read(before);
  const member = { resource: after, what: 'what was changed' };
  const seen = await lookFor(stage, list, [member]);
  for (const { exchange, ...observation } of await wrongAbout(stage, list, member, seen))
    stage.report(exchange, observation);
  if (isListed(seen, after)) await reportMoving(stage, list, after);
}

/** What is brought into another state may leave the list; a filter that asks for the state finds it. */
async function playActed(
  stage: Stage,
  kind: ResourceOperations,
  list: ListModel,
  action: Operation,
): Promise<void> {
  const created = await stage.create(kind);
  const before = kind.read === undefined ? created : await stage.read(created);
  await stage.finish(action, { given: before.given });
  const after = kind.read === undefined ? before : await stage.read(before);
  const given = stage.besides(after);
  const parameters = parametersWith(list, before.view) ?? stage.end();
  const filter = list.filters.find(({ property, operator }) => {
    const [was, is] = [before, after].map(({ view }) => valueOf(property, view));
    return operator === '=' && was !== undefined && is !== undefined && !equalJson(was, is);
  });
  const state = filter && valueFor(filter.field, valueOf(filter.property, after.view));
  const stale = ({ items }: Walk): Observation | undefined => staleIn(list, [before, after], items);
  const options = { given, parameters: together(parameters, state) };
  const isFine = (seen: Walk): boolean => isListed(seen, after) && stale(seen) === undefined;
  const seen = await walkUntil(stage, list, options, isFine);
  const observation = stale(seen);
  if (observation !== undefined) stage.report(seen.pages.at(-1)!, observation);
  if (!seen.isComplete || isListed(seen, after) || isNameless(list, seen.items, kind.family))
    return;
  stage.report(seen.pages.at(-1)!, {
    severity: filter ? 'violation' : 'warning',
    message: `what ${action.id} was done to is not listed`,
    received: `${seen.items.length} items, without it`,
    documented: 'the list of what is there',
  });
}

async function playDeleted(stage: Stage, kind: ResourceOperations, list: ListModel): Promise<void> {
  const created = await stage.create(kind);
  const given = stage.besides(created);
  const left = await stage.create(kind, { given });
  if (!areDistinct([created, left])) return;
  const done = await stage.finish(kind.remove!, { given: created.given });
  if (kind.read !== undefined) {
    const read = await stage.send(kind.read, { given: created.given, validity: DELETED });
    // Some keep what was deleted, and say so.
    if (acceptanceOf(read) !== undefined) return;
  }
  const parameters = parametersWith(list, left.view) ?? stage.end();
  const seen = await walkUntil(
    stage,
    list,
    { given, parameters },
    (walk) => !isListed(walk, created),
  );
  if (isListed(seen, created)) {
    const isUndone = kind.read === undefined && (await isDeletedAgain(stage, created));
    stage.report(isUndone ? done : seen.pages.at(-1)!, {
      message: 'what was deleted is still listed',
      received: 'the list has it',
      documented: 'the list of what is there',
    });
  }
  const next = await stage.create(kind, { given });
  if (areDistinct([next, left])) return;
  stage.report(next.exchange, {
    message: `${kind.family.identity} is that of another resource, once one was deleted`,
    received: `${textOf(next.identity)}, which another resource has`,
    documented: 'one resource for each path (RFC 3986, 1.1)',
  });
}

interface Nested {
  readonly kind: ResourceOperations;
  readonly list: ListModel;
  readonly parent: ResourceOperations;
}

async function playStray(stage: Stage, { kind, list, parent }: Nested): Promise<void> {
  const child = await stage.create(kind);
  const other = await stage.create(parent, { given: stage.besides(child, parent) });
  const { items, pages, isComplete } = await walk(stage, list, { given: other.given });
  const isOwn = itemOf(child, items) !== undefined;
  // It was made a moment ago, and nothing was put below it, but what a server begins with.
  if (!isOwn && (isComplete || items.length === 0)) return;
  stage.report(pages.at(-1)!, {
    message: isOwn
      ? 'what lies below another parent is listed'
      : 'a new parent has items in its list',
    received: `${items.length} items below a parent that was just created`,
    documented: 'none: nothing was created below it',
  });
}
