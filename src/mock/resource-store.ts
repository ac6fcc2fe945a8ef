import type { JsonObject, JsonValue } from '../openapi/json/json-value.ts';
import type { StoreContent, StoreJournal } from './store-journal.ts';
import { showJson } from '../openapi/json/stringify-json.ts';

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
  /** How many are stored with those of its collections. Default: its size. */
  readonly total?: number;
  /**
   * The highest number that an identity was made of, kept by who makes them so that none is given
   * away twice. `undefined` where nothing was made or deleted since the contents were last replaced.
   */
  lastNumber?: number | undefined;
}

/** A store, or one of its collections, whose contents can be listed and replaced. */
export interface ManagedCollection extends ResourceStore {
  /** In order of creation; a copy. */
  list(offset?: number, limit?: number): JsonObject[];
  /** Keeps several resources as the newest, all or none. */
  addAll(resources: readonly JsonObject[]): void;
  /** Forgets everything. */
  reset(): void;
}

/** A store with everything that its collections hold. */
export interface ManagedStore extends ManagedCollection {
  collection(name: string): ManagedCollection;
  /** How many each collection holds, by name; those that hold none are left out. */
  sizes(): ReadonlyMap<string, number>;
  /** Replaces everything. */
  restoreAll(content: StoreContent): void;
  readonly total: number;
  /** Another number after every change. */
  readonly changes: number;
}

/** How many resources a store takes where nobody says otherwise. */
export const DEFAULT_MAX_RESOURCES = 1_000_000;

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

/** Resources in order of creation, with exact look-up by any property. */
export class ResourceList {
  #resources: JsonObject[] = [];
  /** By property, made at the first look-up: a property that nobody asks for costs nothing. */
  readonly #indexes = new Map<string, PropertyIndex>();

  get size(): number {
    return this.#resources.length;
  }

  /** All of them, themselves: not to be changed. */
  get all(): readonly JsonObject[] {
    return this.#resources;
  }

  /** The first one whose property has exactly this value. */
  find(property: string, value: JsonValue): JsonObject | undefined {
    return this.#index(property).find(value);
  }

  /** Copies. A part costs what it holds, not what there is. */
  list(offset = 0, limit: number = Number.POSITIVE_INFINITY): JsonObject[] {
    return this.#resources.slice(offset, offset + limit).map((resource) => ({ ...resource }));
  }

  /** Keeps one as the newest. */
  keep(resource: JsonObject): void {
    this.#resources.push(resource);
    for (const index of this.#indexes.values()) index.note(resource);
  }

  /** These instead of all that there are. */
  set(resources: JsonObject[]): void {
    this.#resources = resources;
    this.#indexes.clear();
  }

  /** How many were created before it; -1 where it isn't there. */
  placeOf(resource: JsonObject): number {
    return this.#resources.indexOf(resource);
  }

  /** As all would be with another in a place, or without what is there. */
  replaced(place: number, by: JsonObject | undefined): JsonObject[] {
    return this.#resources.toSpliced(place, 1, ...(by === undefined ? [] : [by]));
  }

  /** Puts another in a place, or takes away what is there. */
  replace(place: number, by: JsonObject | undefined): void {
    const old = this.#resources[place];
    if (old === undefined) return;
    if (by === undefined) this.#resources.splice(place, 1);
    else this.#resources[place] = by;
    for (const [property, index] of this.#indexes) {
      if (!index.follow(old, by)) this.#indexes.delete(property);
    }
  }

  #index(property: string): PropertyIndex {
    const known = this.#indexes.get(property);
    if (known) return known;
    const index = new PropertyIndex(property);
    for (const resource of this.#resources) index.note(resource);
    this.#indexes.set(property, index);
    return index;
  }
}

/** The first resource with each value of a property. */
class PropertyIndex {
  readonly #property: string;
  readonly #first = new Map<Key, JsonObject>();
  /** Whether a value was seen twice: then the second can come to be the first. */
  #hasTwice = false;

