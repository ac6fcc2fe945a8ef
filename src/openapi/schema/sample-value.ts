import { type JsonObject, type JsonValue, setProperty } from '../json/json-value.ts';
import { fittingNumbers } from './fitting-numbers.ts';
import { formatText } from './format-text.ts';
import { patternText } from './pattern-text.ts';
import { type EffectiveSchema, effectiveSchema } from './effective-schema.ts';

/** Deeper than this, optional parts of a schema that contains itself are left out. */
const MAX_DEPTH = 6;

/**
 * An ordinary value of a schema, with every property. A best guess: `pattern`, `not` and their like
 * are not solved, so hold it against the compiled schema before it is used as a valid one.
 *
 * @param variant Above 0, another value of the same schema, if there is one.
 */
export function sampleValue(
  root: JsonValue,
  schema: EffectiveSchema,
  depth = 0,
  variant = 0,
): JsonValue {
  const { example, values = [] } = schema;
  if (example !== undefined && variant === 0) return example;
  const value = values[variant % values.length];
  if (value !== undefined) return value;
  const [type] = schema.types.toSorted((a, b) => rank(a) - rank(b));
  switch (type) {
    case 'object':
      return sampleObject(root, schema, depth, variant);
    case 'array':
      return sampleArray(root, schema, depth, variant);
    case 'string':
      return sampleText(schema, variant);
    case 'integer':
    case 'number':
      return sampleNumber(schema, variant);
    case 'boolean':
      return variant % 2 === 0;
    default:
      return null;
  }
}

/** What says most comes first: a nullable string is a string. */
function rank(type: string): number {
  return ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'].indexOf(type);
}

function sampleObject(
  root: JsonValue,
  schema: EffectiveSchema,
  depth: number,
  variant: number,
): JsonObject {
  const object: JsonObject = {};
  for (const [name, pointers] of schema.properties) {
    if (depth >= MAX_DEPTH && !schema.required.has(name)) continue;
    if (depth >= MAX_DEPTH * 2) continue;
    const property = effectiveSchema(root, pointers);
    // The server sets it; of the required ones, most documents mean it for responses only.
    if (property.readOnly) continue;
    setProperty(object, name, sampleValue(root, property, depth + 1, variant));
  }
  if (schema.additional.length > 0 && depth < MAX_DEPTH) {
    const other = effectiveSchema(root, schema.additional);
    setProperty(object, 'other', sampleValue(root, other, depth + 1, variant));
  }
  return object;
}

function sampleArray(
  root: JsonValue,
  schema: EffectiveSchema,
  depth: number,
  variant: number,
): JsonValue[] {
  if (depth >= MAX_DEPTH) return [];
  const length = Math.max(schema.minItems, schema.maxItems === 0 ? 0 : 1);
  const items = effectiveSchema(root, schema.items);
  const { uniqueItems } = schema;
  return Array.from({ length }, (_, i) =>
    sampleValue(root, items, depth + 1, uniqueItems ? variant + i : variant),
  );
}

function sampleText(
  { format = '', pattern, minLength, maxLength }: EffectiveSchema,
  variant: number,
): string {
  const byFormat = variant === 0 ? FORMATS[format] : formatText(format, variant);
  if (byFormat !== undefined) return byFormat;
  const byPattern =
    pattern === undefined ? undefined : patternText(pattern, 1 + variant, minLength);
  if (byPattern !== undefined) return byPattern;
  const mark = variant === 0 ? '' : String(variant);
  const room = Math.max(0, (maxLength ?? Infinity) - mark.length);
  return `${'sample'.slice(0, room)}${mark}`.slice(0, maxLength).padEnd(minLength, 'x');
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '2024-02-29',
  'date-time': '2024-02-29T12:00:00Z',
  time: '12:00:00Z',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  email: 'someone@example.com',
  uri: 'https://example.com/',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
};

function sampleNumber(schema: EffectiveSchema, variant: number): JsonValue {
  const { types, format, minimum, maximum, multipleOf } = schema;
  const isInteger = !types.includes('number');
  // Many documents say just `number` where they mean integers.
  const fractions = format === 'float' || format === 'double' ? [42.5, 0.5] : [];
  const steps = typeof multipleOf === 'number' ? [multipleOf, multipleOf * 10] : [];
  const wanted = [...steps, ...fractions, 42, 1, 0];
  const numbers = fittingNumbers({ isInteger, minimum, maximum, multipleOf }, wanted);
  return [...numbers.take(variant + 1)].at(-1) ?? minimum ?? maximum ?? 0;
}
