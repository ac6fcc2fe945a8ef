/** What operations do with one resource: read, replace, change, delete or put it. */
import type { OpenApiDocument } from '../openapi/document.ts';
import type { JsonObject, JsonValue } from '../openapi/json/json-value.ts';
import { readings } from '../openapi/json/stringify-json.ts';
import type { Problem } from '../http/message.ts';
import { bodyVersion, versionAt } from '../model/resources/body-versions.ts';
import { isValidFor } from '../openapi/schema/compile-schema.ts';
import type { Operation } from '../model/operation.ts';
import { opened } from '../model/resources/envelope.ts';
import { envelopesOf, resourceSchema } from '../model/resources/envelopes-in.ts';
import { itemPath } from '../model/resources/family-paths.ts';
import { pathAbove } from '../model/resources/names.ts';
import { tellsOf } from '../model/resources/told-resources.ts';
import {
  type ItemFamily,
  type ResourceFamily,
  identitySchemas,
} from '../model/resources/resources.ts';
import { actionChange, changeOf } from './changes.ts';
import { resourceIdentifier } from './identify-resources.ts';
import { pathOf } from './orphans.ts';
import { nextVersionOf, staleVersion } from './versions.ts';
import { doneBefore } from './done-before.ts';
import { unrelater } from './relation-action.ts';
import { documentedAnswer } from './problem-kinds.ts';
import { responseSchemaOf } from './resource-maker.ts';
import type { ReferrersOf } from './referrers.ts';
import {
  type ResourceAction,
  type ResourceCall,
  namedBy,
  namedResource,
  uniqueTexts,
  unknownResource,
  usedValue,
} from './resource-action.ts';
import type { IdentityStore, Stores } from './spread-store.ts';

/** What is stored, and where. */
export interface StoredResources extends Stores {
  readonly document: OpenApiDocument;
  readonly referrersOf: ReferrersOf | undefined;
  /** Takes away what was created below a path. */
  readonly removeBelow: (path: string) => void;
}

/**
 * What an operation does with one resource, which its path names; `undefined` where nothing tells.
 *
 * @param isAction Whether it brings the resource into another state, whatever its method. Default: by its method.
 */
export function itemAction(
  operation: Operation,
  family: ItemFamily,
  { document, storeAt, keptOf, removeBelow, all, referrersOf }: StoredResources,
  isAction: boolean = operation.method === 'POST',
): ResourceAction | undefined {
  const { method } = operation;
  const { identity } = family;
  if (identity === undefined) return undefined;
  const envelopes = envelopesOf(document, operation, family);
  const isTold = method !== 'GET' && tellsOf(document, operation, family);
  // What an action tells of may be anything: nothing is known of it where that isn't the resource.
  const isActed = isAction && (isTold || isSilentAt(document, operation, family));
  const change = isActed
    ? actionChange(document, operation, family)
    : changeOf(operation, envelopes.taken, responseSchemaOf(document, family));
  if (change === undefined) return undefined;
  const identifier = resourceIdentifier(document, family, identity);
  const isMaking = family.create === operation;
  const nextVersion = nextVersionOf(versionAt(document, family.item));
  const referrers = referrersOf?.(document, operation, family);
  const unrelate = method === 'DELETE' ? unrelater(document, family, all) : undefined;
  const make = ({ path, parameters, over, complete, full }: ResourceCall) => {
    const problem = full();
    if (problem !== undefined) return problem;
    const name = nameFrom(document, family, parameters);
    const made = { [identity]: name, ...over({}), [identity]: name };
    const resource = isTold ? complete(made) : made;
    storeAt(pathAbove(path)).add(resource);
    return { resource, isCreated: true };
  };
  const perform: ResourceAction['perform'] = (call) => {
    const { parameters, over, complete, unmet } = call;
    const path = pathOf(family, call.path);
    const store = keptOf(family, pathAbove(path));
    const old = namedResource(family, parameters, store);
    if (old === undefined && isMaking) return make(call);
    if (old === undefined) return unknownResource(family, parameters);
    const referring = referrers?.(old[identity]!, all, parameters);
    const problem = unmet(old) ?? referring?.problem;
    if (problem !== undefined) return problem;
    const queried = isActed ? queryOf(parameters) : {};
    const sent = change(old, { ...queried, ...over(old), [identity]: old[identity]! });
    const changed = sent === undefined || sent === old ? sent : { ...sent, ...nextVersion(old) };
    const resource = changed && isTold ? complete(changed) : changed;
    if (resource === undefined) identifier.retire(old, store);
    if (resource !== old) store.replace(old, resource);
    // Its path leads nowhere any more, so that nothing is below it (RFC 3986, 3.3).
    if (resource === undefined) removeBelow(path);
    referring?.remove();
    unrelate?.(old);
    return { resource: resource ?? old };
  };
  const isShown = isTold || method === 'GET';
  const whereabouts = isShown
    ? { document, family, pathTo: (_: JsonObject, path: string) => pathOf(family, path) }
    : undefined;
  const conflict = refusalOf(operation, family, { document, keptOf, isAction });
  return { envelopes, perform, conflict, mayCreate: isMaking, whereabouts };
}

