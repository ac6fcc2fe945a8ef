import { compareNumbers } from '../../json/exact-number.ts';
import {
  type JsonNumber,
  type JsonValue,
  RawNumber,
  isIntegerValue,
  isJsonNumber,
} from '../../json/json-value.ts';
import { showJson } from '../../json/stringify-json.ts';
import { type Check, type KeywordCompiler, type KeywordContext, report } from '../check.ts';
import { integerRange } from '../integer-format.ts';

function bound(accepts: (order: number) => boolean, words: string): KeywordCompiler {
  return (keyword, context) =>
    isJsonNumber(keyword)
      ? numberCheck(context, (value) =>
          accepts(compareNumbers(value, keyword))
            ? undefined
            : `must be ${words} ${showJson(keyword)}, got ${showJson(value)}`,
        )
      : undefined;
}

/** int32 and int64 are asserted; every other format is an annotation (2020-12, validation 7.2.1). */
const format: KeywordCompiler = (keyword, context) => {
  const range = integerRange(String(keyword));
  if (range === undefined) return undefined;
  const words = `an ${String(keyword)} (${range.minimum} to ${range.maximum})`;
  return numberCheck(context, (value) => {
    // Where `type` says integer, it reports a fraction itself.
    if (!isIntegerValue(value) && context.schema['type'] === 'integer') return undefined;
    const inside =
      isIntegerValue(value) &&
      compareNumbers(value, range.minimum) >= 0 &&
      compareNumbers(value, range.maximum) <= 0;
    return inside ? undefined : `must be ${words}, got ${showJson(value)}`;
  });
};

const multipleOf: KeywordCompiler = (keyword, context) =>
  isJsonNumber(keyword)
    ? numberCheck(context, (value) =>
        isMultiple(value, keyword)
          ? undefined
          : `must be a multiple of ${showJson(keyword)}, got ${showJson(value)}`,
      )
    : undefined;

function numberCheck(
  context: KeywordContext,
  problem: (value: JsonNumber) => string | undefined,
): Check {
  return (value: JsonValue, outcome) => {
    if (!isJsonNumber(value)) return;
    const words = problem(value);
    if (words !== undefined) report(outcome, context, (label) => `${label} ${words}`);
  };
}

function isMultiple(value: JsonNumber, divisor: JsonNumber): boolean {
  if (value instanceof RawNumber || divisor instanceof RawNumber) return false;
  if (isIntegerValue(value) && isIntegerValue(divisor)) {
    return BigInt(value) % BigInt(divisor) === 0n;
  }
  const quotient = Number(value) / Number(divisor);
  // 0.3 / 0.1 is 2.9999999999999996: what decimal text calls a multiple must pass.
  return Math.abs(quotient - Math.round(quotient)) < 1e-9 * Math.max(1, Math.abs(quotient));
}

/** JSON Schema 2020-12, validation 6.2, and the integer formats of OpenAPI. */
export const numberKeywords: Readonly<Record<string, KeywordCompiler>> = {
  format,
  multipleOf,
  minimum: bound((order) => order >= 0, 'at least'),
  maximum: bound((order) => order <= 0, 'at most'),
  exclusiveMinimum: bound((order) => order > 0, 'greater than'),
  exclusiveMaximum: bound((order) => order < 0, 'less than'),
};
