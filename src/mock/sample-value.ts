import {
  type JsonNumber,
  type JsonObject,
  type JsonValue,
  isJsonNumber,
  isJsonObject,
  setProperty,
} from '../openapi/json/json-value.ts';
import { fittingNumbers } from '../openapi/schema/fitting-numbers.ts';
import { formatText } from '../openapi/schema/format-text.ts';
import { patternText } from '../openapi/schema/pattern-text.ts';
import { flattenSchema } from '../openapi/schema/flatten-schema.ts';

/** What {@link sampleValue} asks at every string, integer and number of the schema. */
export type LeafChooser = (
  type: 'string' | 'integer' | 'number',
  name: string,
) => JsonValue | undefined;

/** How to make a sample value. */
export interface SampleOptions {
  /** Which value a leaf gets, fitted to the schema's bounds. Default: the smallest valid one. */
  readonly choose?: LeafChooser | undefined;
  /** Which value of an `enum` is taken. Default: the first. */
  readonly pick?:
    | ((values: readonly JsonValue[], name: string) => JsonValue | undefined)
    | undefined;
  /** Whether an optional property is there. Default: none is. */
  readonly includes?: ((name: string) => boolean) | undefined;
}

const MAX_DEPTH = 12;

/** A small value that a schema allows, made from the schema alone; equal on every call. */
export function sampleValue(
  root: JsonValue,
  schema: JsonValue | undefined,
  options: SampleOptions = {},
): JsonValue {
  return new Sampler(root, options).value(schema, '', 0);
}

class Sampler {
  readonly #root: JsonValue;
  readonly #options: SampleOptions;
  /** Above 0, it makes another value of the same schema, if there is one. */
  readonly #variant: number;

  constructor(root: JsonValue, options: SampleOptions, variant = 0) {
    this.#root = root;
    this.#options = options;
    this.#variant = variant;
  }

  value(source: JsonValue | undefined, name: string, depth: number): JsonValue {
    const schema = flattenSchema(this.#root, source);
    const fixed = this.#fixed(schema, name);
    if (fixed !== undefined) return fixed;
    const type = typeOf(schema);
    if (depth > MAX_DEPTH) return null;
    if (type === 'object') return this.#object(schema, depth);
    if (type === 'array') return this.#array(schema, name, depth);
    if (type === 'string') return this.#string(schema, name);
    if (type === 'integer' || type === 'number') return this.#number(schema, type, name);
    return type === 'boolean' ? this.#variant % 2 === 1 : null;
  }

  #fixed(schema: JsonObject, name: string): JsonValue | undefined {
    if (schema['const'] !== undefined) return schema['const'];
    const { enum: values } = schema;
    if (!Array.isArray(values)) return undefined;
    if (this.#variant > 0) return values[this.#variant % values.length];
    return this.#options.pick?.(values, name) ?? values[0];
  }

  #object(schema: JsonObject, depth: number): JsonObject {
    const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
    const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
    const object: JsonObject = {};
    for (const name of new Set([...Object.keys(properties), ...required])) {
      if (!required.includes(name) && !(this.#options.includes?.(name) ?? false)) continue;
      setProperty(object, name, this.value(properties[name] ?? {}, name, depth + 1));
    }
    return object;
  }

  #array(schema: JsonObject, name: string, depth: number): JsonValue[] {
    const length = Math.min(Number(schema['minItems'] ?? 0), 100);
    const { prefixItems } = schema;
    const first = Array.isArray(prefixItems) ? prefixItems : [];
    const isUnique = schema['uniqueItems'] === true;
    return Array.from({ length }, (_, i) => {
      const sampler = isUnique ? new Sampler(this.#root, this.#options, this.#variant + i) : this;
      return sampler.value(first[i] ?? schema['items'], name, depth + 1);
    });
  }

  #string(schema: JsonObject, name: string): string {
    const format = typeof schema['format'] === 'string' ? schema['format'] : '';
    const known = formatText(format, this.#variant);
    if (known !== undefined) return known;
    const chosen = this.#options.choose?.('string', name);
    const least = Number(schema['minLength'] ?? 0);
    const { pattern } = schema;
    const isFree = chosen === undefined && typeof pattern === 'string';
    const fitting = isFree ? patternText(pattern, 1 + this.#variant, least) : undefined;
    if (fitting !== undefined) return fitting;
    const most = Number(schema['maxLength'] ?? Infinity);
    const mark = this.#variant === 0 ? '' : String(this.#variant);
    const characters = Array.from(typeof chosen === 'string' ? chosen : '');
    const room = Math.max(0, most - mark.length);
    return `${characters.slice(0, room).join('')}${mark}`.slice(0, most).padEnd(least, '.');
  }

  #number(schema: JsonObject, type: 'integer' | 'number', name: string): JsonValue {
    const chosen = this.#options.choose?.(type, name);
    const wanted = isJsonNumber(chosen) ? chosen : 0;
    const bound = (key: string): JsonNumber | undefined =>
      isJsonNumber(schema[key]) ? schema[key] : undefined;
    const bounds = {
      isInteger: type === 'integer',
      minimum: bound('minimum'),
      maximum: bound('maximum'),
      exclusiveMinimum: bound('exclusiveMinimum'),
      exclusiveMaximum: bound('exclusiveMaximum'),
      multipleOf: bound('multipleOf'),
    };
    const numbers = fittingNumbers(bounds, [wanted]).take(this.#variant + 1);
    return [...numbers].at(-1) ?? 0;
  }
}

function typeOf(schema: JsonObject): string {
  const { type } = schema;
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) {
    return (
      type.filter((name) => typeof name === 'string').find((name) => name !== 'null') ?? 'null'
    );
  }
  if (schema['properties'] !== undefined || schema['required'] !== undefined) return 'object';
  return schema['items'] === undefined ? 'string' : 'array';
}
