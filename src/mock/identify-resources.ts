import { familyAt } from '../openapi/creation.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { JsonObject, JsonValue } from '../openapi/json/json-value.ts';
import { showJson } from '../openapi/json/stringify-json.ts';
import type { ResourceFamily } from '../openapi/resource-family.ts';
import { identityMaker } from './make-identity.ts';
import type { ResourceStore } from './resource-store.ts';

/** What {@link resourceIdentifier} looks into for identities that are used. */
type Known = Pick<ResourceStore, 'find' | 'size'>;

/** Resources as they are kept: what came without an identity gets one that nothing else has. */
export type ResourceIdentifier = (resources: readonly JsonObject[], store: Known) => JsonObject[];

/**
 * The resources of a collection as they are kept; copies.
 *
 * @param path Of the collection. Default: the store itself, whose resources stay as they are.
 */
export function identified(
  document: OpenApiDocument,
  path: string | undefined,
  resources: readonly JsonObject[],
  store: Known = NOTHING,
): JsonObject[] {
  const copies = resources.map((resource) => ({ ...resource }));
  const family = path === undefined ? undefined : familyAt(document, path);
  if (family?.identity === undefined) return copies;
  return resourceIdentifier(document, family, family.identity)(copies, store);
}

const NOTHING: Known = { find: () => undefined, size: 0 };

/** Gives identities as the server of a family would. */
export function resourceIdentifier(
  document: OpenApiDocument,
  family: ResourceFamily,
  identity: string,
): ResourceIdentifier {
  const make = identityMaker(document, family, identity);
  return (resources, store) => {
    const given = new Set(resources.map((one) => showJson(one[identity] ?? null)));
    const isUsed = (value: JsonValue): boolean =>
      given.has(showJson(value)) || store.find(identity, value) !== undefined;
    let n = store.size;
    return resources.map((resource) => {
      if (resource[identity] !== undefined) return resource;
      do n += 1;
      while (isUsed(make(n)));
      return { ...resource, [identity]: make(n) };
    });
  };
}
