/** Several resources by one request: each is kept as if it were created alone. */
import { familyDeletedBy } from '../model/resources/deleted-families.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { JsonObject, JsonValue } from '../openapi/json/json-value.ts';
import { type Operation, hasResponse } from '../model/operation.ts';
import { identitiesSent } from '../model/resources/bulk-deletions.ts';
import { bulkCreationOf, itemsSent } from '../model/resources/bulk.ts';
import { itemPath } from '../model/resources/family-paths.ts';
import { pathAbove } from '../model/resources/names.ts';
import { type ResourceFamily, familyCreatedBy } from '../model/resources/resources.ts';
import { resourceIdentifier } from './identify-resources.ts';
import { bodyTaker } from './one-sided.ts';
import { type ResourceAction, usedValue } from './resource-action.ts';
import type { ResourceStore } from './resource-store.ts';
import type { IdentityStore } from './spread-store.ts';

/** Where the several are kept. */
interface Places {
  readonly storeAt: (path: string) => ResourceStore;
  readonly keptOf: (family: ResourceFamily, path: string) => IdentityStore;
  readonly removeBelow: (path: string) => void;
}

/** `undefined` where an operation neither creates several of what another one creates, nor deletes several. */
export function bulkAction(
  document: OpenApiDocument,
  operation: Operation,
  places: Places,
): ResourceAction | undefined {
  return bulkCreation(document, operation, places) ?? bulkRemoval(document, operation, places);
}

function bulkCreation(
  document: OpenApiDocument,
  operation: Operation,
  { storeAt, keptOf }: Places,
): ResourceAction | undefined {
  const bulk = bulkCreationOf(document, operation);
  const family = bulk && familyCreatedBy(document, bulk.create);
  if (bulk === undefined || family?.identity === undefined) return undefined;
  const { identity } = family;
  const take = bodyTaker(document, bulk.create);
  const identifier = resourceIdentifier(document, family, identity);
  const hasConflicts = hasResponse(operation, 409);
  const itemsIn = (sent: JsonValue): JsonObject[] =>
    itemsSent(bulk, sent).map((item) => identifier.take(take(item)));
  return {
    envelopes: { taken: [], told: [] },
    perform: ({ path, sent }) => {
      const collection = pathAbove(path);
      const resources = identifier.identify(itemsIn(sent), keptOf(family, collection));
      for (const resource of resources) storeAt(collection).add(resource);
      // An answer without a list may be about one of them.
      if (bulk.told === undefined) return { resource: resources[0] };
      return { list: { items: resources, facts: [], headers: {} } };
    },
    conflict: hasConflicts
      ? ({ path, sent }) => {
          const store = keptOf(family, pathAbove(path));
          return itemsIn(sent)
            .values()
            .map((item) => usedValue([identity], item, store))
            .find((problem) => problem !== undefined);
        }
      : undefined,
  };
}

/** What is not there is none of its matter. */
function bulkRemoval(
  document: OpenApiDocument,
  operation: Operation,
  { keptOf, removeBelow }: Places,
): ResourceAction | undefined {
  const deleted = familyDeletedBy(document, operation);
  if (deleted === undefined) return undefined;
  const { family, deletion } = deleted;
  const { identity = '' } = family;
  const identifier = resourceIdentifier(document, family, identity);
  return {
    envelopes: { taken: [], told: [] },
    perform: ({ path, parameters, sent }) => {
      const collection = deletion.collectionAt(path);
      const store = keptOf(family, collection);
      for (const name of identitiesSent(deletion, parameters, sent)) {
        const old = store.find(identity, name);
        if (old === undefined) continue;
        identifier.retire(old, store);
        store.replace(old, undefined);
        const item = itemPath(family, collection, name);
        if (item !== undefined) removeBelow(item);
      }
      return { isMadeUp: true };
    },
  };
}
