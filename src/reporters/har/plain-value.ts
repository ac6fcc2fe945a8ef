import { type JsonValue, isJsonNumber, isJsonObject } from '../openapi/json/json-value.ts';

/** Nobody has a reason to refuse a string this long, of letters, digits and common signs. */
const PLAIN_TEXT = /^(?=\S)[\p{L}\p{M}\p{N} .,:;!?'()/@&+_-]{1,60}(?<=\S)$/u;

/** Whether every value within is one that any service would take, if its schema allows it. */
export function isPlainValue(value: JsonValue): boolean {
  if (typeof value === 'string') return PLAIN_TEXT.test(value);
  if (isJsonNumber(value) || typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isPlainValue);
  return isJsonObject(value) && Object.values(value).every(isPlainValue);
}
