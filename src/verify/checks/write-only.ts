import { type JsonValue, getProperty, isJsonObject } from '../../openapi/json/json-value.ts';
import type { ResponseObject } from '../../model/operation.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import type { RunCheck, RunObservation } from './check.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import { readJsonBody } from './json-response.ts';
import { standingOf } from './standing.ts';

/**
 * What is `writeOnly` should not be sent in a response (OpenAPI 3.1.0, 4.8.24). Told once an operation
 * and property, and without the value, which may be a password.
 */
export const writeOnly: RunCheck = {
  id: 'write-only',
  title: 'what is for writing only stays with the server',
  checkRun: (exchanges, { document }) => {
    const places = new Map<string, readonly Place[]>();
    const leaks = exchanges.flatMap((exchange) => {
      const standing = standingOf(exchange);
      const schema = standing.kind === 'success' ? schemaOf(standing.documented) : undefined;
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

function schemaOf(documented: ResponseObject | undefined): string | undefined {
  return documented?.content.find(({ schemaPointer }) => schemaPointer)?.schemaPointer;
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
