import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { childPointer, valueAt } from '../../openapi/pointer.ts';
import { type SchemaValidator, compileSchema } from '../../openapi/schema/compile-schema.ts';
import { referencePointer } from '../../openapi/schema/reference-pointer.ts';

const validators = new WeakMap<JsonObject, Map<string, SchemaValidator>>();

/** The validator of a schema; compiled once a document. */
export function validatorOf(document: OpenApiDocument, pointer: string): SchemaValidator {
  let known = validators.get(document.root);
  if (!known) validators.set(document.root, (known = new Map()));
  let validator = known.get(pointer);
  if (!validator)
    known.set(pointer, (validator = compileSchema(document.root, pointer, 'response')));
  return validator;
}

/** A property that a schema names. */
export interface NamedProperty {
  readonly name: string;
  /** JSON Pointer to its schema, behind every `$ref`. */
  readonly pointer: string;
  readonly schema: JsonObject;
  readonly required: boolean;
}

const properties = new WeakMap<JsonObject, Map<string, Map<string, NamedProperty>>>();

/** The properties that a schema and what it is composed of name; found once a document. */
export function propertiesOf(
  document: OpenApiDocument,
  pointer: string,
): ReadonlyMap<string, NamedProperty> {
  let known = properties.get(document.root);
  if (!known) properties.set(document.root, (known = new Map()));
  let found = known.get(pointer);
  if (!found) {
    found = new Map();
    collect(document, pointer, found, new Set());
    known.set(pointer, found);
  }
  return found;
}

function collect(
  document: OpenApiDocument,
  start: string,
  found: Map<string, NamedProperty>,
  seen: Set<string>,
): void {
  const { pointer, schema } = follow(document, start);
  if (!schema || seen.has(pointer)) return;
  seen.add(pointer);
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const named = schema['properties'];
  for (const name of isJsonObject(named) ? Object.keys(named) : []) {
    const own = follow(document, childPointer(pointer, 'properties', name));
    found.set(name, {
      name,
      pointer: own.pointer,
      schema: own.schema ?? {},
      required: required.has(name) || found.get(name)?.required === true,
    });
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const branches: JsonValue | undefined = schema[keyword];
    for (const i of Array.isArray(branches) ? branches.keys() : []) {
      collect(document, childPointer(pointer, keyword, i), found, seen);
    }
  }
}

/** What isn't a property, such as a list's items, as if it were an optional one. */
export function namedProperty(
  document: OpenApiDocument,
  name: string,
  start: string,
): NamedProperty {
  const { pointer, schema = {} } = follow(document, start);
  return { name, pointer, schema, required: false };
}

/** The schema that a chain of `$ref` ends at. */
function follow(
  document: OpenApiDocument,
  start: string,
): { pointer: string; schema: JsonObject | undefined } {
  let pointer = start;
  for (let step = 0; step < 100; step += 1) {
    const schema = valueAt(document.root, pointer);
    if (!isJsonObject(schema)) return { pointer, schema: undefined };
    const reference = schema['$ref'];
    const target = typeof reference === 'string' ? referencePointer(reference) : undefined;
    if (target === undefined) return { pointer, schema };
    pointer = target;
  }
  return { pointer, schema: undefined };
}
