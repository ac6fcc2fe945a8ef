import type { ManagedCollection, ManagedStore } from '../../mock/resource-store.ts';
import type { AnswerMemory } from '../../mock/repeated-requests.ts';
import { StateError } from '../../mock/state-error.ts';
import type { StoreContent } from '../../mock/store-journal.ts';
import type { MockResponse } from '../../http/message.ts';
import type { JsonObject, JsonValue } from '../../openapi/json/json-value.ts';
import type { SharedRead } from './shared-store.ts';
import {
  type Transaction,
  keyText,
  originOf,
  resourceFrom,
  textOfResource,
} from './transaction.ts';

/** Name of what the store itself holds. */
const ITSELF = '';

/** What is stored in a shared sandbox, as the transaction sees it that is under way. */
export class SharedResources implements ManagedStore {
  /** What is under way; everything else is refused. */
  current: Transaction | undefined;
  readonly #identityOf: (collection: string | undefined) => string | undefined;
  readonly #limit: number | 'exact';
  readonly #parsed = new WeakMap<readonly string[], JsonObject[]>();

  /**
   * @param identityOf The property by which resources of a collection are looked for.
   * @param limit How many resources there may be.
   */
  constructor(identityOf: (collection: string | undefined) => string | undefined, limit: number) {
    this.#identityOf = identityOf;
    this.#limit = limit;
  }

  /** Whether the number of all resources must be exact: it is, where somebody is told of it. */
  isExact = false;

