import type { JsonObject, JsonValue } from '../openapi/json/json-value.ts';
import { showJson } from '../openapi/json/stringify-json.ts';

/** Where the mock keeps what was created. */
export interface ResourceStore {
  /** The first stored resource whose property has exactly this value. */
  find(property: string, value: JsonValue): JsonObject | undefined;
  /** Keeps a resource as the newest. */
  add(resource: JsonObject): void;
  /** How many are stored. */
  readonly size: number;
}

/** A value as a key: `1`, `1n` and `1.0` are the same id, `"1"` is another. */
function keyOf(value: JsonValue): string {
  if (typeof value === 'string') return `"${value}`;
  const isScalar = typeof value !== 'object' || value === null;
  return isScalar ? String(value) : showJson(value, Number.POSITIVE_INFINITY);
}

/** A store in memory, in order of creation, with exact look-up by any property. */
export class MemoryStore<Resource extends object = JsonObject> implements ResourceStore {
  #resources: Resource[] = [];
  /** By property, made at the first look-up: a property that nobody asks for costs nothing. */
  readonly #indexes = new Map<string, Map<string, Resource>>();

  get size(): number {
    return this.#resources.length;
  }

  add(resource: JsonObject): void {
    this.#keep(resource as Resource);
  }

  find(property: string, value: JsonValue): JsonObject | undefined {
    return this.#index(property).get(keyOf(value)) as JsonObject | undefined;
  }

  /** The stored resources in order of creation; a copy. */
  list(): Resource[] {
    return this.#resources.map((resource) => ({ ...resource }));
  }

  /** What {@link restore} takes back. */
  snapshot(): readonly Resource[] {
    return this.list();
  }

  /** Puts a snapshot's state back, whatever has happened since. */
  restore(snapshot: readonly Resource[]): void {
    this.reset();
    for (const resource of snapshot) this.#keep({ ...resource });
  }

  /** Forgets everything. */
  reset(): void {
    this.#resources = [];
    this.#indexes.clear();
  }

  #keep(resource: Resource): void {
    this.#resources.push(resource);
    for (const [property, index] of this.#indexes) note(index, property, resource);
  }

  #index(property: string): Map<string, Resource> {
    const known = this.#indexes.get(property);
    if (known) return known;
    const index = new Map<string, Resource>();
    for (const resource of this.#resources) note(index, property, resource);
    this.#indexes.set(property, index);
    return index;
  }
}

function note(index: Map<string, unknown>, property: string, resource: object): void {
  const value = (resource as JsonObject)[property];
  if (value === undefined) return;
  const key = keyOf(value);
  // The first keeps its place where duplicates are accepted.
  if (!index.has(key)) index.set(key, resource);
}
