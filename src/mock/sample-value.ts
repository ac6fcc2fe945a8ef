import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonObject, type JsonValue, isJsonNumber } from '../openapi/json/json-value.ts';
import { type PropertyShape, objectShape } from '../openapi/object-shape.ts';

/** The smallest sensible value of a property, for what neither the request nor the mock knows. */
export function sampleValue(document: OpenApiDocument, property: PropertyShape): JsonValue {
  const { schema, pointer } = property;
  const given = givenValue(schema);
  if (given !== undefined) return given;
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  switch (type) {
    case 'integer':
    case 'number':
      return isJsonNumber(schema['minimum']) ? schema['minimum'] : 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'null':
      return null;
    case 'object':
      return requiredOf(document, pointer);
    default:
      return 'x'.repeat(Number(schema['minLength'] ?? 0));
  }
}

function givenValue(schema: JsonObject): JsonValue | undefined {
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  return schema['default'];
}

function requiredOf(document: OpenApiDocument, pointer: string): JsonObject {
  const entries = [...objectShape(document, pointer).properties]
    .filter(([, { required }]) => required)
    .map(([name, property]) => [name, sampleValue(document, property)] as const);
  return Object.fromEntries(entries);
}
