/** What is put below a resource, such as `PUT /tickets/{id}/labels/{labelId}`, is told with it. */
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonNumber,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { showJson, textOf } from '../../openapi/json/stringify-json.ts';
import { type Operation, operations, operationAt } from '../../model/operation.ts';
import { isPathBelow } from '../../model/resources/names.ts';
import {
  type Relation,
  listsOthers,
  nameOfRelated,
  relationOf,
  isLinkage,
} from '../../model/resources/relations.ts';
import { listOf } from '../../model/lists/lists.ts';
import {
  type Given,
  type JudgedExchange,
  notPromised,
  acceptanceOf,
  completionOf,
} from '../cases/case.ts';
import { walk, readAt } from './list-walk.ts';
import { isSeen, see } from './look.ts';
import { aroundOf } from './placed.ts';
import type { Cast, Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { referringBases } from '../cases/generate/body-bases.ts';

/** An operation that relates a resource to another one. */
export interface Related {
  readonly relation: Relation;
  readonly kind: ResourceOperations;
  readonly other: ResourceOperations;
  readonly relate: Operation;
  /** What takes it back. */
  readonly undo: Operation | undefined;
}

/** What an operation relates is there then, with what was there before. */
export function* relationScenes(cast: Cast): Iterable<Scene> {
  for (const related of relationsIn(cast)) {
    yield {
      operation: related.relate,
      title: 'is told with what it is put below',
      requests: 21,
      play: (stage) => playRelation(stage, related),
    };
  }
}

/** The operations that relate resources which can be looked at. */
export function relationsIn({ document, resources, put }: Cast): Related[] {
  const kinds = [...resources, ...put];
  const all = operations(document);
  return all.flatMap((relate): Related[] => {
    const relation = relate.method === 'DELETE' ? undefined : relationOf(document, relate);
    const kind = resources.find(
      (resource) => resource.family.item === relation?.family.item && isSeen(resource),
    );
    const other = kinds.find((resource) => resource.family.item === relation?.other.item);
    if (relation === undefined || kind === undefined || other === undefined) return [];
    const undo = operationAt(document, 'DELETE', relate.path);
    return [{ relation, kind, other, relate, undo }];
  });
}

async function playRelation(stage: Stage, related: Related): Promise<void> {
  const { relation, kind, relate, undo } = related;
  const before = await see(stage, await stage.create(kind));
  const was = await entriesOf(stage, before, relation);
  const around = aroundOf(before, related.other);
  const others = [
    await stage.create(related.other, { given: around }),
    await stage.create(related.other, { given: around }),
  ];
  const [first, second] = tellingNames(others).map((names) => names.difference(new Set(was)));
  const given = others.map(({ identity }): Given => {
    const named = { [relation.other.parameter]: identity };
    return { ...before.given, parameters: { ...before.given.parameters, ...named } };
  });
  const compare = async (done: JudgedExchange, wanted: Wanted): Promise<void> => {
    const look = (): Promise<string[]> => entriesOf(stage, before, relation);
    const seen = await stage.patience.look(done.case.operation, look, (entries) => {
      return fault(entries, wanted) === undefined;
    });
    const message = fault(seen, wanted);
    if (message === undefined) return;
    // It may be told by another name.
    if (wanted.present.at(-1) === first && seen.length > was.length) return stage.end();
    stage.report(done, {
      message: `${nameOf(before, relation)} ${message}`,
      received: showJson(seen, 120),
      documented: 'what was put there and not taken away, once each',
    });
    stage.end();
  };
  const always = was.map((name) => new Set([name]));
  const start = { absent: [], present: [...always, first!] };
  const done = await stage.finish(relate, { given: given[0] });
  await compare(done, start);
  await reportElsewhere(stage, done, related, [before, first!.difference(second!)]);
  const both = { absent: [], present: [...start.present, second!] };
  await compare(await stage.finish(relate, { given: given[1] }), both);
  if (relate.method === 'PUT') {
    const validity = notPromised('it is there already');
    await compare(await stage.send(relate, { given: given[1], validity }), both);
  }
  // What lies below one can't be put below another.
  const isBelow = isPathBelow(related.other.family.collection, relation.family.item);
  if (undo === undefined || isBelow) return;
  const beside = await relatedTo(stage, related, { before, identity: others[0]!.identity });
  const undone = await stage.finish(undo, { given: given[0] });
  await compare(undone, { absent: [first!], present: [...always, second!] });
  const left = await entriesOf(stage, beside, relation);
  if (left.some((entry) => first!.has(entry))) return;
  stage.report(undone, {
    message: `${nameOf(beside, relation)} of another resource lacks what was taken away below one`,
    received: showJson(left, 120),
    documented: 'what was put there and not taken away',
  });
}

/** What tells each of two resources: what both have, such as what they lie in, tells neither of them. */
function tellingNames(all: readonly Resource[]): Set<string>[] {
  return all.map((resource, i) => {
    const own = namesOf(resource).difference(namesOf(all[1 - i]!));
    return own.add(textOf(resource.identity));
  });
}

/** Another one beside a resource, with the same put below it: it lies below neither. */
async function relatedTo(
  stage: Stage,
  { kind, relate, relation }: Related,
  { before, identity }: { readonly before: Resource; readonly identity: JsonValue },
): Promise<Resource> {
  const beside = await see(stage, await stage.create(kind, { given: stage.besides(before) }));
  const parameters = { ...beside.given.parameters, [relation.other.parameter]: identity };
  await stage.finish(relate, { given: { ...beside.given, parameters } });
  return beside;
}

/** Another one has nothing of what was put below the first. */
async function reportElsewhere(
  stage: Stage,
  done: JudgedExchange,
  { relation, kind }: Related,
  [resource, names]: readonly [resource: Resource, names: ReadonlySet<string>],
): Promise<void> {
  const beside = await see(stage, await stage.create(kind, { given: stage.besides(resource) }));
  const entries = await entriesOf(stage, beside, relation);
  if (!entries.some((entry) => names.has(entry))) return;
  stage.report(done, {
    message: `${nameOf(beside, relation)} of another resource has what was put below one`,
    received: showJson(entries, 120),
    documented: 'what was put there',
  });
  stage.end();
}

/** What a list has to have, by any of its names: none of some, and one of each of others. */
export interface Wanted {
  readonly absent: readonly ReadonlySet<string>[];
  readonly present: readonly ReadonlySet<string>[];
}

/** What is wrong with the entries of a list; `undefined` where nothing is. */
export function fault(entries: readonly string[], { absent, present }: Wanted): string | undefined {
  const count = (names: ReadonlySet<string>): number =>
    entries.filter((entry) => names.has(entry)).length;
  if (absent.some((names) => count(names) > 0)) return 'still has what was taken away';
  if (present.some((names) => count(names) > 1)) return 'has what was put there twice';
  const lost = present.findIndex((names) => count(names) === 0);
  if (lost < 0) return undefined;
  return lost === present.length - 1 ? 'lacks what was put there' : 'lacks what was there before';
}

/**
 * What a list of the resource has, or one of its own: the identities of objects, or whatever names one.
 *
 * @throws an error that ends the scene where none tells.
 */
export async function entriesOf(
  stage: Stage,
  resource: Resource,
  relation: Relation,
): Promise<string[]> {
  const { view, given } = await see(stage, resource);
  const name = propertyOf(view, relation);
  // Entries of another kind have an identity of their own.
  const ownList = listsOthers(stage.document, relation) ? relation.list : undefined;
  const list =
    name === undefined
      ? await entriesIn(stage, { ...given, etag: undefined }, ownList)
      : getProperty(view, name);
  const identity = relation.other.identity ?? 'id';
  const entries = (Array.isArray(list) ? list : []).map((entry) =>
    isJsonObject(entry) ? getProperty(entry, identity) : entry,
  );
  const isNamed = entries.every((entry) => entry !== undefined && isScalar(entry));
  return isNamed
    ? entries.flatMap((entry) => (entry === undefined ? [] : textOf(entry)))
    : stage.end();
}

/** The list of a resource that tells of the others. */
function propertyOf(view: JsonObject, relation: Relation): string | undefined {
  const lists = Object.keys(view).filter((name) => Array.isArray(getProperty(view, name)));
  return nameOfRelated(relation, lists);
}

/** What the list is called that tells of the others. */
export function nameOf({ view }: Resource, relation: Relation): string {
  return propertyOf(view, relation) ?? relation.list?.path.split('/').at(-1) ?? relation.noun;
}

/** What a list of its own has, on all its pages. */
async function entriesIn(
  stage: Stage,
  given: Given,
  operation: Operation | undefined,
): Promise<readonly JsonValue[]> {
  const list = operation && listOf(stage.document, operation);
  if (list === undefined) return stage.end();
  const { items, pages, isComplete } = await walk(stage, list, { given });
  const isWhole = isComplete || (list.paging === undefined && list.next === undefined);
  return isWhole && pages.length > 0 ? items : stage.end();
}

/** The texts by which a list may tell of a resource: its identity, its name, its key. */
export function namesOf({ identity, view }: Resource): Set<string> {
  return new Set([identity, ...Object.values(view).filter(isScalar)].map(textOf));
}

function isScalar(value: JsonValue): boolean {
  return value !== null && (typeof value !== 'object' || isJsonNumber(value));
}

/** Where a resource of one kind refers to those of another, and how that is changed. */
interface Linkage {
  readonly kind: ResourceOperations;
  readonly other: ResourceOperations;
  /** What its bodies refer to. */
  readonly key: string;
  readonly read: Operation;
  readonly replace: Operation | undefined;
  readonly add: Operation | undefined;
  readonly remove: Operation | undefined;
}

/** What a relationship was said to have is what it has then. */
export function* linkageScenes({ document, resources }: Cast): Iterable<Scene> {
  for (const read of operations(document)) {
    const kind = resources.find(({ family: { item = '' } }) => isLinkage(read, item));
    if (read.method !== 'GET' || kind === undefined) continue;
    const [replace, add, remove] = ['PATCH', 'POST', 'DELETE'].map((method) =>
      operationAt(document, method, read.path),
    );
    const operation = replace ?? add;
    if (operation === undefined) continue;
    const [reference, another] = referringBases(document, operation, {}).references;
    const other = resources.find(
      ({ family: { collection } }) => reference?.key === `${collection} 0`,
    );
    if (reference === undefined || another !== undefined || other === undefined) continue;
    const linkage: Linkage = { kind, other, key: reference.key, read, replace, add, remove };
    const play = (stage: Stage): Promise<void> => playLinkage(stage, linkage);
    yield { operation, title: 'has what it is given', requests: 11, play };
  }
}

async function playLinkage(stage: Stage, linkage: Linkage): Promise<void> {
  const { kind, other, key, replace, add, remove } = linkage;
  const { given } = await stage.create(kind);
  const [second, first] = [await stage.create(other), await stage.create(other)];
  const [a, b] = [first, second].map(({ identity }) => textOf(identity)) as [string, string];
  const send = (operation: Operation, identity: JsonValue): Promise<JudgedExchange> =>
    stage.send(operation, {
      given: { ...given, etag: undefined },
      referring: { [key]: identity },
      validity: notPromised('a server may refuse it'),
    });
  const check = async (done: JudgedExchange, wanted: Wanted, isAll = false): Promise<void> => {
    if (completionOf(done) === undefined) return stage.end();
    const look = (): Promise<string[]> => identitiesAt(stage, linkage, given);
    const wrong = (entries: string[]): string | undefined =>
      fault(entries, wanted) ??
      (isAll && entries.length > wanted.present.length ? 'still has what was there' : undefined);
    const seen = await stage.patience.look(linkage.read, look, (entries) => !wrong(entries));
    const message = wrong(seen);
    if (message === undefined) return;
    stage.report(done, {
      message: `${linkage.read.path.split('/').at(-1)} ${message}`,
      received: showJson(seen, 120),
      documented: 'what the request says (JSON:API 1.1, 9.2)',
    });
    stage.end();
  };
  const has = (...names: string[]): Wanted => {
    return { absent: [], present: names.map((name) => new Set([name])) };
  };
  if (replace !== undefined) {
    await check(await send(replace, first.identity), has(a), true);
    // Else it relates to one only.
    if (add === undefined) return check(await send(replace, second.identity), has(b), true);
  } else await check(await send(add!, first.identity), has(a));
  if (add === undefined) return;
  await check(await send(add, second.identity), has(a, b));
  const again = await send(add, second.identity);
  if (acceptanceOf(again) !== undefined) await check(again, has(a, b));
  if (remove === undefined) return;
  const left = { absent: [new Set([a])], present: [new Set([b])] };
  await check(await send(remove, first.identity), left);
}

/**
 * The identities in a relationship.
 *
 * @throws an error that ends the scene where it can't be read.
 */
async function identitiesAt(
  stage: Stage,
  { read, other }: Linkage,
  given: Given,
): Promise<string[]> {
  const data = readAt(acceptanceOf(await stage.succeed(read, { given })), ['data']) ?? {};
  const all = Array.isArray(data) ? data : data === null ? [] : [data];
  return all.map((entry) => {
    const identity = getProperty(entry, other.family.identity ?? 'id');
    return identity === undefined ? stage.end() : textOf(identity);
  });
}
