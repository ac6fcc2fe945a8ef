import { compareNumbers } from '../../openapi/json/exact-number.ts';
import { type JsonObject, type JsonValue, setProperty } from '../../openapi/json/json-value.ts';
import { patternText } from '../../openapi/schema/pattern-text.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';

/** Deeper than this, optional parts of a schema that contains itself are left out. */
const MAX_DEPTH = 6;

/**
 * An ordinary value of a schema, with every property. A best guess: `pattern`, `not` and their like
 * are not solved, so hold it against the compiled schema before it is used as a valid one.
 */
export function sampleValue(root: JsonValue, schema: EffectiveSchema, depth = 0): JsonValue {
  if (schema.example !== undefined) return schema.example;
  if (schema.values?.[0] !== undefined) return schema.values[0];
  const [type] = schema.types.toSorted((a, b) => rank(a) - rank(b));
  switch (type) {
    case 'object':
      return sampleObject(root, schema, depth);
    case 'array':
      return sampleArray(root, schema, depth);
    case 'string':
      return sampleText(schema);
    case 'integer':
    case 'number':
      return sampleNumber(schema);
    case 'boolean':
      return true;
    default:
      return null;
  }
}

/** What says most comes first: a nullable string is a string. */
function rank(type: string): number {
  return ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'].indexOf(type);
}

function sampleObject(root: JsonValue, schema: EffectiveSchema, depth: number): JsonObject {
  const object: JsonObject = {};
  for (const [name, pointers] of schema.properties) {
    if (depth >= MAX_DEPTH && !schema.required.has(name)) continue;
    if (depth >= MAX_DEPTH * 2) continue;
    const property = effectiveSchema(root, pointers);
    // The server sets it; of the required ones, most documents mean it for responses only.
    if (property.readOnly) continue;
    setProperty(object, name, sampleValue(root, property, depth + 1));
  }
  if (schema.additional.length > 0 && depth < MAX_DEPTH) {
    const other = effectiveSchema(root, schema.additional);
    setProperty(object, 'other', sampleValue(root, other, depth + 1));
  }
  return object;
}

function sampleArray(root: JsonValue, schema: EffectiveSchema, depth: number): JsonValue[] {
  if (depth >= MAX_DEPTH) return [];
  const length = Math.max(schema.minItems, schema.maxItems === 0 ? 0 : 1);
  const items = effectiveSchema(root, schema.items);
  if (schema.uniqueItems && items.values !== undefined) return items.values.slice(0, length);
  return Array.from({ length }, () => sampleValue(root, items, depth + 1));
}

function sampleText({ format, pattern, minLength, maxLength }: EffectiveSchema): string {
  const byFormat = FORMATS[format ?? ''];
  if (byFormat !== undefined) return byFormat;
  const byPattern = pattern === undefined ? undefined : patternText(pattern, 1, minLength);
  if (byPattern !== undefined) return byPattern;
  return 'sample'.padEnd(minLength, 'x').slice(0, maxLength);
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

function sampleNumber({ minimum, maximum, multipleOf }: EffectiveSchema): JsonValue {
  const steps = typeof multipleOf === 'number' ? [multipleOf, multipleOf * 10] : [];
  for (const value of [...steps, 42, 1, 0]) {
    const isHigh = maximum !== undefined && compareNumbers(value, maximum) > 0;
    const isLow = minimum !== undefined && compareNumbers(value, minimum) < 0;
    if (!isHigh && !isLow) return value;
  }
  return minimum ?? maximum ?? 0;
}
