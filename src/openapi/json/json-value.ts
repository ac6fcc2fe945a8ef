/**
 * A JSON number that neither `number` nor `bigint` can hold without a loss: a fraction that would
 * round to an integer, or an integer of more than 400 digits. It keeps the text that was read.
 */
export class RawNumber {
  readonly source: string;
  /** True where the number's mathematical value is an integer (JSON Schema 2020-12, 4.2.3). */
  readonly isInteger: boolean;

  constructor(source: string, isInteger: boolean) {
    this.source = source;
    this.isInteger = isInteger;
  }

  /** Lets JSON.stringify write the number, not an object with the number's parts. */
  toJSON(): unknown {
    return rawJson(this.source);
  }
}

/**
 * A JSON number with its exact integer value: `number` for safe integers and for fractions,
 * `bigint` for integers beyond ±(2^53-1), {@link RawNumber} for what neither can hold.
 */
export type JsonNumber = number | bigint | RawNumber;

/** A parsed JSON object. Keys are own properties, `__proto__` included. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** A JSON text's value (RFC 8259), with exact integers. */
export type JsonValue = null | boolean | string | JsonNumber | JsonValue[] | JsonObject;

export function isJsonNumber(value: JsonValue | undefined): value is JsonNumber {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof RawNumber;
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof RawNumber)
  );
}

/** The object that a value is; an empty one where it is none. */
export function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Whether the number's mathematical value is an integer; `1.0` and `1e2` are. */
export function isIntegerValue(value: JsonNumber): boolean {
  if (typeof value === 'number') return Number.isInteger(value);
  return typeof value === 'bigint' || value.isInteger;
}

/** The seven names that messages use: JSON Schema's types. */
export function typeName(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isJsonNumber(value)) return isIntegerValue(value) ? 'integer' : 'number';
  return typeof value;
}

/** Sets an own property; a key `__proto__` must not change the prototype. */
export function setProperty(target: JsonObject, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else {
    target[key] = value;
  }
}

/** An own property's value; `undefined` where it isn't an object, or hasn't the key itself. */
export function getProperty(target: JsonValue | undefined, key: string): JsonValue | undefined {
  return isJsonObject(target) && Object.hasOwn(target, key) ? target[key] : undefined;
}

/** The value at the end of a path of object keys and array indices. */
export function propertyAt(
  value: JsonValue | undefined,
  path: readonly string[],
): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (target, key) => (Array.isArray(target) ? target[Number(key)] : getProperty(target, key)),
    value,
  );
}

/** Those properties of a value that are named; none of what is no object. */
export function pickProperties(
  source: JsonValue | undefined,
  names: readonly string[],
): JsonObject {
  const picked: JsonObject = {};
  if (!isJsonObject(source)) return picked;
  for (const name of names) {
    const value = getProperty(source, name);
    if (value !== undefined) setProperty(picked, name, value);
  }
  return picked;
}

/** A copy that shares nothing with the original that can be changed. */
export function copyJson(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(copyJson);
  if (!isJsonObject(value)) return value;
  const copy: JsonObject = {};
  for (const [key, part] of Object.entries(value)) setProperty(copy, key, copyJson(part));
  return copy;
}

// TypeScript's libraries don't know it yet.
const json = JSON as typeof JSON & { rawJSON(this: void, text: string): unknown };

/**
 * Makes JSON.stringify write a primitive value's text as it is (ECMA-262, JSON.rawJSON).
 *
 * @throws {SyntaxError} where the text is not one primitive JSON value.
 */
export const rawJson: (text: string) => unknown = json.rawJSON;
