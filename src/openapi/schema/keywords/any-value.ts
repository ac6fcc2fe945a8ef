import { compareNumbers } from '../../json/exact-number.ts';
import {
  type JsonValue,
  isIntegerValue,
  isJsonNumber,
  isJsonObject,
  typeName,
} from '../../json/json-value.ts';
import { showJson } from '../../json/stringify-json.ts';
import { type KeywordCompiler, report } from '../check.ts';
import { integerRange } from '../integer-format.ts';

/** JSON Schema 2020-12, validation 6.1.1. The message names int32 and int64 where `format` does. */
const type: KeywordCompiler = (keyword, context) => {
  const allowed = (Array.isArray(keyword) ? keyword : [keyword]).map(String);
  const format = String(context.schema['format'] ?? '');
  const expected = allowed
    .map((name) => (name === 'integer' && integerRange(format) ? format : name))
    .map(withArticle)
    .join(' or ');
  return (value, outcome) => {
    const actual = typeName(value);
    if (allowed.includes(actual)) return;
    if (actual === 'integer' && allowed.includes('number')) return;
    report(outcome, context, (label) => `${label} must be ${expected}, got ${describe(value)}`);
  };
};

const enumeration: KeywordCompiler = (keyword, context) => {
  const allowed = Array.isArray(keyword) ? keyword : [];
  const list = allowed.map((item) => showJson(item)).join(', ');
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

/** Keywords that apply to every type. */
export const anyValueKeywords: Readonly<Record<string, KeywordCompiler>> = {
  type,
  enum: enumeration,
  const: constant,
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

/** Equality of JSON values: numbers by mathematical value, objects without regard to order. */
export function equalJson(left: JsonValue, right: JsonValue): boolean {
  if (isJsonNumber(left) && isJsonNumber(right)) {
    return isIntegerValue(left) === isIntegerValue(right) && compareNumbers(left, right) === 0;
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, i) => equalJson(item, right[i]!));
  }
  if (isJsonObject(left) && isJsonObject(right)) {
    const keys = Object.keys(left);
    return (
      keys.length === Object.keys(right).length &&
      keys.every((key) => Object.hasOwn(right, key) && equalJson(left[key]!, right[key]!))
    );
  }
  return left === right;
}
