import { compareNumbers } from '../json/exact-number.ts';
import {
  type JsonNumber,
  type JsonObject,
  type JsonValue,
  RawNumber,
  isJsonNumber,
  isJsonObject,
} from '../json/json-value.ts';
import { childPointer, valueAt } from '../pointer.ts';
import { referencePointer } from './reference-pointer.ts';
import { type IntegerRange, integerRange } from './integer-format.ts';

/** JSON Schema's types. */
export const JSON_TYPES = [
  'null',
  'boolean',
  'integer',
  'number',
  'string',
  'array',
  'object',
] as const;
export type JsonType = (typeof JSON_TYPES)[number];

/**
 * What all schema objects at one place say together, once `$ref` and `allOf` are followed. Enough
 * to make values from; whether a value is valid is for the compiled schema to say.
 */
export interface EffectiveSchema {
  /** JSON Pointers of the schema objects that were merged, the outermost first. */
  readonly pointers: readonly string[];
  /** The types that are allowed; all of them where nothing is said. */
  readonly types: readonly JsonType[];
  readonly format?: string | undefined;
  /** `enum`, or the one value of `const`. */
  readonly values?: readonly JsonValue[] | undefined;
  /** The first example or default. */
  readonly example?: JsonValue | undefined;
  readonly minimum?: JsonNumber | undefined;
  readonly maximum?: JsonNumber | undefined;
  readonly minLength: number;
  readonly maxLength?: number | undefined;
  readonly pattern?: string | undefined;
  readonly multipleOf?: JsonNumber | undefined;
  readonly minItems: number;
  readonly maxItems?: number | undefined;
  readonly uniqueItems: boolean;
  /** Pointers of the items' schema objects. */
  readonly items: readonly string[];
  /** Property name → pointers of its schema objects. */
  readonly properties: ReadonlyMap<string, readonly string[]>;
  readonly required: ReadonlySet<string>;
  /** Pointers of the schemas that properties without a name of their own have. */
  readonly additional: readonly string[];
  /** How many branches the largest `anyOf` or `oneOf` has; 1 where there is none. */
  readonly branches: number;
  /** It is the server's to set (OpenAPI 3.1.0, 4.8.24): nobody sends it. */
  readonly readOnly: boolean;
  /** It is never in a response. */
  readonly writeOnly: boolean;
}

type Part = readonly [pointer: string, schema: JsonObject];

const known = new WeakMap<JsonObject, Map<string, EffectiveSchema>>();

/**
 * Follows `$ref` and `allOf`, and one branch of `anyOf` and `oneOf`, and merges them.
 *
 * @param root The whole document; it must not change any more.
 * @param branch Which of the branches, from 0; the last where there are fewer. Default the first.
 */
export function effectiveSchema(
  root: JsonValue,
  pointers: readonly string[],
  branch = 0,
): EffectiveSchema {
  if (!isJsonObject(root)) return merge(root, pointers, branch);
  const ofRoot = known.get(root) ?? new Map<string, EffectiveSchema>();
  known.set(root, ofRoot);
  const key = [branch, ...pointers].join('\n');
  const merged = ofRoot.get(key) ?? merge(root, pointers, branch);
  ofRoot.set(key, merged);
  return merged;
}

function merge(root: JsonValue, pointers: readonly string[], branch: number): EffectiveSchema {
  const collector = new Collector(root, branch);
  const parts = pointers.flatMap((pointer) => collector.collect(pointer));
  const said = (key: string): JsonValue[] =>
    parts.flatMap(([, schema]) => (schema[key] === undefined ? [] : [schema[key]]));
  const numbers = (key: string): JsonNumber[] => said(key).filter(isJsonNumber);
  const formats = said('format').filter((format) => typeof format === 'string');
  const types = allowedTypes(said('type'));
  const isInteger = types.includes('integer') && !types.includes('number');
  const ranges = formats.flatMap((format) => integerRange(format) ?? []);
  const step = isInteger ? 1 : stepInside(numbers);
  const bound = (key: keyof IntegerRange, exclusive: string, sign: 1 | -1) =>
    extreme(
      [
        ...numbers(key),
        ...said(exclusive).flatMap((edge) => next(edge, sign * step)),
        ...ranges.map((range) => range[key]),
      ],
      sign,
    );
  return {
    pointers: parts.map(([pointer]) => pointer),
    types,
    format: formats[0],
    values: said('const').length > 0 ? said('const').slice(0, 1) : said('enum').find(Array.isArray),
    example: [...said('examples').flat(1), ...said('example'), ...said('default')][0],
    minimum: bound('minimum', 'exclusiveMinimum', 1),
    maximum: bound('maximum', 'exclusiveMaximum', -1),
    multipleOf: numbers('multipleOf')[0],
    minLength: Math.max(0, ...numbers('minLength').map(Number)),
    maxLength: least(numbers('maxLength')),
    pattern: said('pattern').find((pattern) => typeof pattern === 'string'),
    minItems: Math.max(0, ...numbers('minItems').map(Number)),
    maxItems: least(numbers('maxItems')),
    uniqueItems: said('uniqueItems').includes(true),
    items: parts.flatMap(([pointer, schema]) =>
      isJsonObject(schema['items']) ? [childPointer(pointer, 'items')] : [],
    ),
    properties: mergedProperties(parts),
    required: new Set(
      said('required')
        .flatMap((names) => (Array.isArray(names) ? names : []))
        .map(String),
    ),
    additional: parts.flatMap(([pointer, schema]) =>
      isJsonObject(schema['additionalProperties'])
        ? [childPointer(pointer, 'additionalProperties')]
        : [],
    ),
    branches: collector.branches,
    readOnly: said('readOnly').includes(true),
    writeOnly: said('writeOnly').includes(true),
  };
}

