/** A map made from another one, of which each value is made when it is first asked for. */
export class LazyMap<Key, Source, Value> implements ReadonlyMap<Key, Value> {
  readonly #sources: ReadonlyMap<Key, Source>;
  readonly #make: (source: Source, key: Key) => Value;
  readonly #made = new Map<Key, Value>();

  constructor(sources: ReadonlyMap<Key, Source>, make: (source: Source, key: Key) => Value) {
    this.#sources = sources;
    this.#make = make;
  }

  get size(): number {
    return this.#sources.size;
  }

  has(key: Key): boolean {
    return this.#sources.has(key);
  }

  get(key: Key): Value | undefined {
    return this.has(key) ? this.#valueOf(key) : undefined;
  }

  keys(): MapIterator<Key> {
    return this.#sources.keys();
  }

  *values(): Generator<Value, undefined> {
    for (const key of this.keys()) yield this.#valueOf(key);
  }

  *entries(): Generator<[Key, Value], undefined> {
    for (const key of this.keys()) yield [key, this.#valueOf(key)];
  }

  [Symbol.iterator](): Generator<[Key, Value], undefined> {
    return this.entries();
  }

  forEach(visit: (value: Value, key: Key, map: ReadonlyMap<Key, Value>) => void): void {
    for (const [key, value] of this) visit(value, key, this);
  }

  /** @param key One that there is. */
  #valueOf(key: Key): Value {
    if (!this.#made.has(key)) this.#made.set(key, this.#make(this.#sources.get(key)!, key));
    return this.#made.get(key)!;
  }
}
