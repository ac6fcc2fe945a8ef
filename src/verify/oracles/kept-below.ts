/** What a server keeps of a resource by itself, and tells in a list and one by one: `/documents/{id}/revisions/{number}`. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonObject, getProperty, isJsonObject } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { type ListModel, listOf } from '../../model/lists/lists.ts';
import { type Operation, operationAt, operations } from '../../model/operation.ts';
import type { Parameter } from '../../model/parameters/parameter.ts';
import { endsInParameter, nounOf, pathAbove } from '../../model/resources/names.ts';
import { pathIdentity } from '../../model/resources/path-identity.ts';
import { saidOf } from '../../model/words.ts';
import { type Given, type JudgedExchange, acceptanceOf, notPromised } from '../cases/case.ts';
import { withParameter } from '../cases/generate/candidate.ts';
import { absentValue } from '../cases/generate/resource-candidates.ts';
import { isMovedOn, showProperty } from './compared.ts';
import { readAt, walk } from './list-walk.ts';
import type { Cast, Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { keepingSeen, varying } from './varied.ts';

/** Entries that nobody creates, of each resource of a kind. */
interface Kept {
  readonly kind: ResourceOperations;
  readonly list: ListModel;
  readonly read: Operation;
  readonly parameter: Parameter;
  /** The property by which paths name an entry. */
  readonly identity: string;
}

/** Entries are read as they are listed, each below its own resource; and what was once so, stays so. */
export function* keptScenes({ document, resources }: Cast): Iterable<Scene> {
  for (const kept of resources.flatMap((kind) => keptBelow(document, kind))) {
    const { kind, list, read: operation } = kept;
    const one = (stage: Stage): Promise<void> => playOne(stage, kept);
    yield { operation, title: 'is read as it is listed', requests: 9, play: one };
    const noun = nounOf(list.operation.path);
    if (!/^(?:revision|version|snapshot)$/.test(noun)) continue;
    for (const change of [kind.replace, kind.change]) {
      if (change === undefined) continue;
      const play = (stage: Stage): Promise<void> => playHistory(stage, kept, change);
      yield { operation: change, title: `keeps every ${noun}`, requests: 7, play };
    }
  }
}

function keptBelow(document: OpenApiDocument, kind: ResourceOperations): Kept[] {
  const all = operations(document);
  return all.flatMap((read): Kept[] => {
    const collection = pathAbove(read.path);
    const isOne = endsInParameter(read.path) && pathAbove(collection) === kind.family.item;
    const isMade = all.some(({ method, path }) => {
      return method !== 'GET' && (path === read.path || path === collection);
    });
    const listing = operationAt(document, 'GET', collection);
    const list = listing && listOf(document, listing);
    if (read.method !== 'GET' || !isOne || isMade || list === undefined) return [];
    const parameter = read.parameters.findLast(({ in: place }) => place === 'path')!;
    const place = { parameter: parameter.name, collection, listed: list.item };
    const { identity, envelope } = pathIdentity(document, [read, read], place);
    const isPlain = identity !== undefined && envelope.length === 0;
    return isPlain ? [{ kind, list, read, parameter, identity }] : [];
  });
}

async function playOne(stage: Stage, kept: Kept): Promise<void> {
  const { kind, read, identity } = kept;
  const owner = await changed(stage, kept, await stage.create(kind));
  const entries = await entriesOf(stage, kept, owner);
  for (const entry of entries.slice(0, 2)) {
    const exchange = await stage.succeed(read, { given: naming(kept, owner, entry) });
    const [name, is] = differing(entry, bodyOf(exchange) ?? stage.end()) ?? [];
    if (name === undefined) continue;
    return stage.report(exchange, {
      message: `${name} is another than in the list`,
      received: showProperty(name, is),
      documented: showProperty(name, getProperty(entry, name)),
    });
  }
  const other = await stage.create(kind, { given: stage.besides(owner) });
  const others = await entriesOf(stage, kept, other);
  const own = entries.find((entry) => !others.some((theirs) => isSame(entry, theirs, identity)));
  // A list that is empty may follow a moment later.
  if (own === undefined || others.length === 0) return;
  const validity = notPromised('it is of another resource');
  const exchange = await stage.send(read, { given: naming(kept, other, own), validity });
  if (acceptanceOf(exchange) === undefined) return;
  stage.report(exchange, {
    message: 'GET takes what is of another resource',
    received: `${acceptanceOf(exchange)!.status} for ${showProperty(identity, own[identity])}, which its list lacks`,
    documented: 'a refusal: nothing is at this path',
  });
}

