import { compareNumbers } from '../../openapi/json/exact-number.ts';
import {
  type JsonNumber,
  type JsonObject,
  type JsonValue,
  isJsonNumber,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { childPointer, valueAt } from '../../openapi/pointer.ts';
import { referencePointer } from '../../openapi/schema/compile-schema.ts';
import { type IntegerRange, integerRange } from '../../openapi/schema/integer-format.ts';

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
  readonly minItems: number;
  readonly maxItems?: number | undefined;
  /** Pointers of the items' schema objects. */
  readonly items: readonly string[];
  /** Property name → pointers of its schema objects. */
  readonly properties: ReadonlyMap<string, readonly string[]>;
  readonly required: ReadonlySet<string>;
}

type Part = readonly [pointer: string, schema: JsonObject];

/** Follows `$ref` and `allOf`, and the first branch of `anyOf` and `oneOf`, and merges them. */
export function effectiveSchema(root: JsonValue, pointers: readonly string[]): EffectiveSchema {
  const parts = pointers.flatMap((pointer) => collect(root, pointer, new Set()));
  const said = (key: string): JsonValue[] =>
    parts.flatMap(([, schema]) => (schema[key] === undefined ? [] : [schema[key]]));
  const numbers = (key: string): JsonNumber[] => said(key).filter(isJsonNumber);
  const formats = said('format').filter((format) => typeof format === 'string');
  const ranges = formats.flatMap((format) => integerRange(format) ?? []);
  return {
    pointers: parts.map(([pointer]) => pointer),
    types: allowedTypes(said('type')),
    format: formats[0],
    values: said('const').length > 0 ? said('const').slice(0, 1) : said('enum').find(Array.isArray),
    example: [...said('examples').flat(1), ...said('example'), ...said('default')][0],
    minimum: extreme([...numbers('minimum'), ...ranges.map((range) => range.minimum)], 1),
    maximum: extreme([...numbers('maximum'), ...ranges.map((range) => range.maximum)], -1),
    minLength: Math.max(0, ...numbers('minLength').map(Number)),
    maxLength: least(numbers('maxLength')),
    pattern: said('pattern').find((pattern) => typeof pattern === 'string'),
    minItems: Math.max(0, ...numbers('minItems').map(Number)),
    maxItems: least(numbers('maxItems')),
    items: parts.flatMap(([pointer, schema]) =>
      isJsonObject(schema['items']) ? [childPointer(pointer, 'items')] : [],
    ),
    properties: mergedProperties(parts),
    required: new Set(
      said('required')
        .flatMap((names) => (Array.isArray(names) ? names : []))
        .map(String),
    ),
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

function collect(root: JsonValue, pointer: string, seen: Set<string>): Part[] {
  const schema = valueAt(root, pointer);
  if (seen.has(pointer) || !isJsonObject(schema)) return [];
  seen.add(pointer);
  const reference = schema['$ref'];
  const target = typeof reference === 'string' ? referencePointer(reference) : undefined;
  const parts: Part[] = [[pointer, schema]];
  if (target !== undefined) parts.push(...collect(root, target, seen));
  const all = schema['allOf'];
  for (let i = 0; i < (Array.isArray(all) ? all.length : 0); i += 1) {
    parts.push(...collect(root, childPointer(pointer, 'allOf', i), seen));
  }
  for (const choice of ['anyOf', 'oneOf']) {
    if (Array.isArray(schema[choice])) {
      parts.push(...collect(root, childPointer(pointer, choice, 0), seen));
    }
  }
  return parts;
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
