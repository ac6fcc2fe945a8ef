import { type JsonValue, isJsonNumber, typeName } from '../../json/json-value.ts';
import { showJson } from '../../json/stringify-json.ts';
import { type KeywordCompiler, report } from '../check.ts';
import { equalJson } from '../equal-json.ts';
import { integerRange } from '../formats.ts';

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
export function typeNames(keyword: JsonValue | undefined): string[] {
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
