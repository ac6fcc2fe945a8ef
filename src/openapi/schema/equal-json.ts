import { compareNumbers, numberKey } from '../json/exact-number.ts';
import { type JsonValue, isJsonNumber, isJsonObject } from '../json/json-value.ts';
import { stringifyJson } from '../json/stringify-json.ts';

/** Levels that are compared one by one. What is deeper, which would take the whole stack, is compared as text. */
const LEVELS = 500;

/** Equality of JSON values: numbers by mathematical value, objects without regard to order. */
export function equalJson(left: JsonValue, right: JsonValue): boolean {
  return equalAt(0, left, right);
}

function equalAt(level: number, left: JsonValue, right: JsonValue): boolean {
  if (isJsonNumber(left) && isJsonNumber(right)) return compareNumbers(left, right) === 0;
  if (level > LEVELS) return stringifyJson(left) === stringifyJson(right);
  if (Array.isArray(left) && Array.isArray(right)) {
    return (
      left.length === right.length && left.every((item, i) => equalAt(level + 1, item, right[i]!))
    );
  }
  if (isJsonObject(left) && isJsonObject(right)) {
    const keys = Object.keys(left);
    return (
      keys.length === Object.keys(right).length &&
      keys.every((key) => Object.hasOwn(right, key) && equalAt(level + 1, left[key]!, right[key]!))
    );
  }
  return left === right;
}

/** A text that two values share exactly where they are equal, so that a Set can find them. */
export function valueKey(value: JsonValue): string {
  return keyAt(0, value);
}

function keyAt(level: number, value: JsonValue): string {
  if (isJsonNumber(value)) return numberKey(value);
  if (level > LEVELS) return stringifyJson(value);
  if (Array.isArray(value)) {
    return `[${value.map((item) => keyAt(level + 1, item)).join(',')}]`;
  }
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${keyAt(level + 1, value[key]!)}`);
  return `{${members.join(',')}}`;
}
