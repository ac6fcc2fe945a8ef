import {
  type JsonObject,
  type JsonValue,
  isIntegerValue,
  isJsonNumber,
  isJsonObject,
} from '../../openapi/json/json-value.ts';

/**
 * Values that are a step simpler, the boldest step first; none for the simplest. Keys, items and
 * characters are dropped, and what stays is made simpler in its place. A text keeps a character:
 * what the empty one means is a question of its own.
 */
export function* simplerValues(value: JsonValue): Generator<JsonValue> {
  if (typeof value === 'string') yield* simplerTexts(value);
  else if (isJsonNumber(value)) yield* simplerNumbers(value);
  else if (Array.isArray(value)) yield* simplerArrays(value);
  else if (isJsonObject(value)) yield* simplerObjects(value);
  else if (value === true) yield false;
}

function* simplerTexts(text: string): Generator<string> {
  if (text === 'a' || text === '') return;
  yield 'a';
  const characters = Array.from(text);
  const { length } = characters;
  if (length < 2) return;
  const half = Math.ceil(length / 2);
  yield characters.slice(0, half).join('');
  yield characters.slice(half).join('');
  // One by one only where few are left: every candidate costs a request.
  if (length > 8) return;
  for (let i = 0; i < length; i += 1) yield characters.toSpliced(i, 1).join('');
}

function* simplerNumbers(value: JsonValue): Generator<JsonValue> {
  if (!isJsonNumber(value) || value === 0) return;
  yield 0;
  if (value !== 1) yield 1;
  if (typeof value === 'bigint') yield value / 2n;
  else if (typeof value === 'number' && isIntegerValue(value) && Math.abs(value) > 3) {
    yield Math.trunc(value / 2);
  }
}

function* simplerArrays(items: readonly JsonValue[]): Generator<JsonValue> {
  for (let i = 0; i < items.length; i += 1) yield items.toSpliced(i, 1);
  for (const [i, item] of items.entries()) {
    for (const simpler of simplerValues(item)) yield items.with(i, simpler);
  }
}

function* simplerObjects(object: JsonObject): Generator<JsonObject> {
  const keys = Object.keys(object);
  for (const key of keys) {
    yield Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
  }
  for (const key of keys) {
    for (const simpler of simplerValues(object[key]!)) yield { ...object, [key]: simpler };
  }
}