/** What was kept before a change is as it was; and something is added, where the document says so. */
async function playHistory(stage: Stage, kept: Kept, change: Operation): Promise<void> {
  const { kind, read, list } = kept;
  const owner = await stage.create(kind);
  const [first = stage.end(), ...more] = await entriesOf(stage, kept, owner);
  const given = naming(kept, owner, first);
  const before = bodyOf(await stage.succeed(read, { given })) ?? stage.end();
  const done = await changeBy(stage, owner, change);
  const exchange = await stage.succeed(read, { given });
  const [name, is] = differing(before, bodyOf(exchange) ?? stage.end()) ?? [];
  if (name !== undefined) {
    stage.report(exchange, {
      message: `${name} of what was kept before changes with the resource`,
      received: showProperty(name, is),
      documented: showProperty(name, getProperty(before, name)),
    });
  }
  const noun = nounOf(list.operation.path);
  const isSaid = new RegExp(String.raw`\b(?:makes?|creates?|adds?|saves?)\b[^.]*\b${noun}\b`, 'i');
  if (!isSaid.test(saidOf(stage.document, change))) return;
  const look = (): Promise<JsonObject[]> => listed(stage, kept, owner);
  const seen = await stage.patience.look(
    list.operation,
    look,
    (all) => all.length > more.length + 1,
  );
  if (seen.length > more.length + 1) return;
  stage.report(done, {
    message: `a change adds no ${noun}`,
    received: `${seen.length} in the list, as before`,
    documented: 'one more, as its description says',
  });
}

/** The resource after a change of it, so that there is more than one entry. */
async function changed(stage: Stage, { kind }: Kept, owner: Resource): Promise<Resource> {
  const operation = kind.change ?? kind.replace;
  if (operation !== undefined) await changeBy(stage, owner, operation);
  return owner;
}

async function changeBy(
  stage: Stage,
  owner: Resource,
  operation: Operation,
): Promise<JudgedExchange> {
  const { kind, given, view } = owner;
  const vary = varying(stage, kind, operation, view);
  const change = stage.changing(kind, operation, (body) => keepingSeen(vary(body), view));
  return stage.finish(operation, { given, change });
}

/**
 * What is listed of a resource, each with its identity.
 *
 * @throws an error that ends the scene where there is none, or where whatever is asked for is read.
 */
async function entriesOf(stage: Stage, kept: Kept, owner: Resource): Promise<JsonObject[]> {
  const { parameter, read } = kept;
  const draw = absentValue(stage.document, parameter) ?? stage.end();
  const absent = await stage.send(read, {
    given: owner.given,
    absent: [parameter.name],
    validity: notPromised('nothing is there'),
    change: withParameter(parameter.name, draw),
  });
  if (acceptanceOf(absent) !== undefined) return stage.end();
  return listed(stage, kept, owner);
}

async function listed(stage: Stage, kept: Kept, owner: Resource): Promise<JsonObject[]> {
  const given = { ...owner.given, etag: undefined, resource: {} };
  const { items } = await walk(stage, kept.list, { given });
  return items
    .filter((item) => isJsonObject(item))
    .filter((item) => getProperty(item, kept.identity) !== undefined);
}

function naming({ parameter, identity }: Kept, { given }: Resource, entry: JsonObject): Given {
  const named = { [parameter.name]: entry[identity]! };
  const parameters = { ...given.parameters, ...named };
  return { ...given, parameters, etag: undefined, resource: {} };
}

function bodyOf(exchange: JudgedExchange): JsonObject | undefined {
  const body = readAt(acceptanceOf(exchange), []);
  return isJsonObject(body) ? body : undefined;
}

function isSame(entry: JsonObject, other: JsonObject, name: string): boolean {
  return textOf(entry[name] ?? null) === textOf(other[name] ?? null);
}

/** The first value of both that differs, but for what goes on by itself. */
function differing(
  before: JsonObject,
  after: JsonObject,
): readonly [name: string, is: JsonObject[string]] | undefined {
  for (const [name, was] of Object.entries(before)) {
    const is = getProperty(after, name);
    const isMoving = isMovedOn(name) || (typeof was === 'object' && was !== null);
    if (is !== undefined && !isMoving && !equalJson(was, is)) return [name, is];
  }
  return undefined;
}
