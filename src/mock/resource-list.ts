import type { JsonObject, JsonValue } from '../openapi/json/json-value.ts';
import { showJson } from '../openapi/json/stringify-json.ts';

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

/** Resources in order of creation, with exact look-up by any property. */
export class ResourceList<Resource extends object = JsonObject> {
  #resources: Resource[] = [];
  /** By property, made at the first look-up: a property that nobody asks for costs nothing. */
  readonly #indexes = new Map<string, Map<Key, Resource>>();

  get size(): number {
    return this.#resources.length;
  }

  /** All of them, themselves: not to be changed. */
  get all(): readonly Resource[] {
    return this.#resources;
  }

  /** The first one whose property has exactly this value. */
  find(property: string, value: JsonValue): JsonObject | undefined {
    return this.#index(property).get(keyOf(value)) as JsonObject | undefined;
  }

  /** Copies. A part costs what it holds, not what there is. */
  list(offset = 0, limit: number = Number.POSITIVE_INFINITY): Resource[] {
    return this.#resources.slice(offset, offset + limit).map((resource) => ({ ...resource }));
  }

  /** Keeps one as the newest. */
  keep(resource: Resource): void {
    this.#resources.push(resource);
    for (const [property, index] of this.#indexes) note(index, property, resource);
  }

  /** These instead of all that there are. */
  set(resources: Resource[]): void {
    this.#resources = resources;
    this.#indexes.clear();
  }

  /** As all would be with another in a resource's place; `undefined` where it isn't there. */
  replaced(resource: Resource, by: Resource | undefined): Resource[] | undefined {
    const place = this.#resources.indexOf(resource);
    if (place === -1) return undefined;
    return this.#resources.toSpliced(place, 1, ...(by === undefined ? [] : [by]));
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
