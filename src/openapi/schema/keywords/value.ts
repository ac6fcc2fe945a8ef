import { compareNumbers, isMultipleOf } from '../../json/exact-number.ts';
import {
  type JsonNumber,
  type JsonValue,
  isIntegerValue,
  isJsonNumber,
  typeName,
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
import { compilePattern } from '../pattern.ts';
import { equalJson } from '../equal-json.ts';

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

/** JSON Schema 2020-12, validation 6.1.1. The message names int32 and int64 where `format` does. */
const type: KeywordCompiler = (keyword, context) => {
  const allowed = typeNames(keyword);
  const { format } = context.schema;
  const integer = typeof format === 'string' && integerRange(format) ? format : 'integer';
  const expected = allowed
    .map((name) => withArticle(name === 'integer' ? integer : name))
    .join(' or ');
  return (value, outcome) => {
    const actual = typeName(value);
    if (allowed.includes(actual)) return;
    if (actual === 'integer' && allowed.includes('number')) return;
    report(outcome, context, (label) => `${label} must be ${expected}, got ${describe(value)}`);
  };
};

/** The names in a `type` keyword, which may be one or a list. */
function typeNames(keyword: JsonValue | undefined): string[] {
  const names = Array.isArray(keyword) ? keyword : [keyword];
  return names.filter((name) => typeof name === 'string');
}

/** More would hide the value that was sent. */
const MAX_LISTED = 12;

const enumeration: KeywordCompiler = (keyword, context) => {
  const allowed = Array.isArray(keyword) ? keyword : [];
  const listed = allowed.slice(0, MAX_LISTED).map((item) => showJson(item));
  if (allowed.length > MAX_LISTED) listed.push(`${allowed.length - MAX_LISTED} more`);
  const list = listed.join(', ');
  return (value, outcome) => {
    if (allowed.some((item) => equalJson(item, value))) return;
    report(outcome, context, (label) => `${label} must be one of ${list}, got ${describe(value)}`);
  };
};

const constant: KeywordCompiler = (keyword, context) => (value, outcome) => {
  if (equalJson(keyword, value)) return;
  report(
    outcome,
    context,
    (label) => `${label} must be ${showJson(keyword)}, got ${describe(value)}`,
  );
};

/** A value in words: `the string "x"`, `null`, `1.5`. */
export function describe(value: JsonValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return `the string ${showJson(value)}`;
  if (isJsonNumber(value)) return showJson(value);
  return Array.isArray(value) ? 'an array' : 'an object';
}

function withArticle(name: string): string {
  if (name === 'null') return name;
  return /^[aio]/.test(name) ? `an ${name}` : `a ${name}`;
}

/** What a value itself must be (JSON Schema 2020-12, validation 6.1 to 6.3), and OpenAPI's formats. */
export const valueKeywords: Readonly<Record<string, KeywordCompiler>> = {
  type,
  enum: enumeration,
  const: constant,
  format,
  multipleOf,
  minimum: bound((order) => order >= 0, 'at least'),
  maximum: bound((order) => order <= 0, 'at most'),
  exclusiveMinimum: bound((order) => order > 0, 'greater than'),
  exclusiveMaximum: bound((order) => order < 0, 'less than'),
  pattern,
  minLength: length.atLeast,
  maxLength: length.atMost,
};
