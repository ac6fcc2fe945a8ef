import { collectionName, creationAt, onlyCollection } from '../model/resources/collections.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { JsonObject } from '../openapi/json/json-value.ts';
import { identified } from './identify-resources.ts';
import type { StoreContent } from './store-journal.ts';

/** Resources of several collections, by the path that they would be created at. */
export type Collections = Readonly<Record<string, readonly JsonObject[]>>;

/** What somebody wants stored. */
export interface StoredState {
  /** Of the store itself. */
  readonly resources?: readonly JsonObject[] | undefined;
  /** Of its collections. Default: none. */
  readonly collections?: Collections | undefined;
}

/** The same, where the document's only collection was given by its path: it is the store itself. */
export function withoutName<State extends StoredState>(
  document: OpenApiDocument,
  state: State,
): State {
  const { resources = [], collections = {} } = state;
  if (onlyCollection(document) === undefined) return state;
  const name = Object.keys(collections).find((path) => creationAt(document, path));
  if (name === undefined) return state;
  const { [name]: given = [], ...others } = collections;
  return { ...state, resources: [...resources, ...given], collections: others };
}

/** What a store holds then: what came without an identity has one, as if it had been created. */
export function storeContent(
  document: OpenApiDocument,
  { resources = [], collections = {} }: StoredState,
): StoreContent {
  const named = Object.entries(collections).map(
    ([path, list]) => [collectionName(path), identified(document, path, list)] as const,
  );
  return { resources: identified(document, undefined, resources), collections: new Map(named) };
}

/** Whether it says anything, be it that a collection is empty. */
export function holdsSomething({ resources = [], collections = {} }: StoredState): boolean {
  return resources.length > 0 || Object.keys(collections).length > 0;
}

/** How many resources there are altogether. */
export function countStored({ resources = [], collections = {} }: StoredState): number {
  return Object.values(collections).reduce((sum, { length }) => sum + length, resources.length);
}
