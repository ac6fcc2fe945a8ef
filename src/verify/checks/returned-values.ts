import { type JsonValue, getProperty, isJsonObject } from '../../openapi/json/json-value.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import type { Check, RunCheck, RunObservation, Observation } from './check.ts';
import { altered, echoOf } from './echoed-values.ts';
import type { JudgedExchange } from '../cases/case.ts';
import { propertiesOf, integerChange, isSameValue } from './differences.ts';
import { readJsonBody } from './json-response.ts';
import { standingOf } from './standing.ts';
import { bodySchema } from '../../model/media-type.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';

/**
 * Whether a response repeats what only the request's schema names is an open question; what it
 * repeats must be exact.
 */
export const returnedIntegers: Check = {
  id: 'returned-integers',
  check: (exchange, context) => {
    const echo = echoOf(exchange, context.document);
    if (!echo) return [];
    return echo.unnamed.flatMap((property) => {
      const was = getProperty(echo.sent, property.name);
      const is = getProperty(echo.returned, property.name);
      if (was === undefined || is === undefined || equalJson(was, is)) return [];
      return altered(property, { was, is, damage: integerChange(was, is) }, exchange, context);
    });
  },
};

/** Of a resource that an earlier request has created or changed, that one comes back. */
export const returnedResource: Check = {
  id: 'returned-resource',
  check: (exchange, { document }) => {
    const { given, operation, validity } = exchange.case;
    const standing = standingOf(exchange);
    if (given === undefined || operation.method !== 'GET') return [];
    if (standing.kind !== 'success' || validity.kind === 'invalid') return [];
    const pointer = bodySchema(standing.documented);
    const body = readJsonBody(standing.response);
    if (pointer === undefined || !body.ok || !isJsonObject(body.value)) return [];
    const named = propertiesOf(document, pointer);
    const returned = body.value;
    return Object.keys(given.resource).flatMap((name): Observation | Observation[] => {
      const property = named.get(name);
      const [was, is] = [given.resource[name]!, getProperty(returned, name)];
      if (property === undefined || property.schema.writeOnly) return [];
      const { format } = property.schema;
      if (is === undefined || mayMove(name, property.schema) || isSameValue(was, is, format))
        return [];
      // Null says that there is none, for which the document has this.
      if (was === null && equalJson(property.schema.keyword('default') ?? null, is)) return [];
      return {
        severity: 'violation',
        rule: 'R4',
        message: `${name} comes back not as it was left`,
        received: `${name}: ${showJson(is, 120)}`,
        documented: `${name}: ${showJson(was, 120)}, as an earlier request has left it`,
        pointer: property.pointer,
      };
    });
  },
};

/** What a resource is at, which goes on by itself. */
const STATE_NAME = /^(?:(?:\w*[-_])?(?:state|status)|\w*(?:State|Status)|phase|stage|progress)$/;

/** Whether the server itself changes a property between reads: what it alone sets, but for identities. */
function mayMove(name: string, { readOnly }: EffectiveSchema): boolean {
  return STATE_NAME.test(name) || (readOnly && !/(?:^|[-_])id$|Id$/.test(name));
}

/**
 * What is `writeOnly` should not be sent in a response (OpenAPI 3.1.0, 4.8.24). Told once an operation
 * and property, and without the value, which may be a password.
 */
export const writeOnly: RunCheck = {
  id: 'write-only',
  checkRun: (exchanges, { document }) => {
    const places = new Map<string, readonly Place[]>();
    const leaks = exchanges.flatMap((exchange) => {
      const standing = standingOf(exchange);
      const schema = standing.kind === 'success' ? bodySchema(standing.documented) : undefined;
      if (standing.kind !== 'success' || schema === undefined) return [];
      const known = places.get(schema) ?? placesIn(effectiveSchema(document.root, schema));
      places.set(schema, known);
      const body = known.length === 0 ? undefined : readJsonBody(standing.response);
      return known
        .filter(({ path }) => body?.ok === true && holds(body.value, path))
        .map((place) => ({ exchange, place, key: `${exchange.case.operation.id} ${place.name}` }));
    });
    const groups = Map.groupBy(leaks, ({ key }) => key);
    return [...groups.values()].map((group) => observe(group[0]!, group.length));
  },
};

interface Leak {
  readonly exchange: JudgedExchange;
  readonly place: Place;
}

function observe({ exchange, place: { name, pointer } }: Leak, times: number): RunObservation {
  return {
    exchange,
    severity: 'warning',
    rule: 'R1',
    message: `${name} comes back, though it is writeOnly`,
    received: `${name} in ${times} ${times === 1 ? 'answer' : 'answers'} (its value isn't shown)`,
    documented: `no ${name} in any answer`,
    pointer,
  };
}

/** Where a body can have what is for writing only. */
interface Place {
  readonly name: string;
  /** Keys of objects; `*` is every item of a list. */
  readonly path: readonly string[];
  readonly pointer: string;
}

/** Deeper than this, a schema contains itself. */
const MAX_DEPTH = 6;

function placesIn(
  { branches, properties, items }: EffectiveSchema,
  path: readonly string[] = [],
): Place[] {
  // Of alternatives, nothing tells which one a value is.
  if (branches > 1 || path.length >= MAX_DEPTH) return [];
  const named = [...properties].flatMap(([name, property]) => {
    const own = [...path, name];
    if (!property.writeOnly) return placesIn(property, own);
    const words = own.filter((key) => key !== '*').join('.');
    return [{ name: words, path: own, pointer: property.pointers[0] ?? '' }];
  });
  return items === undefined ? named : [...named, ...placesIn(items, [...path, '*'])];
}

/** Null and an empty text give nothing away. */
function holds(value: JsonValue | undefined, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined) return value !== undefined && value !== null && value !== '';
  if (Array.isArray(value)) return key === '*' && value.some((item) => holds(item, rest));
  return isJsonObject(value) && holds(getProperty(value, key), rest);
}
