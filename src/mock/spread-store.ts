/** What is created below parents and found without them: `POST /projects/{id}/tasks`, `GET /tasks/{id}`. */
import type { JsonObject, JsonValue } from '../openapi/json/json-value.ts';
import { readings } from '../openapi/json/stringify-json.ts';
import { type ItemFamily, type ResourceFamily } from '../model/resources/resources.ts';
import { isShallow } from '../model/resources/family-paths.ts';
import { pathAbove } from '../model/resources/names.ts';
import { pathTemplate } from '../model/routes.ts';
import type { ResourceStore } from './resource-store.ts';

/** Where one is looked for by its identity, and where that is known to be used. */
export type IdentityStore = Pick<ResourceStore, 'find' | 'list' | 'replace' | 'lastNumber'>;

/** Where the resources of a document are. */
export interface Stores {
  /** With all collections. */
  readonly all: ResourceStore;
  readonly storeAt: (path: string) => ResourceStore;
  /** Where the resources of a family are found by their identity; at the path of their collection, where they have one. */
  readonly keptOf: (family: ResourceFamily, path: string) => IdentityStore;
}

/** A resource, and what it is found in. */
export interface FoundResource {
  readonly resource: JsonObject;
  readonly store: Pick<ResourceStore, 'replace'>;
}

/**
 * What the resources of a family are found in by their identity: their collection, or those below each of their
 * parents together where the path of one doesn't name its parent.
 *
 * @param store With all collections of the document.
 * @param main The collection itself.
 */
export function identityStore(
  family: ResourceFamily | undefined,
  store: ResourceStore,
  main: ResourceStore,
): IdentityStore {
  return main !== store && family && isShallow(family) ? new SpreadStore(family, store) : main;
}

class SpreadStore implements IdentityStore {
  readonly #family: ItemFamily;
  readonly #store: ResourceStore;

  constructor(family: ItemFamily, store: ResourceStore) {
    this.#family = family;
    this.#store = store;
  }

  /** Kept where the paths of single ones begin, in which nothing else is. */
  get lastNumber(): number | undefined {
    return this.#numbers.lastNumber;
  }

  set lastNumber(number: number | undefined) {
    this.#numbers.lastNumber = number;
  }

  get #numbers(): ResourceStore {
    return this.#store.collection(pathAbove(this.#family.item));
  }

  find(property: string, value: JsonValue): JsonObject | undefined {
    for (const part of this.#parts()) {
      const found = part.find(property, value);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  list(): object[] {
    return [...this.#parts()].flatMap((part) => part.list());
  }

  replace(resource: JsonObject, by: JsonObject | undefined): void {
    for (const part of this.#parts()) part.replace(resource, by);
  }

  #parts(): Iterable<ResourceStore> {
    return collectionsOf(this.#family.collection, this.#store);
  }
}

/** The resource of a family that something else refers to, whichever parent it was created below. */
export function referredTo(
  { collection, identity = '' }: ResourceFamily,
  reference: JsonValue,
  all: ResourceStore,
): FoundResource | undefined {
  for (const store of collectionsOf(collection, all)) {
    for (const reading of readings(reference)) {
      const resource = store.find(identity, reading);
      if (resource !== undefined) return { resource, store };
    }
  }
  return undefined;
}

/** The collections that hold something at the path template of one: of each parent its own. */
export function* collectionsOf(
  collection: string,
  store: ResourceStore,
): Generator<ResourceStore, void, undefined> {
  const template = pathTemplate(collection);
  const [start = ''] = collection.split('{');
  for (const name of store.names?.() ?? []) {
    const isOne = name.startsWith(start) && template.parts(name) !== undefined;
    if (isOne) yield store.collection(name);
  }
}