/** The integers that the schema takes, where both ends are known. */
export function integersOf(schema: EffectiveSchema): IntegerRange | undefined {
  const { minimum, maximum } = schema;
  const isWhole = (value: JsonNumber | undefined): value is number | bigint =>
    typeof value === 'bigint' || Number.isSafeInteger(value);
  if (!isWhole(minimum) || !isWhole(maximum)) return undefined;
  return { minimum: BigInt(minimum), maximum: BigInt(maximum) };
}

class Collector {
  branches = 1;
  readonly #root: JsonValue;
  readonly #branch: number;
  readonly #seen = new Set<string>();

  constructor(root: JsonValue, branch: number) {
    this.#root = root;
    this.#branch = branch;
  }

  collect(pointer: string): Part[] {
    const schema = valueAt(this.#root, pointer);
    if (this.#seen.has(pointer) || !isJsonObject(schema)) return [];
    this.#seen.add(pointer);
    const reference = schema['$ref'];
    const target = typeof reference === 'string' ? referencePointer(reference) : undefined;
    const parts: Part[] = [[pointer, schema]];
    if (target !== undefined) parts.push(...this.collect(target));
    const all = schema['allOf'];
    for (let i = 0; i < (Array.isArray(all) ? all.length : 0); i += 1) {
      parts.push(...this.collect(childPointer(pointer, 'allOf', i)));
    }
    for (const choice of ['anyOf', 'oneOf']) {
      const count = Array.isArray(schema[choice]) ? schema[choice].length : 0;
      this.branches = Math.max(this.branches, count);
      if (count === 0) continue;
      parts.push(...this.collect(childPointer(pointer, choice, Math.min(this.#branch, count - 1))));
    }
    return parts;
  }
}

/** How far inside of an exclusive bound there is a number, also where the other bound is close. */
function stepInside(numbers: (key: string) => readonly JsonNumber[]): number {
  const rounded = (...keys: string[]): number[] =>
    keys.flatMap(numbers).flatMap((number) => (number instanceof RawNumber ? [] : Number(number)));
  const low = Math.max(...rounded('minimum', 'exclusiveMinimum'));
  const high = Math.min(...rounded('maximum', 'exclusiveMaximum'));
  return Math.min(0.5, (high - low) / 4);
}

/** An exclusive bound of integers as an inclusive one; of other numbers, a little inside of it. */
function next(edge: JsonValue, step: number): JsonNumber[] {
  if (typeof edge === 'bigint') return [edge + BigInt(Math.sign(step))];
  if (typeof edge !== 'number') return [];
  if (!Number.isInteger(step)) return [edge + step];
  return [step === 1 ? Math.floor(edge) + 1 : Math.ceil(edge) - 1];
}

function allowedTypes(said: readonly JsonValue[]): JsonType[] {
  let types: JsonType[] = [...JSON_TYPES];
  for (const one of said) {
    const names = Array.isArray(one) ? one : [one];
    types = types.filter(
      (type) => names.includes(type) || (type === 'integer' && names.includes('number')),
    );
  }
  return types;
}

function mergedProperties(parts: readonly Part[]): Map<string, string[]> {
  const merged = new Map<string, string[]>();
  for (const [pointer, { properties }] of parts) {
    for (const name of isJsonObject(properties) ? Object.keys(properties) : []) {
      const own = childPointer(pointer, 'properties', name);
      merged.set(name, [...(merged.get(name) ?? []), own]);
    }
  }
  return merged;
}

/** The greatest (sign 1) or the least (sign -1). */
function extreme(numbers: readonly JsonNumber[], sign: number): JsonNumber | undefined {
  return numbers.toSorted((a, b) => sign * compareNumbers(b, a))[0];
}

function least(numbers: readonly JsonNumber[]): number | undefined {
  return numbers.length === 0 ? undefined : Math.min(...numbers.map(Number));
}
