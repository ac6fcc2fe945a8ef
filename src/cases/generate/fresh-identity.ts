import type { JsonValue } from '../../openapi/json/json-value.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import { type EffectiveSchema, integersOf } from '../../openapi/schema/effective-schema.ts';
import { patternText } from '../../openapi/schema/pattern-text.ts';
import type { FreshValues } from '../case.ts';

/** An identity that nothing has yet, in the form that its schema has. */
export function freshIdentity(schema: EffectiveSchema, fresh: FreshValues): JsonValue {
  const { types, format, pattern, maxLength } = schema;
  if (!types.includes('string')) return fresh.integer(integersOf(schema));
  const digits = showJson(fresh.integer());
  if (format === 'uuid') return `00000000-0000-4000-9000-${digits.slice(-12).padStart(12, '0')}`;
  if (pattern !== undefined) return patternText(pattern, Number(digits.slice(-6))) ?? digits;
  return digits.slice(-(maxLength ?? 20));
}
