/** Values of the fields of a query, as the parameters that they are sent in. */
import { type JsonValue, isJsonNumber, isJsonObject } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import type { ParameterParts } from '../../http/compose-request.ts';
import type { QueryField } from '../../model/lists/query-field.ts';

/** The value of a field of the query, as a parameter. */
export function valueFor(
  field: QueryField | undefined,
  value: JsonValue | undefined,
): ParameterParts {
  if (field === undefined || value === undefined) return {};
  const { parameter, key, schema } = field;
  const isText =
    isJsonNumber(value) && !schema.types.includes('integer') && schema.types.includes('string');
  const sent = isText ? textOf(value) : value;
  return { [parameter.name]: key === undefined ? sent : { [key]: sent } };
}

/** All of them, the last where one is given twice; fields of one parameter are sent in one. */
export function together(...all: readonly (ParameterParts | undefined)[]): ParameterParts {
  const parts: Record<string, JsonValue | undefined> = {};
  for (const [name, value] of all.flatMap((some = {}) => Object.entries(some))) {
    const before = parts[name];
    const areFields = isJsonObject(before) && isJsonObject(value);
    parts[name] = areFields ? { ...before, ...value } : value;
  }
  return parts;
}
