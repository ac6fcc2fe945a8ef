import { compareNumbers, isMultipleOf } from '../../json/exact-number.ts';
import {
  type JsonNumber,
  type JsonObject,
  type JsonValue,
  getProperty,
  isIntegerValue,
  isJsonNumber,
  isJsonObject,
  objectOf,
  typeName,
} from '../../json/json-value.ts';
import { showJson } from '../../json/stringify-json.ts';
import { childLabel, fromPointer, referencePointer } from '../../pointer.ts';
import {
  type Check,
  type KeywordCompiler,
  type KeywordContext,
  report,
  sizeBound,
  type Outcome,
  type RawIssue,
  issuesOf,
  newOutcome,
  passes,
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
  const [first] = allowed;
  const { format } = context.schema;
  const integer = typeof format === 'string' && integerRange(format) ? format : 'integer';
  const expected = allowed
    .map((name) => withArticle(name === 'integer' ? integer : name))
    .join(' or ');
  return (value, outcome) => {
    const actual = typeName(value);
    if (actual === first || allowed.includes(actual)) return;
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
  const texts = new Set(allowed.filter((item) => typeof item === 'string'));
  const isListed = (value: JsonValue): boolean =>
    typeof value === 'string' ? texts.has(value) : allowed.some((item) => equalJson(item, value));
  return (value, outcome) => {
    if (isListed(value)) return;
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

function branches(keyword: JsonValue, context: KeywordContext): Check[] {
  return (Array.isArray(keyword) ? keyword : []).map((_, i) => context.subschema(i));
}

const allOf: KeywordCompiler = (keyword, context) => {
  const checks = branches(keyword, context);
  return (value, outcome) => {
    for (const check of checks) check(value, outcome);
  };
};

/** Every branch is tried, even after one has passed: each that passes has evaluated properties. */
function tryAll(checks: readonly Check[], value: JsonValue, outcome: Outcome): RawIssue[][] {
  return checks.map((check) => issuesOf(check, value, outcome));
}

function countPassed(tried: readonly RawIssue[][]): number {
  return tried.filter((issues) => issues.length === 0).length;
}

const anyOf: KeywordCompiler = (keyword, context) => {
  const checks = branches(keyword, context);
  return (value, outcome) => {
    const tried = tryAll(checks, value, outcome);
    if (countPassed(tried) === 0) noneOf(checks, value, { tried, keyword, context }, outcome);
  };
};

const oneOf: KeywordCompiler = (keyword, context) => {
  const checks = branches(keyword, context);
  return (value, outcome) => {
    const tried = tryAll(checks, value, outcome);
    const passed = countPassed(tried);
    if (passed === 0) noneOf(checks, value, { tried, keyword, context }, outcome);
    if (passed < 2) return;
    report(
      outcome,
      context,
      (label) => `${label} must match exactly one of ${checks.length} forms, it matches ${passed}`,
      true,
    );
  };
};

/** Branches that a value has failed, and what was wrong with each. */
interface Failed {
  readonly tried: readonly RawIssue[][];
  readonly keyword: JsonValue;
  readonly context: KeywordContext;
}

/** Where there is one branch only, its own issues say more; of several, what the nearest one lacks. */
function noneOf(
  checks: readonly Check[],
  value: JsonValue,
  { tried, keyword, context }: Failed,
  outcome: Outcome,
): void {
  const [only] = checks;
  if (only && checks.length === 1) return only(value, outcome);
  const distances = tried.map(distance);
  const names = tried.map((_, i) => nameOfBranch(keyword, i));
  const told = names.indexOf(kindToldBy(value, context.schema) ?? '');
  const nearest = told === -1 ? distances.indexOf(Math.min(...distances)) : told;
  const [first, ...others] = tried[nearest] ?? [];
  // What climbs on with another value has its path changed.
  const path = first?.path.map(String) ?? [];
  report(outcome, context, (label) => {
    const none = `${label} matches none of the ${checks.length} forms`;
    if (first === undefined) return none;
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
    const what = first.say(path.reduce(childLabel, label));
    return `${none}; the nearest is ${names[nearest]}: ${what}${more}`;
  });
}

/** How far a value is from a branch: another type is none of its kind, and so is another word that tells kinds apart. */
function distance(issues: readonly RawIssue[]): number {
  const weights = issues.map(({ path, keyword }) => {
    if (path.length === 0 && keyword === 'type') return 1000;
    return path.length === 1 && /^(?:const|enum)$/.test(keyword) ? 100 : 1;
  });
  return weights.reduce((sum, weight) => sum + weight, 0);
}

/** What a discriminator calls a value: the name of a schema (OpenAPI 3.1.0, 4.8.25). */
function kindToldBy(value: JsonValue, { discriminator }: JsonObject): string | undefined {
  if (!isJsonObject(discriminator) || !isJsonObject(value)) return undefined;
  const { propertyName, mapping } = discriminator;
  const kind = typeof propertyName === 'string' ? getProperty(value, propertyName) : undefined;
  if (typeof kind !== 'string') return undefined;
  const target = getProperty(mapping, kind);
  return typeof target === 'string' ? target.split('/').at(-1) : kind;
}

/** As the document calls it. */
function nameOfBranch(keyword: JsonValue, index: number): string {
  const branch = Array.isArray(keyword) ? keyword[index] : undefined;
  const { $ref: reference } = objectOf(branch);
  const target = referencePointer(reference);
  return fromPointer(target ?? '').at(-1) ?? `form ${index + 1}`;
}

const not: KeywordCompiler = (_keyword, context) => {
  const check = context.subschema();
  return (value, outcome) => {
    if (!passes(check, value, newOutcome())) return;
    report(outcome, context, (label) => `${label} matches a form that is forbidden`);
  };
};

const conditional: KeywordCompiler = (_keyword, context) => {
  const condition = context.subschema();
  const then = context.sibling('then');
  const otherwise = context.sibling('else');
  return (value, outcome) => {
    const branch = passes(condition, value, outcome) ? then : otherwise;
    branch?.(value, outcome);
  };
};

const dependentSchemas: KeywordCompiler = (keyword, context) => {
  const names = Object.keys(objectOf(keyword));
  const checks = names.map((name) => [name, context.subschema(name)] as const);
  return (value, outcome) => {
    if (!isJsonObject(value)) return;
    for (const [name, check] of checks) {
      if (Object.hasOwn(value, name)) check(value, outcome);
    }
  };
};

/** JSON Schema 2020-12, core 10.2. */
export const applicatorKeywords: Readonly<Record<string, KeywordCompiler>> = {
  allOf,
  anyOf,
  oneOf,
  not,
  if: conditional,
  dependentSchemas,
};
