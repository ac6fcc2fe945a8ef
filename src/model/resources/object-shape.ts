import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonObject, isJsonObject } from '../../openapi/json/json-value.ts';
import { childPointer, valueAt } from '../../openapi/pointer.ts';
import { referencePointer } from '../../openapi/schema/reference-pointer.ts';

/** What a schema says of an object, with `$ref` followed and `allOf` merged. */
export interface ObjectShape {
  /** Each property's schema, in the document's order. */
  readonly properties: ReadonlyMap<string, PropertyShape>;
}

/** One property of an {@link ObjectShape}. */
export interface PropertyShape {
  readonly schema: JsonObject;
  /** JSON Pointer to the schema, after `$ref`. */
  readonly pointer: string;
  readonly required: boolean;
}

/** Deeper than any hand-written document: a cycle of `allOf` and `$ref`. */
const MAX_DEPTH = 50;

/** The shape of the object that a schema describes; no properties where it describes none. */
export function objectShape(document: OpenApiDocument, schemaPointer: string): ObjectShape {
  const schemas: [JsonObject, string][] = [];
  gather(document.root, schemaPointer, schemas, 0);
  const required = new Set(schemas.flatMap(([schema]) => listOf(schema['required'])));
  const properties = new Map<string, PropertyShape>();
  for (const [schema, pointer] of schemas) {
    const named = isJsonObject(schema['properties']) ? schema['properties'] : {};
    for (const name of Object.keys(named)) {
      const target = follow(document.root, childPointer(pointer, 'properties', name));
      const value = valueAt(document.root, target);
      if (!isJsonObject(value)) continue;
      properties.set(name, { schema: value, pointer: target, required: required.has(name) });
    }
  }
  return { properties };
}

/** The integer that identifies what an object stands for, such as `id`: required, and named so. */
export function identityOf(shape: ObjectShape): string | undefined {
  for (const [name, { schema, required }] of shape.properties) {
    if (required && schema['type'] === 'integer' && /^id$|Id$|_id$/.test(name)) return name;
  }
  return undefined;
}

function gather(
  root: JsonObject,
  pointer: string,
  schemas: [JsonObject, string][],
  depth: number,
): void {
  const schema = valueAt(root, pointer);
  if (!isJsonObject(schema) || depth > MAX_DEPTH) return;
  const target = typeof schema['$ref'] === 'string' ? referencePointer(schema['$ref']) : undefined;
  if (target !== undefined) gather(root, target, schemas, depth + 1);
  const parts = Array.isArray(schema['allOf']) ? schema['allOf'].length : 0;
  for (let i = 0; i < parts; i += 1) {
    gather(root, childPointer(pointer, 'allOf', i), schemas, depth + 1);
  }
  schemas.push([schema, pointer]);
}

function follow(root: JsonObject, pointer: string): string {
  let current = pointer;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const schema = valueAt(root, current);
    const reference = isJsonObject(schema) ? schema['$ref'] : undefined;
    const target = typeof reference === 'string' ? referencePointer(reference) : undefined;
    if (target === undefined) return current;
    current = target;
  }
  return current;
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
