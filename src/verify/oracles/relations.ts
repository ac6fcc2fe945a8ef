/** What is put below a resource, such as `PUT /tickets/{id}/labels/{labelId}`, is told with it. */
import {
  type JsonValue,
  getProperty,
  isJsonNumber,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { showJson, textOf } from '../../openapi/json/stringify-json.ts';
import { type Operation, operations } from '../../model/operation.ts';
import { type Relation, nameOfRelated, relationOf } from '../../model/resources/relations.ts';
import { successPointer } from '../checks/standing.ts';
import { isSeen, see } from './look.ts';
import type { Cast, Resource, ResourceOperations, Scene, Stage } from './oracle.ts';

/** An operation that relates a resource to another one. */
interface Related {
  readonly relation: Relation;
  readonly kind: ResourceOperations;
  readonly other: ResourceOperations;
  readonly relate: Operation;
  /** What takes it back. */
  readonly undo: Operation | undefined;
}

/** What an operation relates is there then, with what was there before. */
export function* relationScenes(cast: Cast): Generator<Scene, void, undefined> {
  for (const related of relationsIn(cast)) {
    yield {
      operation: related.relate,
      title: 'is told with what it is put below',
      requests: 7,
      play: (stage) => playRelation(stage, related),
    };
  }
}

function relationsIn({ document, resources }: Cast): Related[] {
  const all = operations(document);
  return all.flatMap((relate): Related[] => {
    const relation = relate.method === 'DELETE' ? undefined : relationOf(document, relate);
    const kind = resources.find((one) => one.family.item === relation?.family.item && isSeen(one));
    const other = resources.find((one) => one.family.item === relation?.other.item);
    if (relation === undefined || kind === undefined || other === undefined) return [];
    const undo = all.find((one) => one.method === 'DELETE' && one.path === relate.path);
    return [{ relation, kind, other, relate, undo }];
  });
}

async function playRelation(stage: Stage, related: Related): Promise<void> {
  const { relation, kind, relate, undo } = related;
  const before = await see(stage, await stage.create(kind));
  const other = await stage.create(related.other);
  const parameters = { ...before.given.parameters, [relation.other.parameter]: other.identity };
  const given = { ...before.given, parameters };
  const done = await stage.succeed(relate, { given });
  const was = entriesIn(before, relation);
  const is = entriesIn(await see(stage, before), relation);
  if (was === undefined || is === undefined) return;
  const names = namesOf(other).difference(new Set(was));
  const isTold = is.some((one) => names.has(one));
  const lost = was.find((one) => !is.includes(one));
  const name = nameOf(before, relation)!;
  if (!isTold || lost !== undefined) {
    return stage.report(done, {
      severity: 'violation',
      rule: 'R9',
      message: isTold ? `${name} lacks what was there before` : `${name} lacks what was put there`,
      received: `${name}: ${showJson(is, 120)}`,
      documented: `${isTold ? lost : textOf(other.identity)} among them`,
      pointer: successPointer(relate),
    });
  }
  if (undo === undefined) return;
  const undone = await stage.succeed(undo, { given });
  const left = entriesIn(await see(stage, before), relation) ?? [];
  if (!left.some((one) => names.has(one))) return;
  stage.report(undone, {
    severity: 'violation',
    rule: 'R9',
    message: `${name} still has what was taken away`,
    received: `${name}: ${showJson(left, 120)}`,
    documented: `no ${textOf(other.identity)}`,
    pointer: successPointer(undo),
  });
}

/** The list of a resource that tells of the others. */
function nameOf({ view }: Resource, relation: Relation): string | undefined {
  const lists = Object.keys(view).filter((name) => Array.isArray(getProperty(view, name)));
  return nameOfRelated(relation, lists);
}

/** What stands in it: the identities of objects, or whatever names one; `undefined` where none tells. */
function entriesIn(resource: Resource, relation: Relation): string[] | undefined {
  const name = nameOf(resource, relation);
  const list = name === undefined ? undefined : getProperty(resource.view, name);
  const own = relation.other.identity ?? 'id';
  if (!Array.isArray(list)) return undefined;
  const entries = list.map((one) => (isJsonObject(one) ? getProperty(one, own) : one));
  const isNamed = entries.every((one) => one !== undefined && isScalar(one));
  return isNamed ? entries.map((one) => textOf(one!)) : undefined;
}

/** The texts by which a list may tell of a resource: its identity, its name, its key. */
function namesOf({ identity, view }: Resource): Set<string> {
  return new Set([identity, ...Object.values(view).filter(isScalar)].map(textOf));
}

function isScalar(value: JsonValue): boolean {
  return value !== null && (typeof value !== 'object' || isJsonNumber(value));
}
