/** What there is one of for each resource, and what is put there and read: `/users/{id}/settings`. */
import type { OpenApiDocument } from '../openapi/document.ts';
import type { JsonObject } from '../openapi/json/json-value.ts';
import { type Operation, operations } from '../model/operation.ts';
import { aroundTold, envelopesIn } from '../model/resources/envelopes-in.ts';
import { collectionName } from '../model/resources/collections.ts';
import type { ResourceAction } from './resource-action.ts';
import type { ResourceStore } from './resource-store.ts';

/** How a method changes what is there; `undefined` is left of what is deleted. */
export type Change = (old: JsonObject, body: JsonObject) => JsonObject | undefined;

/**
 * Keeps what is put at a path, and tells it. Until something is put there, its answers are made up.
 *
 * @param change What the operation's method does.
 * @returns `undefined` where nothing is put and read at the operation's path.
 */
export function singletonAction(
  document: OpenApiDocument,
  operation: Operation,
  store: ResourceStore,
  change: Change,
): ResourceAction | undefined {
  const { method, path: template } = operation;
  const at = (wanted: string): Operation | undefined =>
    operations(document).find((one) => one.method === wanted && one.path === template);
  const [put, read] = [at('PUT'), at('GET')];
  const told = put && read && aroundTold(document, put, read);
  if (told === undefined) return undefined;
  const envelopes = method === 'GET' ? { taken: [], told } : envelopesIn(document, operation);
  const perform: ResourceAction['perform'] = ({ path, over, complete, unmet }) => {
    const kept = store.collection(collectionName(path));
    const old = newestIn(kept);
    if (method === 'GET') return { resource: old, isMadeUp: old === undefined };
    const problem = old && unmet(old);
    if (problem !== undefined) return problem;
    const changed = change(old ?? {}, over(old ?? {}));
    const resource = changed && complete(changed);
    if (old !== undefined && Object.keys(old).length > 0) kept.replace(old, resource);
    else if (resource !== undefined) kept.add(resource);
    return { resource: resource ?? old, isMadeUp: resource === undefined };
  };
  return { envelopes, perform };
}

/** As it is kept: what stores list are copies, and they find what has a property. */
export function newestIn(kept: ResourceStore): JsonObject | undefined {
  const [shown] = kept.size === 0 ? [] : (kept.list(kept.size - 1, 1) as JsonObject[]);
  const [first] = Object.entries(shown ?? {});
  return first === undefined ? shown : kept.find(...first);
}