  readonly answers: AnswerMemory = {
    get: (name) => {
      const given = this.#transaction.writes.find(
        ([kind, key]) => kind === 'answer' && key === name,
      );
      if (given !== undefined) return JSON.parse(given[2]!) as MockResponse;
      const { values } = this.#transaction.readOrNone(['answer', name]);
      return values[0] === undefined ? undefined : (JSON.parse(values[0]) as MockResponse);
    },
    set: (name, answer) => this.#transaction.write(['answer', name, JSON.stringify(answer)]),
  };

  get total(): number {
    const transaction = this.#transaction;
    const { values } = transaction.read(['total', this.isExact ? 'exact' : this.#limit]);
    return Number(values[0]) + transaction.more;
  }

  get size(): number {
    return this.#size(ITSELF);
  }

  get lastNumber(): number | undefined {
    return this.#lastNumber(ITSELF);
  }

  set lastNumber(number: number | undefined) {
    this.#setLastNumber(ITSELF, number);
  }

  /** Who follows the sandbox is told by the store. */
  get changes(): number {
    return 0;
  }

  find(property: string, value: JsonValue): JsonObject | undefined {
    return this.#find(ITSELF, property, value);
  }

  list(offset?: number, limit?: number): JsonObject[] {
    return this.#copies(ITSELF, offset, limit);
  }

  add(resource: JsonObject): void {
    this.#add(ITSELF, [resource]);
  }

  addAll(resources: readonly JsonObject[]): void {
    this.#add(ITSELF, resources);
  }

  replace(resource: JsonObject, by: JsonObject | undefined): void {
    this.#replace(ITSELF, resource, by);
  }

  reset(): void {
    this.restoreAll({ resources: [], collections: new Map() });
  }

  restoreAll({ resources, collections }: StoreContent): void {
    this.#transaction.write(['clear-all']);
    this.#add(ITSELF, resources);
    for (const [name, list] of collections) this.#add(name, list);
  }

  names(): string[] {
    const { values } = this.#transaction.read(['names']);
    return values.filter((name) => name !== ITSELF);
  }

  sizes(): ReadonlyMap<string, number> {
    const { values } = this.#transaction.read(['sizes']);
    const sizes = new Map<string, number>();
    for (let i = 0; i < values.length; i += 2) {
      if (values[i] !== ITSELF) sizes.set(values[i]!, Number(values[i + 1]));
    }
    return sizes;
  }

  removeBelow(start: string): void {
    this.#transaction.write(['clear-below', start]);
  }

  collection(name: string): ManagedCollection {
    const sizeOf = (): number => this.#size(name);
    const lastNumber = (): number | undefined => this.#lastNumber(name);
    const setLastNumber = (number: number | undefined): void => this.#setLastNumber(name, number);
    return {
      get size() {
        return sizeOf();
      },
      get lastNumber() {
        return lastNumber();
      },
      set lastNumber(number) {
        setLastNumber(number);
      },
      find: (property, value) => this.#find(name, property, value),
      list: (offset, limit) => this.#copies(name, offset, limit),
      add: (resource) => this.#add(name, [resource]),
      addAll: (resources) => this.#add(name, resources),
      replace: (resource, by) => this.#replace(name, resource, by),
      reset: () => this.#transaction.write(['clear', name]),
      collection: (other) => this.collection(other),
    };
  }

  get #transaction(): Transaction {
    if (this.current !== undefined) return this.current;
    throw new StateError(
      'shared-store',
      'Failed to look into the store: it is shared with other processes. Use requests or the control API.',
    );
  }

  #find(collection: string, property: string, value: JsonValue): JsonObject | undefined {
    const key = keyText(value);
    const isIndexed = property === this.#identityOf(collection || undefined);
    if (!isIndexed || this.#isChangedAt(collection, key)) {
      return this.#all(collection).find((resource) => keyText(resource[property]) === key);
    }
    const { values } = this.#transaction.readOrNone(['find', collection, key]);
    return this.#resources(values)[0];
  }

  /** Whether what has this key may be another one than before. */
  #isChangedAt(collection: string, key: string): boolean {
    return this.#transaction.writes.some((write) => {
      const [kind, where] = write;
      if (kind === 'add' && where === collection) return write.includes(key, 2);
      return (
        kind === 'clear-all' || kind === 'clear-below' || (OTHERS.has(kind) && where === collection)
      );
    });
  }

  /** What is read after a change sees the change. */
  #isChanged(collection: string): boolean {
    return this.#transaction.writes.some(([kind, where]) => {
      if (kind === 'clear-all' || kind === 'clear-below') return true;
      return (kind === 'add' || OTHERS.has(kind)) && where === collection;
    });
  }

  #copies(collection: string, offset = 0, limit = Infinity): JsonObject[] {
    const all = this.#isChanged(collection)
      ? this.#all(collection).slice(offset, offset + limit)
      : this.#read(['list', collection, offset, Number.isFinite(limit) ? limit : -1]);
    return all.map((resource) => ({ ...resource }));
  }

  /** With what this transaction has changed. */
  #all(collection: string): JsonObject[] {
    let all = [...this.#read(['list', collection, 0, -1])];
    for (const write of this.#transaction.writes) {
      const [kind, where, seq] = write;
      const isAll = kind === 'clear-all' || (kind === 'clear' && where === collection);
      if (isAll || (kind === 'clear-below' && collection.startsWith(where))) all = [];
      if (where !== collection) continue;
      if (kind === 'add') all.push(...addedBy(write));
      const place = all.findIndex((resource) => originOf(resource)?.seq === seq);
      if (place === -1) continue;
      if (kind === 'remove') all.splice(place, 1);
      if (kind === 'replace') all[place] = resourceFrom(seq, `\n${write[3]}\n${write[4]}`);
    }
    return all;
  }

  #read(read: SharedRead): JsonObject[] {
    return this.#resources(this.#transaction.read(read).values);
  }

  /** Each parsed once: what is found is the same object as long as it is as it was. */
  #resources(values: readonly string[]): JsonObject[] {
    const parsed = this.#parsed.get(values);
    if (parsed !== undefined) return parsed;
    const resources: JsonObject[] = [];
    for (let i = 0; i < values.length; i += 2) {
      resources.push(resourceFrom(values[i]!, values[i + 1]!));
    }
    this.#parsed.set(values, resources);
    return resources;
  }

  #add(collection: string, resources: readonly JsonObject[]): void {
    if (resources.length === 0) return;
    const identity = this.#identityOf(collection || undefined);
    const write: [kind: 'add', collection: string, ...resources: string[]] = ['add', collection];
    for (const resource of resources) {
      write.push(keyIn(resource, identity), textOfResource(resource));
    }
    this.#transaction.write(write);
  }

  #replace(collection: string, resource: JsonObject, by: JsonObject | undefined): void {
    const origin = originOf(resource);
    if (origin === undefined) return;
    const { seq } = origin;
    if (by === undefined) this.#transaction.write(['remove', collection, seq]);
    else {
      const key = keyIn(by, this.#identityOf(collection || undefined));
      this.#transaction.write(['replace', collection, seq, key, textOfResource(by)]);
    }
  }

  #size(collection: string): number {
    if (this.#isChanged(collection)) return this.#all(collection).length;
    return Number(this.#transaction.read(['size', collection]).token);
  }

  #lastNumber(collection: string): number | undefined {
    const { writes } = this.#transaction;
    const set = writes.findLast(([kind, where]) => {
      return (
        kind === 'clear-all' || ((kind === 'number' || kind === 'clear') && where === collection)
      );
    });
    const token = set === undefined ? this.#transaction.read(['number', collection]).token : set[2];
    return token === undefined || token === '-' ? undefined : Number(token);
  }

  #setLastNumber(collection: string, number: number | undefined): void {
    this.#transaction.write(['number', collection, number === undefined ? '-' : String(number)]);
  }
}

/** What changes a resource that is there. */
const OTHERS: ReadonlySet<string> = new Set(['replace', 'remove', 'clear']);

function keyIn(resource: JsonObject, identity: string | undefined): string {
  return identity === undefined ? '' : keyText(resource[identity]);
}

function addedBy(write: readonly string[]): JsonObject[] {
  const added: JsonObject[] = [];
  for (let i = 2; i < write.length; i += 2) {
    added.push(resourceFrom('', `\n${write[i]}\n${write[i + 1]}`));
  }
  return added;
}
