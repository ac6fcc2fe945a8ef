import { compareNumbers, isMultipleOf } from '../../json/exact-number.ts';
import {
  type JsonNumber,
  type JsonValue,
  isIntegerValue,
  isJsonNumber,
} from '../../json/json-value.ts';
import { showJson } from '../../json/stringify-json.ts';
import {
  type Check,
  type KeywordCompiler,
  type KeywordContext,
  report,
  sizeBound,
} from '../check.ts';
import { integerRange, textFormat } from '../formats.ts';
import { typeNames } from './any-value.ts';
import { compilePattern } from '../pattern.ts';

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

/** int32, int64 and texts with a grammar; others are annotations (2020-12, validation 7.2.1). */
const format: KeywordCompiler = (keyword, context) => {
  if (typeof keyword !== 'string') return undefined;
  const range = integerRange(keyword);
  if (range === undefined) return textFormat(keyword, context);
  const types = typeNames(context.schema['type']);
  const typeRefusesFractions = types.includes('integer') && !types.includes('number');
  const words = `an ${keyword} (${range.minimum} to ${range.maximum})`;
  return numberCheck(context, (value) => {
    // Two issues about one fraction would say the same twice.
    if (typeRefusesFractions && !isIntegerValue(value)) return undefined;
    const inside =
      isIntegerValue(value) &&
      compareNumbers(value, range.minimum) >= 0 &&
      compareNumbers(value, range.maximum) <= 0;
    return inside ? undefined : `must be ${words}, got ${showJson(value)}`;
  });
};

const multipleOf: KeywordCompiler = (keyword, context) =>
  isJsonNumber(keyword) && compareNumbers(keyword, 0) > 0
    ? numberCheck(context, (value) =>
        isMultipleOf(value, keyword)
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

/** JSON Schema 2020-12, validation 6.2, and the integer formats of OpenAPI. */
export const numberKeywords: Readonly<Record<string, KeywordCompiler>> = {
  format,
  multipleOf,
  minimum: bound((order) => order >= 0, 'at least'),
  maximum: bound((order) => order <= 0, 'at most'),
  exclusiveMinimum: bound((order) => order > 0, 'greater than'),
  exclusiveMaximum: bound((order) => order < 0, 'less than'),
};

// Length counts code points, not UTF-16 units (2020-12, validation 6.3.1).
const length = sizeBound(
  (value) => (typeof value === 'string' ? codePoints(value) : undefined),
  'character',
);

function codePoints(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; i += 1) {
    if (text.codePointAt(i)! > 0xffff) i += 1;
    length += 1;
  }
  return length;
}

const pattern: KeywordCompiler = (keyword, context) => {
  if (typeof keyword !== 'string') return undefined;
  const expression = compilePattern(keyword);
  return (value, outcome) => {
    if (typeof value !== 'string' || expression.test(value)) return;
    report(outcome, context, (label) => `${label} must match ${keyword}, got ${showJson(value)}`);
  };
};

/** JSON Schema 2020-12, validation 6.3. */
export const stringKeywords: Readonly<Record<string, KeywordCompiler>> = {
  pattern,
  minLength: length.atLeast,
  maxLength: length.atMost,
};
