/** What is stored, as the control API lists it and changes it one by one. */
import { readings } from '../../mock/identify-resources.ts';
import type { Collection } from '../../mock/collection.ts';
import type { ManagedCollection } from '../../mock/resource-store.ts';
import { StateError } from '../../mock/state-error.ts';
import { compareValues } from '../../model/lists/compare-values.ts';
import { mentions } from '../../model/lists/filters.ts';
import type { JsonObject, JsonValue } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { ControlError } from './reply.ts';

type Parameters = Readonly<Record<string, JsonValue>>;

/** A part of a list: those that have all words of `q` in their values, in the order of `sort`. */
export function selectResources(
  kept: ManagedCollection,
  { q = '', sort = '', offset, limit }: Parameters,
): { readonly resources: readonly JsonObject[]; readonly total: number } {
  const [first, count] = [Number(offset), Number(limit)];
  if (q === '' && sort === '') return { resources: kept.list(first, count), total: kept.size };
  const words = textOf(q).trim();
  const found = words === '' ? kept.list() : kept.list().filter((one) => mentions(one, words));
  if (sort !== '') found.sort(orderBy(textOf(sort)));
  return { resources: found.slice(first, first + count), total: found.length };
}

/** Whatever lacks the property comes last. */
function orderBy(sort: string): (left: JsonObject, right: JsonObject) => number {
  const isDescending = sort.startsWith('-');
  const name = isDescending ? sort.slice(1) : sort;
  return (left, right) => {
    const [one, other] = [left[name], right[name]];
    if (one === undefined || other === undefined) {
      return Number(one === undefined) - Number(other === undefined);
    }
    const order = compareValues(one, other) ?? textOf(one).localeCompare(textOf(other));
    return isDescending ? -order : order;
  };
}

/** One stored resource, by the text of its identity. */
export class StoredResource {
  readonly #collection: Collection;
  readonly #text: string;

  constructor(collection: Collection, text: JsonValue | undefined) {
    this.#collection = collection;
    this.#text = textOf(text ?? '');
  }

  /** @throws {ControlError} where there is none. */
  get(): JsonObject {
    const value = [...readings(this.#text)].find((one) => this.#collection.has(one));
    const found = value === undefined ? undefined : this.#collection.get(value);
    if (found !== undefined) return found;
    const { path, identity } = this.#collection;
    const message = `${path} has none whose ${identity} is ${JSON.stringify(this.#text.slice(0, 100))}.`;
    throw new ControlError(404, 'unknown-resource', message);
  }

  /**
   * Puts another in its place, or as the newest where there is none.
   *
   * @throws {StateError} where it is not of this identity, or can't be kept.
   */
  put(resource: JsonObject): JsonObject {
    const { identity = '', path } = this.#collection;
    const given = resource[identity];
    if (given !== undefined && textOf(given) !== this.#text) {
      const cause = `${identity} is ${textOf(given).slice(0, 100)}, and the address says ${this.#text.slice(0, 100)}`;
      throw new StateError('other-identity', `Failed to put into ${path}: ${cause}.`);
    }
    this.#collection.put(resource);
    return resource;
  }

  /** @throws {ControlError} where there is none. */
  remove(): void {
    const { [this.#collection.identity ?? '']: value = null } = this.get();
    this.#collection.remove(value);
  }
}
