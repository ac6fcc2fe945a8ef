import type { JsonValue } from '../../openapi/json/json-value.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import { type EffectiveSchema, integersOf } from '../../openapi/schema/effective-schema.ts';
import { type MatchingTexts, matchingTexts } from '../../openapi/schema/matching-texts.ts';
import { patternText } from '../../openapi/schema/pattern-text.ts';
import type { FreshValues } from './fresh-values.ts';
import { isFreshFormat, textOfFormat } from './fresh-format.ts';

/** Where there are fewer, some may be used already, by whoever uses the server. */
const FEW = 1_000_000;

/** Draws for a text that matches its pattern after all. */
const TRIES = 20;

/** As many digits as the longest integer that every language holds exactly has. */
const DIGITS = 16;

/**
 * An identity that nothing has yet, in the form that its schema has: another one for each integer
 * that is drawn, as long as there are so many.
 */
export function freshIdentity(schema: EffectiveSchema, fresh: FreshValues): JsonValue {
  const { types, format, pattern, minLength, values } = schema;
  if (values) return values[Number(freshNumber(fresh) % BigInt(values.length))] ?? null;
  if (!types.includes('string')) return fresh.integer(integersOf(schema));
  const text = drawText(textsOf(schema), fresh);
  if (text !== undefined) return text;
  const digits = showJson(fresh.integer());
  if (format === 'uuid') return `00000000-0000-4000-9000-${digits.slice(-12).padStart(12, '0')}`;
  if (pattern !== undefined) {
    return patternText(pattern, Number(digits.slice(-6)), minLength) ?? digits;
  }
  return textOfFormat(schema, digits) ?? digits.padStart(minLength, '0');
}

function drawText(texts: MatchingTexts | undefined, fresh: FreshValues): string | undefined {
  if (texts === undefined) return undefined;
  for (let i = 0; i < TRIES; i += 1) {
    const text = texts.text(freshNumber(fresh));
    if (text !== undefined) return text;
  }
  return undefined;
}

/** From 0. */
function freshNumber(fresh: FreshValues): bigint {
  return BigInt.asUintN(64, BigInt(showJson(fresh.integer())));
}

/** Whether a schema allows so few identities that one which is drawn may be used already. */
export function hasFewIdentities(schema: EffectiveSchema): boolean {
  const count = countOf(schema);
  return count !== undefined && count < FEW;
}

function countOf(schema: EffectiveSchema): number | bigint | undefined {
  if (schema.values) return schema.values.length;
  if (schema.types.includes('string')) return textsOf(schema)?.count;
  const range = integersOf(schema);
  return range && range.maximum - range.minimum + 1n;
}

const known = new WeakMap<EffectiveSchema, MatchingTexts | undefined>();

/** `undefined` where digits will do, or nothing counts what matches; counted once a schema. */
function textsOf(schema: EffectiveSchema): MatchingTexts | undefined {
  if (!known.has(schema)) known.set(schema, countTexts(schema));
  return known.get(schema);
}

function countTexts(schema: EffectiveSchema): MatchingTexts | undefined {
  const { pattern, format, minLength, maxLength } = schema;
  if (pattern !== undefined) return matchingTexts(pattern, minLength, maxLength);
  const isShort = maxLength !== undefined && maxLength < DIGITS && !isFreshFormat(format);
  return isShort ? matchingTexts('^[a-z\\d]*$', minLength, maxLength) : undefined;
}
