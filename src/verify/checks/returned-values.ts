import { type JsonValue, getProperty, isJsonObject } from '../../openapi/json/json-value.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import type { Check, CheckContext } from './check.ts';
import { echoOf } from './echoed-values.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import type { Observation } from './finding.ts';
import { type NamedProperty, propertiesOf } from './differences.ts';
import { integerChange, isSameValue, otherSender } from './same-value.ts';
import { readJsonBody } from './json-response.ts';
import { standingOf } from './standing.ts';

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

/** Of a resource that an earlier request has created or changed, that one comes back. */
export const returnedResource: Check = {
  id: 'returned-resource',
  title: 'the resource that the path names comes back as it was left',
  check: ({ case: sent, outcome, ...rest }, { document }) => {
    const { given, operation, validity } = sent;
    const standing = standingOf({ case: sent, outcome, ...rest });
    if (given === undefined || operation.method !== 'GET') return [];
    if (standing.kind !== 'success' || validity.kind === 'invalid') return [];
    const pointer = standing.documented?.content[0]?.schemaPointer;
    const body = readJsonBody(standing.response);
    if (pointer === undefined || !body.ok || !isJsonObject(body.value)) return [];
    const named = propertiesOf(document, pointer);
    const returned = body.value;
    return Object.keys(given.resource).flatMap((name): Observation[] => {
      const property = named.get(name);
      const [was, is] = [given.resource[name]!, getProperty(returned, name)];
      if (property === undefined || property.schema.writeOnly) return [];
      // The server itself moves on what tells of time.
      const { readOnly, format } = property.schema;
      const isTime = readOnly && (format === 'date-time' || format === 'date');
      if (is === undefined || isTime || isSameValue(was, is, format)) return [];
      // Null says that there is none, for which the document has this.
      if (was === null && equalJson(property.schema.keyword('default') ?? null, is)) return [];
      return [
        {
          severity: 'violation',
          rule: 'R4',
          message: `${name} comes back not as it was left`,
          received: `${name}: ${showJson(is, 120)}`,
          documented: `${name}: ${showJson(was, 120)}, as an earlier request has left it`,
          pointer: property.pointer,
        },
      ];
    });
  },
};
