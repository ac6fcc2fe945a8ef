/** Values that show whether they are kept as they are: a store may have less room than its answers. */
import { type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';

/** What stands behind texts: how long they are, or which characters they have. */
export type TextKind = 'long' | 'odd';

const TAILS: Readonly<Record<TextKind, string>> = {
  long: ` ${'with  blanks and more of it, '.repeat(10)}to its end`,
  odd: ' a+b %41 100% "q" O\'x <b>&amp;</b> \\ é 漢 🌿',
};

/** Deeper than this, a value stays as it is. */
const DEPTH = 4;

/** A property in which whatever may be another value is a telling one; the same where nothing may. */
export function tellingMember(
  name: string,
  value: JsonValue,
  schema: EffectiveSchema,
  kind: TextKind,
  depth = 0,
): JsonValue {
  // What may name something else has to name it.
  if (/(?:Ids?|_ids?|Key|_key)$/.test(name)) return value;
  if (schema.readOnly || schema.values !== undefined || depth > DEPTH) return value;
  const telling = tell(value, schema, kind, depth);
  return isValidFor(telling, schema, 'request') ? telling : value;
}

function tell(value: JsonValue, schema: EffectiveSchema, kind: TextKind, depth: number): JsonValue {
  if (typeof value === 'string') return isOpen(schema) ? withTail(value, schema, kind) : value;
  if (typeof value === 'boolean') return kind === 'long' ? !value : value;
  if (typeof value === 'number') return schema.types.includes('number') ? value + 0.37 : value;
  if (Array.isArray(value)) {
    const { items } = schema;
    const [first] = value;
    if (items === undefined || typeof first !== 'string' || !isOpen(items)) return value;
    return ['z', 'a', 'm'].map((text) => withTail(text, items, kind));
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, own]) => {
    const property = schema.properties.get(name) ?? schema.additional;
    const telling = property && tellingMember(name, own, property, kind, depth + 1);
    return [name, telling ?? own] as const;
  });
  return Object.fromEntries(members);
}

function isOpen({ types, format, pattern }: EffectiveSchema): boolean {
  return types.includes('string') && format === undefined && pattern === undefined;
}

function withTail(
  text: string,
  { maxLength = Number.POSITIVE_INFINITY }: EffectiveSchema,
  kind: TextKind,
): string {
  const room = Math.max(0, maxLength - text.length);
  // Nothing ends in a blank, or within a character: that is another question.
  return `${text}${TAILS[kind].slice(0, room)}`.toWellFormed().replace(/[\s\uFFFD]+$/, '');
}
