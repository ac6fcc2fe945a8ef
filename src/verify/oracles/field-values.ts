/** Values of the fields of a query, as the parameters and the body that they are sent in. */
import {
  type JsonObject,
  type JsonValue,
  isJsonNumber,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import type { ParameterParts, RequestParts } from '../../http/compose-request.ts';
import type { ParameterValues, QueryField } from '../../model/lists/query-field.ts';
import type { ListModel } from '../../model/lists/lists.ts';

/** Where the body stands among parameters: none of them has such a name. */
const BODY = '';

/** The value of a field of the query, as a parameter, or in the body. */
export function valueFor(
  field: QueryField | undefined,
  value: JsonValue | undefined,
): ParameterParts {
  if (field === undefined || value === undefined) return {};
  const { parameter, keys, schema } = field;
  const isText =
    isJsonNumber(value) && !schema.types.includes('integer') && schema.types.includes('string');
  const sent = keys.reduceRight<JsonValue>(
    (inner, key) => ({ [key]: inner }),
    isText ? textOf(value) : value,
  );
  return { [parameter?.name ?? BODY]: sent };
}

/** All of them, the last where one is given twice; fields of one parameter, or of the body, are sent in one. */
export function together(...all: readonly (ParameterParts | undefined)[]): ParameterParts {
  return all.reduce<ParameterParts>((parts, some = {}) => merged(parts, some), {});
}

function merged(before: ParameterParts, after: ParameterParts): ParameterParts {
  const members = Object.entries(after).map(([name, value]) => {
    const was = before[name];
    const areFields =
      was !== undefined && value !== undefined && isJsonObject(was) && isJsonObject(value);
    return [name, areFields ? (merged(was, value) as JsonObject) : value] as const;
  });
  return { ...before, ...Object.fromEntries(members) };
}

/** A request that asks a list so: what its body has by itself may be a question, too. */
export function asking(
  { operation, fields }: Pick<ListModel, 'operation' | 'fields'>,
  { value, parameters, ...parts }: RequestParts,
  asked: ParameterParts = {},
): RequestParts {
  const { [BODY]: body = {}, ...inQuery } = asked;
  const isPosted = operation.method !== 'GET' && operation.requestBody !== undefined;
  const whole = { ...parts, parameters: together(parameters, inQuery) };
  if (!isPosted) return value === undefined ? whole : { ...whole, value };
  const needed = fields.filter((field) => field.parameter === undefined && field.isRequired);
  const usual = needed.map(({ keys }) => onlyAt(value, keys));
  return { ...whole, value: together(...usual, body as JsonObject) as JsonObject };
}

/** What a body has at a place, and nothing else of it. */
function onlyAt(body: JsonValue | undefined, [key, ...keys]: readonly string[]): JsonObject {
  const value = key !== undefined && isJsonObject(body) ? body[key] : undefined;
  if (key === undefined || value === undefined) return {};
  return { [key]: keys.length === 0 ? value : onlyAt(value, keys) };
}

/** What is asked for, as whoever answers reads it. */
export function valuesOf(asked: ParameterParts): ParameterValues {
  const entries = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined ? [] : [[name === BODY ? 'body' : `query ${name}`, value] as const],
  );
  return new Map(entries);
}

/** What is asked for, for people: `sort=name&limit=2`. */
export function showAsked(asked: ParameterParts): string {
  const { [BODY]: body, ...inQuery } = asked;
  const all = isJsonObject(body) ? { ...inQuery, ...body } : inQuery;
  return Object.entries(all)
    .map(([name, value]) => `${name}=${textOf(value ?? null)}`)
    .join('&');
}
