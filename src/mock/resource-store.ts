import type { JsonObject, JsonValue } from '../openapi/json/json-value.ts';
import type { StoreContent, StoreJournal } from './store-journal.ts';
import { ResourceList } from './resource-list.ts';
import { type AnswerMemory, RememberedAnswers } from './repeated-requests.ts';
import { type StoreRoom, bytesOf } from './store-room.ts';

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
  /** Takes away what the collections hold whose names begin so. Default: there are none. */
  removeBelow?(start: string): void;
  /** The names of those that hold something. Default: there are none. */
  names?(): Iterable<string>;
  /** How many are stored. */
  readonly size: number;
  /** How many are stored with those of its collections. Default: its size. */
  readonly total?: number;
  /**
   * The highest number that an identity was made of, kept by who makes them so that none is given
   * away twice. `undefined` where nothing was made or deleted since the contents were last replaced.
   */
  lastNumber?: number | undefined;
  /** What was answered to requests with an idempotency key; gone when nothing is stored any more. Default: nothing is kept. */
  readonly answers?: AnswerMemory | undefined;
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

const NOTHING: ResourceList = new ResourceList();

/** A store in memory, in order of creation, with exact look-up by any property. */
export class MemoryStore<Resource extends object = JsonObject> implements ResourceStore {
  /** By collection, the store's own without a name. None is empty: to ask for what was never there costs nothing. */
  readonly #lists = new Map<string | undefined, ResourceList>();
  /** The same; kept when a list loses its last resource. */
  readonly #lastNumbers = new Map<string | undefined, number>();
  /** @internal */
  readonly answers: RememberedAnswers = new RememberedAnswers();
  #total = 0;
  #changes = 0;
  #journal: StoreJournal | undefined;
  #room: StoreRoom | undefined;
  /** What it takes of its room. */
  #bytes = 0;

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
        this.#within(
          () => -bytesOf(held().all),
          () => this.#journal?.replace(this.#contentWith([], name)),
        );
        this.#put([], name);
        this.#setLastNumber(undefined, name);
        this.#changes += 1;
      },
      collection: (other) => this.collection(other),
    };
    return collection;
  }

  /** @throws what the journal throws; what was removed before stays so. */
  removeBelow(start: string): void {
    const below = this.#collections().filter(([name]) => name.startsWith(start));
    for (const [name, { all }] of below)
      for (const resource of all.toReversed()) this.#replace(resource, undefined, name);
  }

  /**
   * Of the collections that hold something.
   *
   * @internal
   */
  names(): string[] {
    return [...this.#lists.keys()].filter((name) => name !== undefined);
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
    this.#within(
      () => bytesOfAll(content) - this.#bytes,
      () => this.#journal?.replace(content),
    );
    this.#lists.clear();
    this.#lastNumbers.clear();
    this.answers.clear();
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

  /**
   * Takes what is stored from now on out of a room that it shares. Default: there is no limit.
   *
   * @internal
   * @throws {StateError} where there is no room for what it holds.
   */
  keepWithin(room: StoreRoom | undefined): void {
    const bytes = room === undefined ? 0 : bytesOfAll(this.content());
    room?.take(bytes);
    this.#room?.take(-this.#bytes);
    this.#room = room;
    this.#bytes = bytes;
  }

  /** Takes room, then tells the journal: where either refuses, nothing has changed. */
  #within(count: () => number, tell: () => void): void {
    const more = this.#room === undefined ? 0 : count();
    this.#room?.take(more);
    try {
      tell();
    } catch (error) {
      this.#room?.take(-more);
      throw error;
    }
    this.#bytes += more;
  }

  #collections(): (readonly [name: string, list: ResourceList])[] {
    return [...this.#lists].flatMap(([name, list]) =>
      name === undefined ? [] : [[name, list] as const],
    );
  }

  #add(resources: readonly JsonObject[], name?: string): void {
    if (resources.length === 0) return;
    this.#within(
      () => bytesOf(resources),
      () => this.#journal?.add(resources, name),
    );
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
    const change = { place, old: resource, by, collection: name, total };
    this.#within(
      () => bytesOf(by === undefined ? [] : [by]) - bytesOf([resource]),
      () => this.#journal?.change(change, () => this.#contentWith(list.replaced(place, by), name)),
    );
    list.replace(place, by);
    this.#total = total;
    if (total === 0) this.answers.clear();
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
    if (this.#total === 0) this.answers.clear();
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

function bytesOfAll({ resources, collections }: StoreContent): number {
  return [resources, ...collections.values()].reduce((sum, list) => sum + bytesOf(list), 0);
}

function copies(resources: readonly JsonObject[]): JsonObject[] {
  return resources.map((resource) => ({ ...resource }));
}
