import { type JsonObject, type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { followReferences, fromPointer, referencePointer, valueAt } from '../../openapi/pointer.ts';
import { integerRange } from '../../openapi/schema/formats.ts';

/** Keywords that draft 7 hasn't, or that its validators in Dredd refuse. */
const DROPPED: ReadonlySet<string> = new Set([
  '$anchor',
  '$comment',
  '$defs',
  '$dynamicAnchor',
  '$dynamicRef',
  '$id',
  '$schema',
  'default',
  'dependentSchemas',
  'description',
  'discriminator',
  'example',
  'examples',
  'externalDocs',
  'format',
  'maxContains',
  'minContains',
  'title',
  'unevaluatedItems',
  'unevaluatedProperties',
  'xml',
]);

const ONE: ReadonlySet<string> = new Set([
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
]);
const LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties']);

/**
 * The schema that a pointer names as a self-contained JSON Schema of draft 7. Dredd makes none of
 * an OpenAPI 3 document: without it, it looks whether the example's keys are there and no further.
 */
export function responseSchema(root: JsonObject, pointer: string): JsonObject {
  const writer = new DraftSeven(root);
  // Dredd prints the schema, so it should be short.
  const target = followReferences(root, pointer, (object) => Object.keys(object).length === 1);
  const schema = writer.schema(valueAt(root, target));
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...(isJsonObject(schema) ? schema : { allOf: [schema] }),
    ...(Object.keys(writer.definitions).length > 0 && { definitions: writer.definitions }),
  };
}

class DraftSeven {
  readonly definitions: JsonObject = {};
  readonly #root: JsonObject;
  readonly #names = new Map<string, string>();

  constructor(root: JsonObject) {
    this.#root = root;
  }

  schema(value: JsonValue | undefined): JsonValue {
    if (typeof value === 'boolean') return value;
    if (!isJsonObject(value)) return true;
    const { $ref: reference, ...rest } = value;
    const target = this.#keywords(rest);
    if (typeof reference !== 'string') return target;
    const $ref = this.#reference(referencePointer(reference) ?? '');
    // Draft 7 ignores whatever stands beside a $ref.
    return Object.keys(target).length === 0 ? { $ref } : { allOf: [{ $ref }, target] };
  }

  #reference(pointer: string): string {
    let name = this.#names.get(pointer);
    if (name === undefined) {
      const last = (fromPointer(pointer).at(-1) ?? '').replaceAll(/[^\w.-]/g, '_') || 'root';
      name = last in this.definitions ? `${last}-${this.#names.size}` : last;
      this.#names.set(pointer, name);
      // The name is taken before its schema is read, which may lead back to it.
      this.definitions[name] = true;
      this.definitions[name] = this.schema(valueAt(this.#root, pointer));
    }
    return `#/definitions/${name}`;
  }

  #keywords(source: JsonObject): JsonObject {
    const target: JsonObject = {};
    for (const [key, value] of Object.entries(source)) {
      if (DROPPED.has(key) || key.startsWith('x-')) continue;
      if (ONE.has(key)) target[key] = this.schema(value);
      else if (LISTS.has(key) && Array.isArray(value)) target[key] = this.#list(value);
      else if (MAPS.has(key) && isJsonObject(value)) target[key] = this.#map(value);
      else if (key === 'dependentRequired') target['dependencies'] = value;
      else target[key] = value;
    }
    return withRange(source, withTuple(target));
  }

  #list(values: readonly JsonValue[]): JsonValue[] {
    return values.map((value) => this.schema(value));
  }

  #map(values: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, this.schema(value)]),
    );
  }
}

/** 2020-12: `prefixItems` and `items`. Draft 7: `items` and `additionalItems`. */
function withTuple(schema: JsonObject): JsonObject {
  const { prefixItems, items, ...rest } = schema;
  if (prefixItems === undefined) return schema;
  return { ...rest, items: prefixItems, ...(items !== undefined && { additionalItems: items }) };
}

/** `format: int32` as bounds, which Dredd's validators know. */
function withRange(source: JsonObject, target: JsonObject): JsonObject {
  const { format, type } = source;
  const range = typeof format === 'string' ? integerRange(format) : undefined;
  const types = [type].flat();
  if (range === undefined || !types.some((name) => name === 'integer' || name === 'number')) {
    return target;
  }
  return { minimum: range.minimum, maximum: range.maximum, ...target };
}
