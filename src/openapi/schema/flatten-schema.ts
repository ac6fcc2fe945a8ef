import { type JsonObject, type JsonValue, isJsonObject } from '../json/json-value.ts';
import { valueAt } from '../pointer.ts';
import { referencePointer } from './reference-pointer.ts';

const MAX_DEPTH = 20;

/**
 * One object schema that shows how a valid value can look: `$ref` followed, `allOf` merged, the
 * first branch of `anyOf` and `oneOf` taken. For making values, not for judging them.
 */
export function flattenSchema(
  root: JsonValue,
  schema: JsonValue | undefined,
  depth = 0,
): JsonObject {
  if (!isJsonObject(schema) || depth > MAX_DEPTH) return {};
  const { $ref, allOf, anyOf, oneOf, ...own } = schema;
  const target = typeof $ref === 'string' ? referencePointer($ref) : undefined;
  const parts: (JsonValue | undefined)[] = [
    target === undefined ? undefined : valueAt(root, target),
    ...(Array.isArray(allOf) ? allOf : []),
    Array.isArray(anyOf) ? anyOf[0] : undefined,
    Array.isArray(oneOf) ? oneOf[0] : undefined,
  ];
  return parts.reduce<JsonObject>(
    (merged, part) => mergeSchemas(merged, flattenSchema(root, part, depth + 1)),
    own,
  );
}

function mergeSchemas(left: JsonObject, right: JsonObject): JsonObject {
  const merged: JsonObject = { ...right, ...left };
  if (isJsonObject(left['properties']) && isJsonObject(right['properties'])) {
    merged['properties'] = { ...right['properties'], ...left['properties'] };
  }
  if (Array.isArray(left['required']) && Array.isArray(right['required'])) {
    merged['required'] = [...new Set([...right['required'], ...left['required']])];
  }
  return merged;
}
