import type { OpenApiDocument } from '../openapi/document.ts';
import type { JsonObject, JsonValue } from '../openapi/json/json-value.ts';
import { showJson } from '../openapi/json/stringify-json.ts';
import { type Operation, operations } from '../openapi/operation.ts';
import { type ResourceFamily, resourceFamilies } from '../openapi/resource-family.ts';
import type { Problem } from './message.ts';
import { identityMaker } from './make-identity.ts';
import type { ResourceStore } from './resource-store.ts';

/** What a request says, once it was found well. */
export interface ResourceCall {
  readonly path: string;
  /** By `in name`. */
  readonly parameters: ReadonlyMap<string, JsonValue>;
  readonly body: JsonObject;
}

/** What came of it. */
export interface ResourceOutcome {
  /** The resource as it is now. */
  readonly resource?: JsonObject | undefined;
  /** Those of the collection. */
  readonly list?: readonly JsonObject[] | undefined;
  /** Where a created one is, below base_url. */
  readonly location?: string | undefined;
}

/** Does what an operation's method says with the stored resources. */
export type ResourceAction = (call: ResourceCall) => ResourceOutcome | Problem;

/** Makes the action of an operation; `undefined` where its path tells of no resource. */
export type ActionMaker = (operation: Operation) => ResourceAction | undefined;

/**
 * The actions of a document's operations. What is created where a single operation creates is kept
 * in the store itself, else each collection has a store of its own below it.
 */
export function resourceActions(document: OpenApiDocument, store: ResourceStore): ActionMaker {
  const families = resourceFamilies(document);
  const creating = operations(document).filter(({ method }) => method === 'POST');
  const stores = (family: ResourceFamily, concrete: string): ResourceStore =>
    creating.length === 1 && family.create === creating[0] ? store : store.collection(concrete);
  const resources = { document, stores };
  return (operation) => {
    const own = families.get(operation.path);
    if (own !== undefined) return itemAction(operation.method, own, resources);
    const family = [...families.values()].find((one) => one.collection === operation.path);
    return family && collectionAction(operation, family, resources);
  };
}

interface Resources {
  readonly document: OpenApiDocument;
  readonly stores: (family: ResourceFamily, concrete: string) => ResourceStore;
}

function collectionAction(
  { method }: Operation,
  family: ResourceFamily,
  { document, stores }: Resources,
): ResourceAction | undefined {
  const { identity } = family;
  if (identity === undefined) return undefined;
  if (method === 'GET')
    return ({ path }) => ({ list: stores(family, path).list() as JsonObject[] });
  if (method !== 'POST') return undefined;
  const make = identityMaker(document, family, identity);
  return ({ path, body }) => {
    const kept = stores(family, path);
    const given = body[identity];
    const resource = given === undefined ? { ...body, [identity]: make(kept.size + 1) } : body;
    kept.add(resource);
    const id = resource[identity] ?? '';
    const part = typeof id === 'string' ? id : showJson(id);
    return { resource, location: `${path}/${encodeURIComponent(part)}` };
  };
}

function itemAction(
  method: string,
  family: ResourceFamily,
  { stores }: Resources,
): ResourceAction | undefined {
  const change = CHANGES[method];
  const { identity, parameter } = family;
  if (change === undefined || identity === undefined) return undefined;
  return ({ path, parameters, body }) => {
    const kept = stores(family, path.slice(0, path.lastIndexOf('/')));
    const wanted = parameters.get(`path ${parameter}`) ?? '';
    const old = kept.find(identity, wanted) ?? kept.find(identity, asText(wanted));
    if (old === undefined) {
      return { kind: 'resource-unknown', message: `there is no ${parameter} ${showJson(wanted)}` };
    }
    const resource = change(old, { ...body, [identity]: old[identity]! });
    if (resource !== old) kept.replace(old, resource);
    return { resource: resource ?? old };
  };
}

type Change = (old: JsonObject, body: JsonObject) => JsonObject | undefined;

/** By method (RFC 9110, 9.3; RFC 5789): `undefined` is what is left of a deleted one. */
const CHANGES: Readonly<Record<string, Change>> = {
  GET: (old) => old,
  PUT: (_old, body) => body,
  PATCH: (old, body) => ({ ...old, ...body }),
  DELETE: () => undefined,
};

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : showJson(value);
}
