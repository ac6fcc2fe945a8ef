import { identified } from '../../mock/identify-resources.ts';
import { Collection, collectionSizes } from '../../mock/collection.ts';
import { identityStore } from '../../mock/spread-store.ts';
import type { ManagedCollection, ManagedStore } from '../../mock/resource-store.ts';
import type { Collections } from '../../mock/store-content.ts';
import type { JsonObject } from '../../openapi/json/json-value.ts';
import {
  collectionName,
  creationAt,
  familyAt,
  hasCollections,
  onlyCollection,
  creationRules,
} from '../../model/resources/collections.ts';
import type { SharedParts } from './service.ts';

/** What a sandbox stores, looked into and changed without requests. */
export class StoredResources {
  readonly #store: ManagedStore;
  readonly #shared: () => SharedParts;
  readonly #changed: () => void;

  /** @param changed Is told after each change. */
  constructor(store: ManagedStore, shared: () => SharedParts, changed: () => void) {
    this.#store = store;
    this.#shared = shared;
    this.#changed = changed;
  }

  /**
   * What a collection holds.
   *
   * @param given Where its resources are created. Default: the store itself.
   * @throws {StateError} where the document has no such collection.
   */
  collection(given?: string): ManagedCollection {
    const path = this.#named(given);
    if (path === undefined) return this.#store;
    const name = collectionName(path);
    // What another document has left behind can be looked at and cleared.
    if (!this.#store.sizes().has(name)) this.#shared().inspector.demandCollection(path);
    return this.#store.collection(name);
  }

  /** Where the document has one collection, it is the store itself, whether or not someone names it. */
  #named(path: string | undefined): string | undefined {
    const { document } = this.#shared().service;
    if (path === undefined || onlyCollection(document) === undefined) return path;
    return creationAt(document, path) === undefined ? path : undefined;
  }

  /**
   * What is created at a path, to be looked into and changed without requests.
   *
   * @typeParam Resource What the document's schema says of one.
   * @param given Default: the path of the document's only collection.
   * @throws {StateError} where the document has no such collection.
   */
  resourcesAt<Resource extends object>(given?: string): Collection<Resource> {
    const { document, maxResources } = this.#shared().service;
    const path = given ?? this.only ?? '';
    const changed = (): void => this.#changed();
    return new Collection<Resource>({ document, store: this.#store, path, maxResources, changed });
  }

  /** What tells one resource from another; `undefined` where the document names nothing. */
  identityAt(path?: string): string | undefined {
    const { document } = this.#shared().service;
    const at = path ?? this.only;
    const creation = at === undefined ? undefined : creationAt(document, at);
    return creation && creationRules(document, creation).identity;
  }

  /** How many each collection holds, by its path. */
  sizes(): ReadonlyMap<string, number> {
    return collectionSizes(this.#shared().service.document, this.#store);
  }

  /** Path of the document's only collection; `undefined` where there is not exactly one. */
  get only(): string | undefined {
    return onlyCollection(this.#shared().service.document);
  }

  /** Whether more is stored, or could be, than the store itself has. */
  get isInCollections(): boolean {
    return hasCollections(this.#shared().service.document) || this.#store.sizes().size > 0;
  }

  /**
   * Stores resources without a request.
   *
   * @param given The collection, where the document has several.
   * @throws {StateError} where one is invalid or its identity is used; none is stored then.
   */
  seed(resources: readonly JsonObject[], given?: string): void {
    const { inspector, service } = this.#shared();
    const path = this.#named(given);
    inspector.demand(resources, this.#store, path);
    const collection = this.collection(path);
    const known = identityStore(familyAt(service.document, path), this.#store, collection);
    collection.addAll(identified(service.document, path, resources, known));
    this.#changed();
  }

  /**
   * Forgets what is stored.
   *
   * @param path The collection. Default: everything, in all of them.
   * @throws {StateError} where the document has no such collection.
   */
  clear(path?: string): void {
    this.collection(path).reset();
    this.#changed();
  }

  /** What each collection holds, by its name. */
  listed(): Collections {
    const names = [...this.#store.sizes().keys()].sort();
    return Object.fromEntries(names.map((name) => [name, this.#store.collection(name).list()]));
  }
}