/** Why something must not be done to one of a family, as the document says. */
type Refusal = (resource: JsonObject, call: ResourceCall) => Problem | undefined;

/** What an action has done is not done again; what is refused for a new resource is no more possible for one that is there. */
function refusalOf(
  operation: Operation,
  family: ItemFamily,
  {
    document,
    keptOf,
    isAction,
  }: Pick<StoredResources, 'document' | 'keptOf'> & { isAction: boolean },
): ResourceAction['conflict'] {
  const keptAt = (path: string): IdentityStore => keptOf(family, pathAbove(pathOf(family, path)));
  const unique = uniqueTexts(document, family, operation);
  const statuses = family.create.responses.map(({ status }) => status);
  const version = bodyVersion(document, operation);
  const refuseChange: Refusal = (old, { path, body }) => {
    const stale = version === undefined ? undefined : staleVersion(version, body, old);
    if (stale !== undefined) return stale;
    const used = usedValue(unique, body, keptAt(path), old);
    return used && { ...used, elsewhere: documentedAnswer(used.kind, statuses) };
  };
  const refuse = isAction ? doneBefore(document, operation, family) : refuseChange;
  return (
    refuse &&
    ((call) => {
      const old = namedResource(family, call.parameters, keptAt(call.path));
      return old && refuse(old, call);
    })
  );
}

/** Whether an operation at the path of a resource tells nothing at all. */
function isSilentAt(document: OpenApiDocument, operation: Operation, family: ItemFamily): boolean {
  const { properties } = resourceSchema(document, family, operation, 'told');
  return operation.path === family.item && properties.size === 0;
}

/** What the query of a request says, by name. */
function queryOf(parameters: ResourceCall['parameters']): JsonObject {
  const inQuery = [...parameters].filter(([place]) => place.startsWith(QUERY));
  return Object.fromEntries(inQuery.map(([place, value]) => [place.slice(QUERY.length), value]));
}

const QUERY = 'query ';

/**
 * Keeps what is put to a collection in the place of the resource that it names: `PUT /pets` with the `id` of one.
 *
 * @param list What is told where the request names none. Default: what the document shows.
 */
export function saveAction(
  operation: Operation,
  family: ResourceFamily,
  resources: StoredResources,
  list?: ResourceAction,
): ResourceAction | undefined {
  const { item, identity = '', parameter } = family;
  if (item === undefined || operation.requestBody === undefined) return undefined;
  const action = itemAction(operation, { ...family, item, create: operation }, resources);
  if (action === undefined) return undefined;
  const perform: ResourceAction['perform'] = (call) => {
    const { body, sent, parameters } = call;
    // Also where clients can't set it.
    const name = opened(sent, action.envelopes.taken)?.[identity] ?? null;
    const path = name === null ? undefined : itemPath(family, call.path, name);
    if (path === undefined) return list?.perform(call) ?? { resource: body, isMadeUp: true };
    const named = new Map(parameters).set(`path ${parameter}`, name);
    return action.perform({ ...call, path, parameters: named });
  };
  return { ...action, perform };
}

/** What a path calls a resource that isn't there yet, as its identity. */
function nameFrom(
  document: OpenApiDocument,
  { create, identity = '', envelope, parameter }: ResourceFamily,
  parameters: ResourceCall['parameters'],
): JsonValue {
  const told = namedBy(parameter, parameters) ?? '';
  const [schema] = identitySchemas(document, [create], identity, envelope);
  const isFitting = (value: JsonValue): boolean =>
    schema === undefined || isValidFor(value, schema, 'response');
  return Iterator.from(readings(told)).find(isFitting) ?? told;
}
