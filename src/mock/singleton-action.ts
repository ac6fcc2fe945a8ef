/** What there is one of for each resource, and what is put there and read: `/users/{id}/settings`. */
import type { OpenApiDocument } from '../openapi/document.ts';
import type { JsonObject } from '../openapi/json/json-value.ts';
import { type Operation, operations } from '../model/operation.ts';
import { aroundTold, envelopesIn } from '../model/resources/envelopes-in.ts';
import { collectionName } from '../model/resources/collections.ts';
import type { ItemFamily } from '../model/resources/resources.ts';
import { type ResourceAction, unknownResource } from './resource-action.ts';
import type { ResourceStore } from './resource-store.ts';

/** How a method changes what is there; `undefined` is left of what is deleted. */
export type Change = (old: JsonObject, body: JsonObject) => JsonObject | undefined;

/**
 * Keeps what is put at a path, and tells it. Until something is put there, its answers are made up, unless
 * clients name what they put: then there is nothing.
 *
 * @param change What the operation's method does.
 * @param named The family of what clients put there under names that the resources don't tell.
 * @returns `undefined` where nothing is put and read at the operation's path.
 */
export function singletonAction(
  document: OpenApiDocument,
  operation: Operation,
  store: ResourceStore,
  change: Change,
  named?: ItemFamily,
): ResourceAction | undefined {
  const { method, path: template } = operation;
  const at = (wanted: string): Operation | undefined =>
    operations(document).find((one) => one.method === wanted && one.path === template);
  const [put, read] = [at('PUT'), at('GET')];
  const told = put && read && aroundTold(document, put, read);
  if (told === undefined) return undefined;
  const envelopes = method === 'GET' ? { taken: [], told } : envelopesIn(document, operation);
  const mayCreate = named?.create === operation;
  const perform: ResourceAction['perform'] = (call) => {
    const { path, parameters, over, complete, unmet } = call;
    const kept = store.collection(collectionName(path));
    const old = newestIn(kept);
    const isCreated = mayCreate && old === undefined;
    if (named !== undefined && old === undefined && !isCreated) {
      return unknownResource(named, parameters);
    }
    const full = isCreated ? call.full() : undefined;
    if (full !== undefined) return full;
    if (method === 'GET') return { resource: old, isMadeUp: old === undefined };
    const problem = old && unmet(old);
    if (problem !== undefined) return problem;
    const changed = change(old ?? {}, over(old ?? {}));
    const resource = changed && complete(changed);
    if (old !== undefined && Object.keys(old).length > 0) kept.replace(old, resource);
    else if (resource !== undefined) kept.add(resource);
    return { resource: resource ?? old, isMadeUp: resource === undefined, isCreated };
  };
  return { envelopes, perform, mayCreate };
}

/** As it is kept: what stores list are copies, and they find what has a property. */
export function newestIn(kept: ResourceStore): JsonObject | undefined {
  const [shown] = kept.size === 0 ? [] : (kept.list(kept.size - 1, 1) as JsonObject[]);
  const [first] = Object.entries(shown ?? {});
  return first === undefined ? shown : kept.find(...first);
}
