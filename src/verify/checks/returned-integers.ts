import { type JsonValue, getProperty } from '../../openapi/json/json-value.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import type { Check, CheckContext } from './check.ts';
import { echoOf } from './echoed-values.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import type { Observation } from './finding.ts';
import { integerChange } from './integer-change.ts';
import { otherSender } from './other-sender.ts';
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
  exchange: JudgedExchange,
  context: CheckContext,
): Observation {
  const base = {
    severity: 'violation',
    received: `${name}: ${showJson(is)}`,
    documented: `${name}: ${showJson(was)}, as sent`,
    pointer,
  } as const;
  const change = integerChange(was, is);
  if (change !== undefined) return { ...base, rule: 'R7', message: `${name} comes back ${change}` };
  const other = otherSender(context, name, is, exchange.case);
  if (other) {
    const received = `${base.received} (sent by ${other.id})`;
    return { ...base, received, rule: 'R4', message: `${name} comes back another request's` };
  }
  return { ...base, rule: 'R4', message: `${name} comes back, but not as it was sent` };
}
