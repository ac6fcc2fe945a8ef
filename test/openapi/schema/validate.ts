import type { JsonValue } from '../../../src/openapi/json/json-value.ts';
import { parseJson } from '../../../src/openapi/json/parse-json.ts';
import { compileSchema } from '../../../src/openapi/schema/compile-schema.ts';
import type { SchemaIssue } from '../../../src/openapi/schema/check.ts';

/** The value of a JSON text, with exact numbers. */
export function json(text: string): JsonValue {
  const result = parseJson(text);
  if (!result.ok) throw new Error(result.message);
  return result.value;
}

/** What a schema, at the root of its own document, finds in a value. */
export function issues(schema: JsonValue, value: JsonValue): SchemaIssue[] {
  return compileSchema(schema, '')(value);
}

export function messages(schema: JsonValue, value: JsonValue): string[] {
  return issues(schema, value).map(({ message }) => message);
}
