import { type JsonValue, isIntegerValue, isJsonNumber } from '../../openapi/json/json-value.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';

/**
 * How an integer was damaged, where it can be told from one that was made up: `rounded`, `cut to 32
 * bits` …
 */
export function integerChange(was: JsonValue, is: JsonValue): string | undefined {
  if (!isJsonNumber(was) || !isIntegerValue(was)) return undefined;
  if (typeof is === 'string' && is === showJson(was, 500)) return 'as a string';
  if (is === null) return 'as null';
  if (typeof is !== 'number' && typeof is !== 'bigint') {
    return isJsonNumber(is) ? 'rounded' : undefined;
  }
  if (typeof was !== 'number' && typeof was !== 'bigint') return undefined;
  if (!isIntegerValue(is)) return 'as a fraction';
  const [before, after] = [BigInt(was), BigInt(is)];
  // A double may have been printed with fewer digits than it takes to read it back exactly.
  if (Number(after) === Number(before)) return 'rounded';
  if (after === BigInt.asIntN(32, before) || after === BigInt.asUintN(32, before)) {
    return 'cut to 32 bits';
  }
  if (after === BigInt(Math.fround(Number(before)))) return 'rounded';
  if (after === BigInt.asUintN(64, before)) return 'as an unsigned integer';
  return isBound(after) ? `as the bound ${after}` : undefined;
}

function isBound(value: bigint): boolean {
  return [31n, 53n, 63n].some((bits) => value === 2n ** bits - 1n || value === -(2n ** bits));
}
