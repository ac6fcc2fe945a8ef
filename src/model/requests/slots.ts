/** The places in a body: its properties, at any depth, what stands there, and which carry the run's mark. */
import {
  type JsonObject,
  type JsonValue,
  isJsonObject,
  getProperty,
  propertyAt,
  setProperty,
} from '../../openapi/json/json-value.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { isBytes } from '../form.ts';
import { type Members, isWrapper } from '../json-api.ts';
import type { CreatedIdentity } from '../resources/identity.ts';
import { isFormedText } from '../believable/formed-texts.ts';
import { freshText } from './fresh-identity.ts';

/** A property of a body, at any depth. */
export interface Slot {
  readonly path: readonly string[];
  readonly schema: EffectiveSchema;
  readonly required: boolean;
}

/** A copy with another value at a path; `undefined` removes it. */
export function withValue(
  value: JsonValue,
  path: readonly string[],
  replacement: JsonValue | undefined,
): JsonValue {
  const draft = new Draft(value);
  draft.set(path, replacement);
  return draft.value;
}

/** A copy to be changed at many places: what leads to them is copied once. */
export class Draft {
  #value: JsonValue;
  readonly #copies = new Set<JsonValue>();

  constructor(value: JsonValue) {
    this.#value = value;
  }

  get value(): JsonValue {
    return this.#value;
  }

  /** Puts another value at a path; `undefined` removes it. */
  set([...path]: readonly string[], replacement: JsonValue | undefined): void {
    const last = path.pop();
    if (last === undefined) {
      this.#value = replacement ?? null;
      return;
    }
    let owner = this.#copyOf(this.#value);
    this.#value = owner;
    for (const key of path) {
      const copy = this.#copyOf(propertyAt(owner, [key]) ?? {});
      setMember(owner, key, copy);
      owner = copy;
    }
    setMember(owner, last, replacement);
  }

  /** One that nothing else has. */
  #copyOf(value: JsonValue): JsonObject | JsonValue[] {
    if (this.#copies.has(value)) return value as JsonObject | JsonValue[];
    const copy = Array.isArray(value) ? [...value] : isJsonObject(value) ? { ...value } : {};
    this.#copies.add(copy);
    return copy;
  }
}

/** A list only has what it has, and keeps its length: null stands where an item is removed. */
function setMember(owner: JsonObject | JsonValue[], key: string, value?: JsonValue): void {
  if (Array.isArray(owner)) {
    if (owner[Number(key)] !== undefined) owner[Number(key)] = value ?? null;
  } else if (value === undefined) delete owner[key];
  else setProperty(owner, key, value);
}

/** The values at a path of keys, in each item of the lists that it goes through; null is none. */
export function valuesAt(value: JsonValue, [key, ...rest]: readonly string[]): JsonValue[] {
  if (value === null) return [];
  if (key === undefined) return [value];
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, rest));
  const child = getProperty(value, key);
  return child === undefined ? [] : valuesAt(child, rest);
}

export function samePath(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((key, i) => key === right[i]);
}

/** Properties of the value's objects; deeper than three levels, mistakes repeat themselves. */
export function slotsOf(owner: Members, value: JsonValue, path: readonly string[]): Slot[] {
  if (path.filter((key) => !isWrapper(key)).length >= 3) return [];
  if (Array.isArray(value)) return itemSlots(owner, value, path);
  if (!isJsonObject(value)) return [];
  const slots: Slot[] = [];
  for (const [name, schema] of owner.properties) {
    const child = value[name];
    if (child === undefined) continue;
    const slot: Slot = { path: [...path, name], schema, required: owner.required.has(name) };
    slots.push(slot, ...slotsOf(schema, child, slot.path));
  }
  return [...slots, ...memberSlots(owner, value, path)];
}

