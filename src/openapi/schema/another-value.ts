import { equalJson } from './equal-json.ts';
import { isValidFor } from './compile-schema.ts';
import type { MessageSide } from './check.ts';
import type { EffectiveSchema } from './effective-schema.ts';
import { fittingNumbers } from './fitting-numbers.ts';
import { matchingTexts } from './pattern-texts.ts';
import { sampleValue } from './sample-value.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../json/json-value.ts';
import { otherSideRemover } from './other-side.ts';
import { toJsonNumber } from '../json/exact-number.ts';
import { textOf } from '../json/stringify-json.ts';

/** Of each format, two that hardly anybody has by chance. */
const FORMATTED: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2001-02-03T04:05:06Z', '2002-03-04T05:06:07Z'],
  date: ['2001-02-03', '2002-03-04'],
  time: ['04:05:06Z', '05:06:07Z'],
  uuid: ['0b5ce5a1-5f0e-4f3c-9d8b-3c1f6f0e7a21', '1c6df6b2-6a1f-4a4d-8e9c-4d2a7a1f8b32'],
  email: ['somebody.else@example.com', 'nobody@example.com'],
  uri: ['https://example.com/another', 'https://example.com/other'],
};

/** One of a format that is like another one: as that is fresh, so is this. */
const LIKEWISE: Readonly<Record<string, (text: string) => string>> = {
  uuid: (text) => text.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
  email: (text) => `x${text}`,
  uri: (text) => `${text}x`,
};

/** What a text is called that nothing else is said of. */
const TEXTS = ['another text', 'Another', 'another', 'zq'];

/**
 * A valid value of a schema that is not this one; `undefined` where none is found.
 *
 * @param side The message that it is part of. Default: either.
 */
export function anotherValue(
  schema: EffectiveSchema,
  value: JsonValue | undefined,
  side?: MessageSide,
): JsonValue | undefined {
  return candidates(schema, value, side).find(
    (candidate) =>
      (value === undefined || !equalJson(candidate, value)) && isValidFor(candidate, schema, side),
  );
}

function candidates(
  schema: EffectiveSchema,
  value: JsonValue | undefined,
  side: MessageSide | undefined,
): JsonValue[] {
  const { types, values, format, pattern } = schema;
  if (values !== undefined) return [...values].toReversed();
  const has = (type: string): boolean => types.some((candidate) => candidate === type);
  const given = typeof value === 'string' && value !== '' ? [value] : [];
  const texts = [
    ...given.flatMap((text) => LIKEWISE[format ?? '']?.(text) ?? []),
    ...(FORMATTED[format ?? ''] ?? []),
    ...(pattern === undefined ? [] : textsLike(schema, pattern)),
    ...given.flatMap((text) => [`${text}x`, `x${text.slice(1)}`]),
    ...TEXTS,
  ];
  return [
    ...(has('string') ? texts : []),
    ...(has('boolean') ? [value !== true, value === true] : []),
    ...(has('number') || has('integer') ? numbers(schema, value) : []),
    ...(has('array') ? otherLists(schema, value, side) : []),
    ...(isJsonObject(value) ? otherObjects(schema, value, side) : []),
    sampleValue(schema, { side }),
    sampleValue(schema, { side, examples: false }),
  ];
}

/** With another first item, or with one more. */
function otherLists(
  { items }: EffectiveSchema,
  value: JsonValue | undefined,
  side: MessageSide | undefined,
): JsonValue[] {
  const was = Array.isArray(value) ? value : [];
  const other = items && anotherValue(items, was[0], side);
  return other === undefined
    ? []
    : [
        [other, ...was.slice(1)],
        [...was, other],
      ];
}

/** With another value of one property. */
function otherObjects(
  schema: EffectiveSchema,
  value: JsonObject,
  side: MessageSide | undefined,
): JsonObject[] {
  const sent = side === undefined ? value : otherSideRemover([schema], side)(value);
  if (!isJsonObject(sent)) return [];
  return Object.entries(sent).flatMap(([name, was]) => {
    const below = schema.properties.get(name) ?? schema.additional;
    const other = below && anotherValue(below, was, side);
    return other === undefined ? [] : [{ ...sent, [name]: other }];
  });
}

function textsLike({ minLength, maxLength }: EffectiveSchema, pattern: string): string[] {
  const texts = matchingTexts(pattern, minLength, maxLength);
  const last = (texts?.count ?? 1n) - 1n;
  return [last, last / 2n, 1n, 0n].flatMap((n) => texts?.text(n < 0n ? 0n : n) ?? []);
}

function numbers(schema: EffectiveSchema, value: JsonValue | undefined): JsonValue[] {
  const isWhole = typeof value === 'bigint' || Number.isSafeInteger(value);
  const whole = isWhole ? BigInt(textOf(value ?? 0)) : undefined;
  // The next one is what a counter comes to by itself.
  const distances = whole === undefined ? [] : [4711n, -4711n, 17n, -17n, 1n, -1n];
  const beside = distances.map((distance) => toJsonNumber(whole! + distance));
  const { minimum, maximum, multipleOf, types } = schema;
  const bounds = { minimum, maximum, multipleOf, isInteger: !types.includes('number') };
  return [...fittingNumbers(bounds, [...beside, 17, 7, 3]).take(4)];
}
