import { compareNumbers } from '../json/exact-number.ts';
import { type JsonValue, isIntegerValue, isJsonNumber, isJsonObject } from '../json/json-value.ts';
import { showJson } from '../json/stringify-json.ts';
import { compilePattern } from './pattern.ts';

/** What a keyword's value must be; `problem` completes «"keyword" must be …» where it is not. */
interface ValueShape {
  readonly holds: 'value';
  readonly problem: (value: JsonValue) => string | undefined;
}

/** A keyword whose value is a schema, a list of schemas, or a map of names to schemas. */
interface SchemaShape {
  readonly holds: 'schema' | 'schemas' | 'schema-map';
  /** Whether the subschema judges the same value as its parent, not a child of it. */
  readonly inPlace: boolean;
}

export type KeywordShape = ValueShape | SchemaShape;

const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];

function value(words: string, accepts: (value: JsonValue) => boolean): ValueShape {
  return {
    holds: 'value',
    problem: (it) => (accepts(it) ? undefined : `${words}, got ${show(it)}`),
  };
}

function show(it: JsonValue): string {
  return showJson(it, 40);
}

function isSize(it: JsonValue): boolean {
  return isJsonNumber(it) && isIntegerValue(it) && compareNumbers(it, 0) >= 0;
}

function isNameList(it: JsonValue | undefined): boolean {
  return Array.isArray(it) && it.every((name) => typeof name === 'string');
}

function isNameListMap(it: JsonValue): boolean {
  return isJsonObject(it) && Object.values(it).every(isNameList);
}

function typeProblem(it: JsonValue): string | undefined {
  const names = Array.isArray(it) ? it : [it];
  const wrong = names.find((name) => typeof name !== 'string' || !TYPES.includes(name));
  if (names.length > 0 && wrong === undefined) return undefined;
  const hint = wrong === null ? ' (a quoted "null" is the type)' : '';
  return `one of ${TYPES.join(', ')}, or a list of them, got ${show(wrong ?? it)}${hint}`;
}

function patternProblem(it: JsonValue): string | undefined {
  if (typeof it !== 'string') return `a regular expression, got ${show(it)}`;
  try {
    compilePattern(it);
    return undefined;
  } catch (error) {
    return `a regular expression: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const number = value('a number', isJsonNumber);
const size = value('an integer of at least 0', isSize);
const child: SchemaShape = { holds: 'schema', inPlace: false };
const inPlace: SchemaShape = { holds: 'schema', inPlace: true };

/** The shape of every keyword whose shape the kit depends on (JSON Schema 2020-12). */
export const KEYWORD_SHAPES: Readonly<Record<string, KeywordShape>> = {
  type: { holds: 'value', problem: typeProblem },
  enum: value('a list of values', Array.isArray),
  format: value('a string', (it) => typeof it === 'string'),
  multipleOf: value('a number above 0', (it) => isJsonNumber(it) && compareNumbers(it, 0) > 0),
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  minLength: size,
  maxLength: size,
  minItems: size,
  maxItems: size,
  minContains: size,
  maxContains: size,
  minProperties: size,
  maxProperties: size,
  pattern: { holds: 'value', problem: patternProblem },
  uniqueItems: value('true or false', (it) => typeof it === 'boolean'),
  required: value('a list of property names', isNameList),
  dependentRequired: value('a map of names to lists of names', isNameListMap),
  $ref: value('a string', (it) => typeof it === 'string'),
  items: child,
  contains: child,
  propertyNames: child,
  additionalProperties: child,
  unevaluatedItems: child,
  unevaluatedProperties: child,
  // Not written out: an object with a `then` looks like a promise.
  ...Object.fromEntries(['not', 'if', 'then', 'else'].map((keyword) => [keyword, inPlace])),
  allOf: { holds: 'schemas', inPlace: true },
  anyOf: { holds: 'schemas', inPlace: true },
  oneOf: { holds: 'schemas', inPlace: true },
  prefixItems: { holds: 'schemas', inPlace: false },
  properties: { holds: 'schema-map', inPlace: false },
  patternProperties: { holds: 'schema-map', inPlace: false },
  $defs: { holds: 'schema-map', inPlace: false },
  dependentSchemas: { holds: 'schema-map', inPlace: true },
};

/** Keywords that give references another meaning than the kit does. */
export const UNSUPPORTED_KEYWORDS: readonly string[] = [
  '$id',
  '$anchor',
  '$dynamicRef',
  '$dynamicAnchor',
  '$recursiveRef',
  '$recursiveAnchor',
];

/** The dialects that the kit reads schemas in; both are 2020-12. */
export const SUPPORTED_DIALECTS: readonly string[] = [
  'https://json-schema.org/draft/2020-12/schema',
  'https://spec.openapis.org/oas/3.1/dialect/base',
];
