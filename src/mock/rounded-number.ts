import { childPointer } from '../openapi/pointer.ts';
import { type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';

/**
 * What is wrong with a value in code: an integer beyond 2^53 that is a `number`, and so was rounded
 * before anyone could see it. From JSON text there are none: those are bigints.
 */
export function roundedNumber(value: JsonValue, pointer = ''): string | undefined {
  if (typeof value === 'number') {
    if (!Number.isInteger(value) || Number.isSafeInteger(value)) return undefined;
    return `${pointer.slice(1)} ${BigInt(value)} may have been rounded, write integers beyond 2^53 as bigint, with an n at the end`;
  }
  const parts = Array.isArray(value) || isJsonObject(value) ? Object.entries(value) : [];
  for (const [name, part] of parts) {
    const found = roundedNumber(part, childPointer(pointer, name));
    if (found !== undefined) return found;
  }
  return undefined;
}
