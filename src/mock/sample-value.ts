import {
  type JsonObject,
  type JsonValue,
  isJsonNumber,
  isJsonObject,
  setProperty,
} from '../openapi/json/json-value.ts';
import { patternText } from '../openapi/schema/pattern-text.ts';
import { flattenSchema } from './flatten-schema.ts';

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

  constructor(root: JsonValue, options: SampleOptions) {
    this.#root = root;
    this.#options = options;
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
    return type === 'boolean' ? false : null;
  }

  #fixed(schema: JsonObject, name: string): JsonValue | undefined {
    if (schema['const'] !== undefined) return schema['const'];
    const { enum: values } = schema;
    if (!Array.isArray(values)) return undefined;
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
    const length = Number(schema['minItems'] ?? 0);
    const item = this.value(schema['items'], name, depth + 1);
    return Array.from({ length: Math.min(length, 100) }, () => structuredClone(item));
  }

  #string(schema: JsonObject, name: string): string {
    const format = typeof schema['format'] === 'string' ? schema['format'] : '';
    const known = FORMAT_SAMPLES[format];
    if (known !== undefined) return known;
    const chosen = this.#options.choose?.('string', name);
    const least = Number(schema['minLength'] ?? 0);
    const { pattern } = schema;
    const isFree = chosen === undefined && typeof pattern === 'string';
    const fitting = isFree ? patternText(pattern, 1, least) : undefined;
    if (fitting !== undefined) return fitting;
    const most = Number(schema['maxLength'] ?? Infinity);
    const characters = Array.from(typeof chosen === 'string' ? chosen : '');
    return characters.slice(0, most).join('').padEnd(least, '.');
  }

  #number(schema: JsonObject, type: 'integer' | 'number', name: string): JsonValue {
    const chosen = this.#options.choose?.(type, name);
    const step = type === 'integer' ? 1 : 0.5;
    const bound = (key: string, shift: number): number | undefined =>
      isJsonNumber(schema[key]) ? Number(schema[key]) + shift : undefined;
    const least = bound('minimum', 0) ?? bound('exclusiveMinimum', step) ?? -Infinity;
    const most = bound('maximum', 0) ?? bound('exclusiveMaximum', -step) ?? Infinity;
    const multiple = bound('multipleOf', 0);
    const wanted = Math.min(Math.max(typeof chosen === 'number' ? chosen : 0, least), most);
    return multiple === undefined ? wanted : Math.ceil(wanted / multiple) * multiple;
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

/** A valid text of each format that can't be any text (JSON Schema 2020-12, validation 7.3). */
const FORMAT_SAMPLES: Readonly<Record<string, string>> = {
  'date-time': '1970-01-01T00:00:00Z',
  date: '1970-01-01',
  time: '00:00:00Z',
  duration: 'PT0S',
  email: 'nobody@example.com',
  hostname: 'example.com',
  ipv4: '127.0.0.1',
  ipv6: '::1',
  uri: 'about:blank',
  'uri-reference': 'about:blank',
  uuid: '00000000-0000-4000-8000-000000000000',
};