  constructor(property: string) {
    this.#property = property;
  }

  find(value: JsonValue): JsonObject | undefined {
    return this.#first.get(keyOf(value));
  }

  note(resource: JsonObject): void {
    const key = this.#keyIn(resource);
    if (key === undefined) return;
    // The first keeps its place where duplicates are accepted.
    if (this.#first.has(key)) this.#hasTwice = true;
    else this.#first.set(key, resource);
  }

  /** Another is in a resource's place, or nothing; false where the index must be made anew. */
  follow(old: JsonObject, by: JsonObject | undefined): boolean {
    if (this.#hasTwice) return false;
    const [before, after] = [this.#keyIn(old), by && this.#keyIn(by)];
    if (before !== undefined) this.#first.delete(before);
    if (by === undefined || after === undefined) return true;
    if (this.#first.has(after)) return false;
    this.#first.set(after, by);
    return true;
  }

  #keyIn(resource: JsonObject): Key | undefined {
    const value = resource[this.#property];
    return value === undefined ? undefined : keyOf(value);
  }
}

const NOTHING: ResourceList = new ResourceList();

/** A store in memory, in order of creation, with exact look-up by any property. */
export class MemoryStore<Resource extends object = JsonObject> implements ResourceStore {
  /** By collection, the store's own without a name. None is empty: to ask for what was never there costs nothing. */
  readonly #lists = new Map<string | undefined, ResourceList>();
  /** The same; kept when a list loses its last resource. */
  readonly #lastNumbers = new Map<string | undefined, number>();
  #total = 0;
  #changes = 0;
  #journal: StoreJournal | undefined;

  get size(): number {
    return this.#listOf().size;
  }

  /** How many are stored with those of its collections. */
  get total(): number {
    return this.#total;
  }

  /**
   * Itself, as what knows no types sees it.
   *
   * @internal
   */
  get managed(): ManagedStore {
    return this as MemoryStore<object> as MemoryStore;
  }

  /**
   * Another number after every change.
   *
   * @internal
   */
  get changes(): number {
    return this.#changes;
  }

  /**
   * See {@link ResourceStore.lastNumber}.
   *
   * @internal
   */
  get lastNumber(): number | undefined {
    return this.#lastNumbers.get(undefined);
  }

  /** @internal */
  set lastNumber(number: number | undefined) {
    this.#setLastNumber(number);
  }

  /** @throws what the journal throws; nothing was stored then. */
  add(resource: JsonObject): void {
    this.#add([resource]);
  }

  /**
   * Keeps several resources as the newest, all or none.
   *
   * @throws what the journal throws; nothing was stored then.
   */
  addAll(resources: readonly Resource[]): void {
    this.#add(resources as readonly JsonObject[]);
  }

  find(property: string, value: JsonValue): JsonObject | undefined {
    return this.#listOf().find(property, value);
  }

  /** @throws what the journal throws; nothing was replaced then. */
  replace(resource: JsonObject, by: JsonObject | undefined): void {
    this.#replace(resource, by);
  }

  /** The same one for the same name; it is there as long as it holds something. */
  collection(name: string): ManagedCollection {
    const held = (): ResourceList => this.#listOf(name);
    const lastNumber = (): number | undefined => this.#lastNumbers.get(name);
    const setLastNumber = (number: number | undefined): void => this.#setLastNumber(number, name);
    const collection: ManagedCollection = {
      get lastNumber() {
        return lastNumber();
      },
      set lastNumber(number) {
        setLastNumber(number);
      },
      get size() {
        return held().size;
      },
      find: (property, value) => held().find(property, value),
      list: (offset, limit) => held().list(offset, limit),
      add: (resource) => this.#add([resource], name),
      addAll: (resources) => this.#add(resources, name),
      replace: (resource, by) => this.#replace(resource, by, name),
      reset: () => {
        this.#journal?.replace(this.#contentWith([], name));
        this.#put([], name);
        this.#setLastNumber(undefined, name);
        this.#changes += 1;
      },
      collection: (other) => this.collection(other),
    };
    return collection;
  }

  /**
   * How many each collection holds, by name.
   *
   * @internal
   */
  sizes(): ReadonlyMap<string, number> {
    return new Map(this.#collections().map(([name, { size }]) => [name, size]));
  }

  /**
   * The stored resources in order of creation; a copy. A part costs what it holds, not what there is.
   *
   * @param offset How many of the oldest are left out. Default 0.
   * @param limit How many there are at most. Default: all.
   */
  list(offset?: number, limit?: number): Resource[] {
    return this.#listOf().list(offset, limit) as Resource[];
  }

  /** What {@link restore} takes back; its collections are not in it. */
  snapshot(): readonly Resource[] {
    return this.list();
  }

  /** Puts a snapshot's state back, whatever has happened since. */
  restore(snapshot: readonly Resource[]): void {
    this.restoreAll({ resources: snapshot as readonly JsonObject[], collections: new Map() });
  }

  /**
   * Replaces everything, in its collections too.
   *
   * @internal
   */
  restoreAll(content: StoreContent): void {
    this.#journal?.replace(content);
    this.#lists.clear();
    this.#lastNumbers.clear();
    this.#total = 0;
    this.#put(copies(content.resources));
    for (const [name, resources] of content.collections) this.#put(copies(resources), name);
    this.#changes += 1;
  }

  /** Forgets everything, what its collections have too. */
  reset(): void {
    this.restore([]);
  }

  /**
   * Everything that there is, not to be changed.
   *
   * @internal
   */
  content(): StoreContent {
    return {
      resources: this.#listOf().all,
      collections: new Map(this.#collections().map(([name, { all }]) => [name, all])),
    };
  }

  /**
   * Tells a journal of every change from now on. Default: none, everything is in memory only.
   *
   * @internal
   */
  keepIn(journal: StoreJournal | undefined): void {
    this.#journal = journal;
  }

  #collections(): (readonly [name: string, list: ResourceList])[] {
    return [...this.#lists].flatMap(([name, list]) =>
      name === undefined ? [] : [[name, list] as const],
    );
  }

  #add(resources: readonly JsonObject[], name?: string): void {
    if (resources.length === 0) return;
    this.#journal?.add(resources, name);
    const list = this.#madeList(name);
    for (const resource of resources) list.keep(resource);
    this.#total += resources.length;
    this.#changes += 1;
  }

  #replace(resource: JsonObject, by: JsonObject | undefined, name?: string): void {
    const list = this.#listOf(name);
    const place = list.placeOf(resource);
    if (place === -1) return;
    const total = this.#total - (by === undefined ? 1 : 0);
    this.#journal?.change({ place, old: resource, by, collection: name, total }, () =>
      this.#contentWith(list.replaced(place, by), name),
    );
    list.replace(place, by);
    this.#total = total;
    if (list.size === 0) this.#lists.delete(name);
    this.#changes += 1;
  }

  #setLastNumber(number: number | undefined, name?: string): void {
    if (number === undefined) this.#lastNumbers.delete(name);
    else this.#lastNumbers.set(name, number);
  }

  #contentWith(resources: readonly JsonObject[], name: string | undefined): StoreContent {
    const content = this.content();
    if (name === undefined) return { ...content, resources };
    return { ...content, collections: new Map(content.collections).set(name, resources) };
  }

  #put(resources: JsonObject[], name?: string): void {
    this.#total += resources.length - this.#listOf(name).size;
    if (resources.length === 0) this.#lists.delete(name);
    else this.#madeList(name).set(resources);
  }

  #listOf(name?: string): ResourceList {
    return this.#lists.get(name) ?? NOTHING;
  }

  #madeList(name?: string): ResourceList {
    const list = this.#lists.get(name) ?? new ResourceList();
    this.#lists.set(name, list);
    return list;
  }
}

function copies(resources: readonly JsonObject[]): JsonObject[] {
  return resources.map((resource) => ({ ...resource }));
}
