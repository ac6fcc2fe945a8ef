import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonValue, getProperty, isJsonObject } from '../../openapi/json/json-value.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { listOf } from '../../model/lists/lists.ts';
import { bodySchema } from '../../model/media-type.ts';
import { type Operation, operations } from '../../model/operation.ts';
import { schemaIn } from '../../model/resources/envelope.ts';
import { envelopesIn } from '../../model/resources/envelopes-in.ts';
import { familyCreatedBy, resourceFamilies } from '../../model/resources/resources.ts';
import type { JudgedExchange } from '../cases/case.ts';
import type { RunCheck, RunObservation } from './check.ts';
import { readJsonBody } from './json-response.ts';
import { standingOf } from './standing.ts';
import { requestShape, successShape } from '../../model/body-shapes.ts';

/**
 * What is `writeOnly` should not be sent in a response (OpenAPI 3.1.0, 4.8.24), whether the response's schema
 * says so or that of a request about the same resource. Told once an operation and property, and without
 * the value, which may be a password.
 */
export const writeOnly: RunCheck = {
  id: 'write-only',
  checkRun: (exchanges, { document }) => {
    const places = new Map<string, readonly Place[]>();
    const leaks = exchanges.flatMap((exchange) => {
      const standing = standingOf(exchange);
      const schema = standing.kind === 'success' ? bodySchema(standing.documented) : undefined;
      if (standing.kind !== 'success' || schema === undefined) return [];
      const { operation } = exchange.case;
      const key = `${operation.id} ${schema}`;
      const known = places.get(key) ?? [
        ...placesIn(effectiveSchema(document.root, schema)),
        ...placesOfRequests(document, operation),
      ];
      places.set(key, known);
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
  isSecret: (schema: EffectiveSchema) => boolean = ({ writeOnly: isMarked }) => isMarked,
): Place[] {
  // Of alternatives, nothing tells which one a value is.
  if (branches > 1 || path.length >= MAX_DEPTH) return [];
  const named = [...properties].flatMap(([name, property]) => {
    const place = [...path, name];
    if (!isSecret(property)) return placesIn(property, place, isSecret);
    const words = place.filter((key) => key !== '*').join('.');
    return [{ name: words, path: place, pointer: property.pointers[0] ?? '' }];
  });
  return items === undefined ? named : [...named, ...placesIn(items, [...path, '*'], isSecret)];
}

/** Of what only requests about a resource have, where answers about it would have it. */
function placesOfRequests(document: OpenApiDocument, operation: Operation): Place[] {
  const { path } = operation;
  const family = familyCreatedBy(document, operation) ?? resourceFamilies(document).get(path);
  if (family === undefined) return [];
  const list = operation.method === 'GET' ? listOf(document, operation) : undefined;
  const around = list === undefined ? envelopesIn(document, operation).told : [...list.path, '*'];
  const answer = successShape(document, operation).inBranch('every');
  const told = list?.item.inBranch('every') ?? schemaIn(answer, around);
  return operations(document)
    .filter((candidate) => [family.collection, family.item].includes(candidate.path))
    .flatMap((reader) => {
      const whole = requestShape(document, reader);
      const taken = schemaIn(whole, envelopesIn(document, reader).taken);
      return taken === undefined ? [] : placesIn(taken, [], isForRequests);
    })
    .filter((place, i, all) => all.findIndex(({ name }) => name === place.name) === i)
    .filter(({ path: [name = ''] }) => told?.properties.has(name) !== true)
    .map((place) => ({ ...place, path: [...around, ...place.path] }));
}

function isForRequests({ writeOnly: isMarked, format }: EffectiveSchema): boolean {
  return isMarked || format === 'password';
}

/** Null and an empty text give nothing away. */
function holds(value: JsonValue | undefined, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined) return value !== undefined && value !== null && value !== '';
  if (Array.isArray(value)) return key === '*' && value.some((item) => holds(item, rest));
  return isJsonObject(value) && holds(getProperty(value, key), rest);
}
