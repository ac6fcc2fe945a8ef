/** Values of the fields of a query, as the parameters and the body that they are sent in, and orders among them. */
import {
  type JsonObject,
  type JsonValue,
  isJsonNumber,
  isJsonObject,
  propertyAt,
} from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import type { ParameterParts, RequestParts } from '../../http/compose-request.ts';
import type { ParameterValues, QueryField } from '../../model/lists/query-field.ts';
import type { ListModel } from '../../model/lists/lists.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';

/** Where the body stands among parameters: none of them has such a name. */
const BODY = '';

/** The value of a field of the query, as a parameter, or in the body. */
export function valueFor(
  field: QueryField | undefined,
  value: JsonValue | undefined,
): ParameterParts {
  if (field === undefined || value === undefined) return {};
  const { parameter, keys, schema, condition } = field;
  const isText =
    isJsonNumber(value) && !schema.types.includes('integer') && schema.types.includes('string');
  const wanted = isText ? textOf(value) : value;
  const sent = keys.reduceRight<JsonValue>(
    (inner, key) => ({ [key]: inner }),
    condition === undefined ? wanted : [{ ...condition.fixed, [condition.value]: wanted }],
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
    // Of conditions, all are meant.
    const isMore =
      Array.isArray(was) && Array.isArray(value) && [...was, ...value].every(isJsonObject);
    if (isMore) return [name, [...was, ...value]] as const;
    return [name, areFields ? (merged(was, value) as JsonObject) : value] as const;
  });
  return { ...before, ...Object.fromEntries(members) };
}

/** A request that asks a list so: what its body has by itself may be a question, too. */
export function asking(
  {
    operation,
    fields,
    filters = [],
  }: Pick<ListModel, 'operation' | 'fields'> & Partial<Pick<ListModel, 'filters'>>,
  { value, parameters, ...parts }: RequestParts,
  asked: ParameterParts = {},
): RequestParts {
  const { [BODY]: body = {}, ...inQuery } = asked;
  const isPosted = operation.method !== 'GET' && operation.requestBody !== undefined;
  const whole = { ...parts, parameters: together(parameters, inQuery) };
  if (!isPosted) return value === undefined ? whole : { ...whole, value };
  const needed = fields.filter((field) => field.parameter === undefined && field.isRequired);
  const usual = needed.map((field) => {
    const met = metByAll({ filters }, field);
    if (met === undefined) return onlyAt(value, field.keys);
    return propertyAt(body, field.keys) === undefined ? met : {};
  });
  return { ...whole, value: together(...usual, body as JsonObject) as JsonObject };
}

/** A condition that everything meets, in a body that has to have some; `undefined` where none is known. */
export function metByAll(
  { filters }: Pick<ListModel, 'filters'>,
  { keys }: Pick<QueryField, 'keys'>,
): JsonObject | undefined {
  for (const { field, operator, property } of filters) {
    if (field.condition === undefined || !equalJson([...field.keys], [...keys])) continue;
    const { minimum, maximum, types, values, format } = property.schema;
    const isText = types.join() === 'string' && values === undefined && format === undefined;
    const open = operator === '!=' && isText ? 'zqxjkvbpwy' : undefined;
    const bound = operator === '>=' ? minimum : operator === '<=' ? maximum : open;
    const { [BODY]: body } = valueFor(field, bound);
    if (body !== undefined && isJsonObject(body) && isValidFor(bound!, field.schema)) return body;
  }
  return undefined;
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

/** Values of the parameters that order a list: those of their enums, else names of properties. */
export function ordersOf({ sort, item }: ListModel): ParameterParts[] {
  if (sort === undefined) return [];
  const { by, direction } = sort;
  const schema = by.schema.items ?? by.schema;
  const names = schema.values ?? [...item.properties.keys()];
  const directions =
    direction === undefined ? [undefined] : (direction.schema.values ?? ['asc', 'desc']);
  return names
    .map((name) => (by.schema.items ? [name] : name))
    .filter((order) => isValidFor(order, by.schema, 'request'))
    .flatMap((order) =>
      directions.map((way) => together(valueFor(by, order), valueFor(direction, way))),
    );
}

/** Orders by two properties, of which the second counts where the first is the same: as many as can be asked for. */
export function ordersOfTwo({ sort, item }: ListModel): ParameterParts[] {
  if (sort === undefined || sort.direction !== undefined) return [];
  const { schema } = sort.by;
  const isList = schema.items !== undefined;
  // What a plain text may have between two names, its pattern alone says.
  if (!isList && schema.pattern === undefined) return [];
  const values = (schema.items ?? schema).values?.filter((value) => typeof value === 'string');
  const names = values ?? [...item.properties.keys()].flatMap((name) => [name, `-${name}`]);
  const bare = (name: string): string => name.replace(/^[-+]|\W?(?:asc|desc)$/gi, '');
  const isBack = (name: string): boolean => /^-|\Wdesc$/i.test(name);
  const firsts = names.filter((name) => !isBack(name));
  return firsts
    .flatMap((first) => {
      const seconds = names.filter((name) => isBack(name) && bare(name) !== bare(first));
      const orders = seconds.map((second) => (isList ? [first, second] : `${first},${second}`));
      return orders.filter((order) => isValidFor(order, schema, 'request'));
    })
    .slice(0, MOST)
    .map((order) => valueFor(sort.by, order));
}

/** So many of them are asked for. */
const MOST = 6;
