import { familyAt } from '../model/resources/creation.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { JsonObject, JsonValue } from '../openapi/json/json-value.ts';
import { showJson } from '../openapi/json/stringify-json.ts';
import type { ResourceFamily } from '../model/resources/resource-family.ts';
import { identityMaker } from './make-identity.ts';
import type { ResourceStore } from './resource-store.ts';

/** What {@link resourceIdentifier} looks into for identities that are used. */
type Known = Pick<ResourceStore, 'find' | 'list' | 'lastNumber'>;

/** Gives identities, none of them twice. */
export interface ResourceIdentifier {
  /** Resources as they are kept: what came without an identity gets one that nothing else has. */
  identify(resources: readonly JsonObject[], store: Known): JsonObject[];
  /** Is told of a resource before it is deleted: nothing gets its identity again. */
  retire(resource: JsonObject, store: Known): void;
}

/**
 * The resources of a collection as they are kept; copies.
 *
 * @param path Of the collection. Default: the store itself, with what the document's only creating
 *   operation creates.
 */
export function identified(
  document: OpenApiDocument,
  path: string | undefined,
  resources: readonly JsonObject[],
  store: Known = { find: () => undefined, list: () => [] },
): JsonObject[] {
  const copies = resources.map((resource) => ({ ...resource }));
  const family = familyAt(document, path);
  if (family?.identity === undefined) return copies;
  return resourceIdentifier(document, family, family.identity).identify(copies, store);
}

/** Gives identities as the server of a family would. */
export function resourceIdentifier(
  document: OpenApiDocument,
  family: Pick<ResourceFamily, 'create'>,
  identity: string,
): ResourceIdentifier {
  const maker = identityMaker(document, family, identity);
  const highest = (resources: readonly JsonObject[]): number =>
    resources.reduce((n, one) => Math.max(n, maker.numberOf(one[identity] ?? null)), 0);
  const lastNumber = (store: Known): number =>
    store.lastNumber ?? highest(store.list() as JsonObject[]);
  return {
    identify: (resources, store) => {
      if (resources.every((one) => one[identity] !== undefined)) return [...resources];
      const given = new Set(resources.map((one) => showJson(one[identity] ?? null)));
      const isUsed = (value: JsonValue): boolean =>
        given.has(showJson(value)) || store.find(identity, value) !== undefined;
      let n = lastNumber(store);
      const whole = resources.map((resource) => {
        if (resource[identity] !== undefined) return resource;
        do n += 1;
        while (isUsed(maker.make(n)));
        return { ...resource, [identity]: maker.make(n) };
      });
      store.lastNumber = n;
      return whole;
    },
    retire: (resource, store) => {
      store.lastNumber = Math.max(lastNumber(store), highest([resource]));
    },
  };
}
