import { compareNumbers, numberKey } from '../json/exact-number.ts';
import { type JsonValue, isJsonNumber, isJsonObject } from '../json/json-value.ts';

/** Equality of JSON values: numbers by mathematical value, objects without regard to order. */
export function equalJson(left: JsonValue, right: JsonValue): boolean {
  if (isJsonNumber(left) && isJsonNumber(right)) return compareNumbers(left, right) === 0;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, i) => equalJson(item, right[i]!));
  }
  if (isJsonObject(left) && isJsonObject(right)) {
    const keys = Object.keys(left);
    return (
      keys.length === Object.keys(right).length &&
      keys.every((key) => Object.hasOwn(right, key) && equalJson(left[key]!, right[key]!))
    );
  }
  return left === right;
}

/** A text that two values share exactly where they are equal, so that a Set can find them. */
export function valueKey(value: JsonValue): string {
  if (isJsonNumber(value)) return numberKey(value);
  if (Array.isArray(value)) return `[${value.map(valueKey).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${valueKey(value[key]!)}`);
  return `{${members.join(',')}}`;
}
