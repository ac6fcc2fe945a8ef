import type { JsonObject, JsonValue } from '../openapi/json/json-value.ts';
import { showJson } from '../openapi/json/stringify-json.ts';

export type Key = string | number | bigint | boolean | null;

/** A value as a key: `1`, `1n` and `1.0` are the same id, `"1"` is another. */
export function keyOf(value: JsonValue): Key {
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
