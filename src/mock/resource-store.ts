import type { JsonObject, JsonValue } from '../openapi/json/json-value.ts';
import { showJson } from '../openapi/json/stringify-json.ts';
import type { StoreJournal } from './store-journal.ts';

/** Where the mock keeps what was created. */
export interface ResourceStore {
  /** The first stored resource whose property has exactly this value. */
  find(property: string, value: JsonValue): JsonObject | undefined;
  /** Keeps a resource as the newest. */
  add(resource: JsonObject): void;
  /** Puts another in a resource's place; `undefined` takes it away. */
  replace(resource: JsonObject, by: JsonObject | undefined): void;
  /**
   * The stored resources in order of creation; copies.
   *
   * @param offset How many of the oldest are left out. Default 0.
   * @param limit How many there are at most. Default: all.
   */
  list(offset?: number, limit?: number): object[];
  /** A store of its own for one of several collections, emptied with this one. */
  collection(name: string): ResourceStore;
  /** How many are stored. */
  readonly size: number;
}

/** A store whose contents can be listed and replaced. */
export interface ManagedStore extends ResourceStore {
  /** In order of creation; a copy. */
  list(offset?: number, limit?: number): JsonObject[];
  /** Keeps several resources as the newest, all or none. */
  addAll(resources: readonly JsonObject[]): void;
  /** Replaces everything. */
  restore(resources: readonly JsonObject[]): void;
  /** Forgets everything. */
  reset(): void;
}

/** What a value is found by. Numbers stay numbers: a text for each would double what is kept. */
type Key = string | number | bigint | boolean | null;

/** A value as a key: `1`, `1n` and `1.0` are the same id, `"1"` is another. */
function keyOf(value: JsonValue): Key {
  switch (typeof value) {
    case 'number':
      return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value;
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    case 'object':
      return value === null ? null : COMPOSITE + showJson(value, Number.POSITIVE_INFINITY);
    case 'string':
      // No text may pass for the key of something else.
      return value.startsWith(COMPOSITE) ? COMPOSITE + JSON.stringify(value) : value;
    default:
      return value;
  }
}

/** In front of keys that are no value of their own. */
const COMPOSITE = '\0';

/** A store in memory, in order of creation, with exact look-up by any property. */
export class MemoryStore<Resource extends object = JsonObject> implements ResourceStore {
  #resources: Resource[] = [];
  /** By property, made at the first look-up: a property that nobody asks for costs nothing. */
  readonly #indexes = new Map<string, Map<Key, Resource>>();
  readonly #collections = new Map<string, MemoryStore>();
  #journal: StoreJournal | undefined;

  get size(): number {
    return this.#resources.length;
  }

  /** @throws what the journal throws; nothing was stored then. */
  add(resource: JsonObject): void {
    this.#journal?.add([resource]);
    this.#keep(resource as Resource);
  }

  /**
   * Keeps several resources as the newest, all or none.
   *
   * @throws what the journal throws; nothing was stored then.
   */
  addAll(resources: readonly Resource[]): void {
    if (resources.length > 0) this.#journal?.add(resources as readonly JsonObject[]);
    for (const resource of resources) this.#keep(resource);
  }

  find(property: string, value: JsonValue): JsonObject | undefined {
    return this.#index(property).get(keyOf(value)) as JsonObject | undefined;
  }

  replace(resource: JsonObject, by: JsonObject | undefined): void {
    const place = this.#resources.indexOf(resource as Resource);
    if (place === -1) return;
    this.#resources.splice(place, 1, ...(by === undefined ? [] : [by as Resource]));
    this.#indexes.clear();
    this.#journal?.replace(this.#resources as readonly JsonObject[]);
  }

  collection(name: string): ResourceStore {
    const known = this.#collections.get(name) ?? new MemoryStore();
    this.#collections.set(name, known);
    return known;
  }

  /**
   * The stored resources in order of creation; a copy. A part costs what it holds, not what there is.
   *
   * @param offset How many of the oldest are left out. Default 0.
   * @param limit How many there are at most. Default: all.
   */
  list(offset = 0, limit: number = Number.POSITIVE_INFINITY): Resource[] {
    return this.#resources.slice(offset, offset + limit).map((resource) => ({ ...resource }));
  }

  /** What {@link restore} takes back. */
  snapshot(): readonly Resource[] {
    return this.list();
  }

  /** Puts a snapshot's state back, whatever has happened since. */
  restore(snapshot: readonly Resource[]): void {
    this.#journal?.replace(snapshot as readonly JsonObject[]);
    this.#forget();
    for (const resource of snapshot) this.#keep({ ...resource });
  }

  /** Forgets everything, what its collections have too. */
  reset(): void {
    this.#journal?.replace([]);
    this.#forget();
  }

  /**
   * Tells a journal of every change from now on. Default: none, everything is in memory only.
   *
   * @internal
   */
  keepIn(journal: StoreJournal | undefined): void {
    this.#journal = journal;
  }

  #forget(): void {
    this.#resources = [];
    this.#indexes.clear();
    this.#collections.clear();
  }

  #keep(resource: Resource): void {
    this.#resources.push(resource);
    for (const [property, index] of this.#indexes) note(index, property, resource);
  }

  #index(property: string): Map<Key, Resource> {
    const known = this.#indexes.get(property);
    if (known) return known;
    const index = new Map<Key, Resource>();
    for (const resource of this.#resources) note(index, property, resource);
    this.#indexes.set(property, index);
    return index;
  }
}

function note(index: Map<Key, unknown>, property: string, resource: object): void {
  const value = (resource as JsonObject)[property];
  if (value === undefined) return;
  const key = keyOf(value);
  // The first keeps its place where duplicates are accepted.
  if (!index.has(key)) index.set(key, resource);
}
