import {
  type JsonValue,
  getProperty,
  isIntegerValue,
  isJsonNumber,
} from '../openapi/json/json-value.ts';
import { showJson } from '../openapi/json/stringify-json.ts';
import { equalJson } from '../openapi/schema/equal-json.ts';
import type { Check, CheckContext } from './check.ts';
import { echoOf } from './echoed-values.ts';
import type { Exchange } from './exchange.ts';
import type { Observation } from './finding.ts';
import type { NamedProperty } from './schema-of.ts';

/**
 * Whether a response repeats what only the request's schema names is an open question; what it
 * repeats must be exact.
 */
export const returnedIntegers: Check = {
  id: 'returned-integers',
  title: 'what a response repeats of the request is exact',
  check: (exchange, context) => {
    const echo = echoOf(exchange, context.document);
    if (!echo) return [];
    return echo.unnamed.flatMap((property) => {
      const was = getProperty(echo.sent, property.name);
      const is = getProperty(echo.returned, property.name);
      if (was === undefined || is === undefined || equalJson(was, is)) return [];
      return [judge(property, { was, is }, exchange, context)];
    });
  },
};

function judge(
  { name, pointer }: NamedProperty,
  { was, is }: { was: JsonValue; is: JsonValue },
  exchange: Exchange,
  context: CheckContext,
): Observation {
  const base = {
    severity: 'violation',
    received: `${name}: ${showJson(is)}`,
    documented: `${name}: ${showJson(was)}, as sent`,
    pointer,
  } as const;
  const other = context.sentElsewhere?.(name, is, exchange.case);
  const change = isJsonNumber(was) && isIntegerValue(was) ? integerChange(was, is) : undefined;
  if (change !== undefined) return { ...base, rule: 'R7', message: `${name} comes back ${change}` };
  if (other) {
    const received = `${base.received} (sent by ${other.id})`;
    return { ...base, received, rule: 'R4', message: `${name} comes back another request's` };
  }
  return { ...base, rule: 'R4', message: `${name} comes back, but not as it was sent` };
}

/** How an integer was damaged, where it can be told from one that was made up. */
function integerChange(was: JsonValue, is: JsonValue): string | undefined {
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
