/** What is put below a resource, such as `PUT /tickets/{id}/labels/{labelId}`, is told with it. */
import { type JsonValue, getProperty, isJsonObject } from '../../openapi/json/json-value.ts';
import { showJson, textOf } from '../../openapi/json/stringify-json.ts';
import { type Operation, operations } from '../../model/operation.ts';
import { nounOf, plainName } from '../../model/resources/names.ts';
import { successPointer } from '../checks/standing.ts';
import { isSeen, see } from './look.ts';
import type { Cast, Resource, ResourceOperations, Scene, Stage } from './oracle.ts';

/** An operation that relates a resource to another one. */
interface Relation {
  readonly kind: ResourceOperations;
  readonly relate: Operation;
  /** What takes it back. */
  readonly undo: Operation | undefined;
  /** What the path names last. */
  readonly other: ResourceOperations;
  readonly parameter: string;
  readonly noun: string;
}

/** What an operation relates is there then, with what was there before. */
export function* relationScenes(cast: Cast): Generator<Scene, void, undefined> {
  for (const relation of relationsIn(cast)) {
    yield {
      operation: relation.relate,
      title: 'is told with what it is put below',
      requests: 7,
      play: (stage) => playRelation(stage, relation),
    };
  }
}

function relationsIn({ document, resources }: Cast): Relation[] {
  const all = operations(document);
  return all.flatMap((relate): Relation[] => {
    const { method, path } = relate;
    const [, item, , parameter] = /^(.*)\/([^/{}]+)\/\{([^{}/]+)\}$/.exec(path) ?? [];
    const kind = resources.find((one) => one.family.item === item && isSeen(one));
    const other = resources.find(
      ({ family }) => family.parameter === parameter && !family.collection.includes('{'),
    );
    const isOwn = resources.some(({ family }) => family.item === path);
    const isWrite = method === 'PUT' || method === 'POST';
    if (!isWrite || isOwn || kind === undefined || other === undefined) return [];
    const undo = all.find((one) => one.method === 'DELETE' && one.path === path);
    const noun = nounOf(path.slice(0, path.lastIndexOf('/')));
    return [{ kind, relate, undo, other, parameter: parameter!, noun }];
  });
}

async function playRelation(stage: Stage, relation: Relation): Promise<void> {
  const { kind, other, parameter, relate, undo } = relation;
  const before = await see(stage, await stage.create(kind));
  const { identity } = await stage.create(other);
  const parameters = { ...before.given.parameters, [parameter]: identity };
  const given = { ...before.given, parameters };
  const done = await stage.succeed(relate, { given });
  const was = related(before, relation);
  const is = related(await see(stage, before), relation);
  if (was === undefined || is === undefined) return;
  const name = nameOf(before, relation)!;
  const wanted = [...was.filter((one) => one !== textOf(identity)), textOf(identity)];
  const missing = wanted.find((one) => !is.includes(one));
  if (missing !== undefined) {
    const isNew = missing === textOf(identity);
    return stage.report(done, {
      severity: 'violation',
      rule: 'R9',
      message: isNew ? `${name} lacks what was put there` : `${name} lacks what was there before`,
      received: `${name}: ${showJson(is, 120)}`,
      documented: `${missing} among them`,
      pointer: successPointer(relate),
    });
  }
  if (undo === undefined) return;
  const undone = await stage.succeed(undo, { given });
  const left = related(await see(stage, before), relation);
  if (left?.includes(textOf(identity)) !== true) return;
  stage.report(undone, {
    severity: 'violation',
    rule: 'R9',
    message: `${name} still has what was taken away`,
    received: `${name}: ${showJson(left, 120)}`,
    documented: `no ${textOf(identity)}`,
    pointer: successPointer(undo),
  });
}

/** The list of a resource that tells of the others: `labels`, `label_ids`. */
function nameOf({ view }: Resource, { noun }: Relation): string | undefined {
  const names = new Set([noun, `${noun}s`, `${noun}es`, `${noun}ids`, `${noun.slice(0, -1)}ies`]);
  return Object.keys(view).find(
    (name) => names.has(plainName(name)) && Array.isArray(getProperty(view, name)),
  );
}

/** The identities in it; `undefined` where the resource tells of none. */
function related(resource: Resource, relation: Relation): string[] | undefined {
  const name = nameOf(resource, relation);
  const list = name === undefined ? undefined : getProperty(resource.view, name);
  const own = relation.other.family.identity ?? 'id';
  return Array.isArray(list) ? list.flatMap((one) => identityOf(one, own)) : undefined;
}

function identityOf(value: JsonValue, name: string): string | readonly [] {
  const own = isJsonObject(value) ? (getProperty(value, name) ?? null) : value;
  return own === null || typeof own === 'object' ? [] : textOf(own);
}
