import {
  type JsonValue,
  getProperty,
  isJsonObject,
  isIntegerValue,
  isJsonNumber,
} from '../../openapi/json/json-value.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import type { Case } from '../cases/case.ts';
import { compareNumbers } from '../../openapi/json/exact-number.ts';
import type { CheckContext } from './check.ts';

/**
 * Whether a returned value is the one that was sent: the same, but for another spelling of the same
 * instant or UUID, and for properties of nested objects that the server adds.
 *
 * @param format The `format` of the value's schema, if it has one.
 */
export function isSameValue(sent: JsonValue, returned: JsonValue, format?: JsonValue): boolean {
  if (equalJson(sent, returned)) return true;
  if (typeof sent === 'string' && typeof returned === 'string') {
    if (format === 'date-time') return Date.parse(sent) === Date.parse(returned);
    return format === 'uuid' && sent.toLowerCase() === returned.toLowerCase();
  }
  if (typeof sent === 'number' && typeof returned === 'number') {
    return format === 'float' && Math.fround(sent) === Math.fround(returned);
  }
  if (Array.isArray(sent) && Array.isArray(returned)) {
    return (
      sent.length === returned.length && sent.every((item, i) => isSameValue(item, returned[i]!))
    );
  }
  if (!isJsonObject(sent) || !isJsonObject(returned)) return false;
  return Object.keys(sent).every((name) => {
    const own = getProperty(returned, name);
    // Nothing tells here whether it is writeOnly; what is required is another check's word.
    return own === undefined || isSameValue(sent[name]!, own, spelledFormat(sent[name]!));
  });
}

/** The format of what reads as an instant, where no schema says one. */
export function spelledFormat(value: JsonValue): string | undefined {
  const isInstant = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
  return isInstant ? 'date-time' : undefined;
}

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

/** Texts of fewer characters, and numbers nearer to 0, come back by chance, too. */
const LEAST_CHARACTERS = 3;
const LEAST_NUMBER = 50;

/** Another case that sent a value, where the value is one that tells cases apart. */
export function otherSender(
  context: CheckContext,
  property: string,
  value: JsonValue,
  than: Case,
): Case | undefined {
  return isTelling(value) ? context.sentElsewhere?.(property, value, than) : undefined;
}

function isTelling(value: JsonValue): boolean {
  if (typeof value === 'string') return Array.from(value.trim()).length >= LEAST_CHARACTERS;
  if (!isJsonNumber(value)) return false;
  return compareNumbers(value, LEAST_NUMBER) >= 0 || compareNumbers(value, -LEAST_NUMBER) <= 0;
}