/** Of the members of a map, the first stands for all. */
function memberSlots(
  { properties, additional, required }: Members,
  value: JsonObject,
  path: readonly string[],
): Slot[] {
  const name = Object.keys(value).find((key) => !properties.has(key));
  // Where nothing is said of them, there is nothing to try.
  if (name === undefined || additional === undefined || additional.types.length > MOST_TYPES) {
    return [];
  }
  const slot: Slot = { path: [...path, name], schema: additional, required: required.has(name) };
  const member = value[name]!;
  // What says again under which name it stands can't be another by itself.
  const slots = slotsOf(additional, member, slot.path).filter(
    (inner) => propertyAt(member, inner.path.slice(slot.path.length)) !== name,
  );
  return [slot, ...slots];
}

/** A schema that says something of the type has no more. */
const MOST_TYPES = 4;

/** The first item stands for all. */
function itemSlots(
  { items: schema }: Members,
  value: readonly JsonValue[],
  path: readonly string[],
): Slot[] {
  const [first] = value;
  if (first === undefined || schema === undefined) return [];
  // An item can't be left out: the list would be shorter.
  const slot: Slot = { path: [...path, '0'], schema, required: false };
  return [slot, ...slotsOf(schema, first, slot.path)];
}

/** Which properties name what a body is about, and what else. */
export interface Names {
  readonly created?: CreatedIdentity | undefined;
  readonly fromPath: readonly (string | undefined)[];
}

/** Whether it is a property of the body, or of its first item, with this name. */
export function isNamed({ path }: Slot, name: string | undefined): boolean {
  return isTop(path) && path.at(-1) === name;
}

export function isTop(path: readonly string[]): boolean {
  return path.length === 1 || isItem(path);
}

/** Whether it is a property of a list's first item. */
export function isItem(path: readonly string[]): boolean {
  return path.length === 2 && path[0] === '0';
}

/** Whether it is the property by which paths name what is created. */
export function isCreated(
  { path }: Slot,
  { name = '', envelope = [] }: Partial<CreatedIdentity> = {},
): boolean {
  const isInside = samePath(path, [...envelope, name]);
  return isInside || (envelope.length === 0 && isItem(path) && path.at(-1) === name);
}

/** Free texts, required ones first, and `name` and its like before others. */
export function markSlots(
  slots: readonly Slot[],
  { created, fromPath }: Names,
  value: JsonValue,
): Slot[] {
  const free = slots.filter(
    (slot) =>
      isWords(propertyAt(value, slot.path)) &&
      !isFormedText(slot.path.at(-1)!) &&
      // Of those, fresh ones have the mark in them as it is.
      freshText(slot.path.at(-1)!, slot.schema)?.isAlwaysDrawn !== true &&
      isTop(slot.path) &&
      !isCreated(slot, created) &&
      !fromPath.some((name) => isNamed(slot, name)) &&
      slot.schema.types.includes('string') &&
      isFreeText(slot.schema),
  );
  const required = free.filter((slot) => slot.required);
  // An optional one with an example may be a word of the service's own.
  const optional = free.filter((slot) => !slot.required && slot.schema.examples.length === 0);
  const rank = ({ path }: Slot): number => (/^(name|title|label)$/i.test(path.at(-1)!) ? 0 : 1);
  const ordered = [required, optional].flatMap((some) =>
    some.toSorted((a, b) => rank(a) - rank(b)),
  );
  const [first, ...others] = ordered;
  const isKey = ({ path, schema }: Slot): boolean => freshText(path.at(-1)!, schema) !== undefined;
  return first === undefined ? [] : [first, ...others.filter((slot) => !isKey(slot))];
}

/** Not an address, a URL, a path, a code, a date or the like, of which no schema says what it is. */
function isWords(text: JsonValue | undefined): boolean {
  const isPlain = typeof text === 'string' && /^\p{L}[\p{L}\p{N} ,.'!?()&_-]{2,}$/u.test(text);
  return isPlain && !CODE.test(text);
}

const CODE = /^[A-Z]{3}$|\.\w+$|^[\da-fA-F]{8}-[\da-fA-F]{4}-/;

/** Room for a mark and a word. */
const LEAST_ROOM = 40;

function isFreeText(schema: EffectiveSchema): boolean {
  const { format, pattern, values, maxLength = Infinity } = schema;
  const isPlain = format === undefined && pattern === undefined && values === undefined;
  return isPlain && maxLength >= LEAST_ROOM && !isBytes(schema);
}
