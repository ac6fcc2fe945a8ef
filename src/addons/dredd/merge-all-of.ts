import { type JsonObject, type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';

/** Keywords that only describe: the first one said is kept. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'example',
  'deprecated',
  'readOnly',
  'writeOnly',
  'externalDocs',
  'xml',
]);

/**
 * Folds the members of `allOf` into the schema itself. A member that can't be folded without a
 * change of meaning stays in `allOf`.
 *
 * @param resolve The schema that a `$ref` names; `undefined` where it leads back into this one.
 */
export function mergeAllOf(
  schema: JsonObject,
  resolve: (reference: string) => JsonObject | undefined,
): JsonObject {
  const { allOf, ...own } = schema;
  if (!Array.isArray(allOf)) return schema;
  let merged: JsonObject = own;
  const left: JsonValue[] = [];
  for (const member of allOf.filter(isJsonObject)) {
    const reference = member['$ref'];
    const flat = typeof reference === 'string' ? resolve(reference) : member;
    const next = flat && mergeSchemas(merged, flat);
    if (next) merged = next;
    else left.push(member);
  }
  return left.length > 0 ? { ...merged, allOf: left } : merged;
}

/** One schema that allows what both allow; `undefined` where no single schema says it exactly. */
export function mergeSchemas(left: JsonObject, right: JsonObject): JsonObject | undefined {
  if ('$ref' in left || '$ref' in right || isClosedTo(left, right) || isClosedTo(right, left)) {
    return undefined;
  }
  const merged: JsonObject = { ...left };
  for (const [key, value] of Object.entries(right)) {
    const known = merged[key];
    const both = known === undefined ? value : mergeKeyword(key, known, value);
    if (both === undefined) return undefined;
    merged[key] = both;
  }
  const nullable = mergeNullable(left, right);
  delete merged['nullable'];
  return nullable ? { ...merged, nullable } : merged;
}

/** `additionalProperties` speaks of its own schema's properties, so it can't see merged ones. */
function isClosedTo(schema: JsonObject, other: JsonObject): boolean {
  const extra = schema['additionalProperties'];
  return extra !== undefined && extra !== true && other['properties'] !== undefined;
}

function mergeKeyword(key: string, left: JsonValue, right: JsonValue): JsonValue | undefined {
  if (ANNOTATIONS.has(key) || key === 'nullable' || isEqual(left, right)) return left;
  if (key === 'required' && Array.isArray(left) && Array.isArray(right)) {
    return [...left, ...right.filter((name) => !left.includes(name))];
  }
  if (key === 'properties' && isJsonObject(left) && isJsonObject(right)) {
    return mergeProperties(left, right);
  }
  if (key === 'type' && [left, right].every((type) => type === 'integer' || type === 'number')) {
    return 'integer';
  }
  return undefined;
}

function mergeProperties(left: JsonObject, right: JsonObject): JsonObject {
  const merged: JsonObject = { ...left };
  for (const [name, value] of Object.entries(right)) {
    const known = merged[name];
    if (!isJsonObject(known) || !isJsonObject(value)) merged[name] = value;
    else if (!isEqual(known, value)) {
      merged[name] = mergeSchemas(known, value) ?? { allOf: [known, value] };
    }
  }
  return merged;
}

/** OpenAPI 3.0.3: `nullable` means something only beside a `type`; both have to allow null. */
function mergeNullable(left: JsonObject, right: JsonObject): boolean {
  const typed = [left, right].filter((schema) => schema['type'] !== undefined);
  return typed.length > 0 && typed.every((schema) => schema['nullable'] === true);
}

function isEqual(left: JsonValue, right: JsonValue): boolean {
  return stringifyJson(left) === stringifyJson(right);
}
