/** Rules on what the keywords of one schema say beside each other. */
import { compareNumbers } from '../../../openapi/json/exact-number.ts';
import { type JsonObject, type JsonValue, isJsonNumber } from '../../../openapi/json/json-value.ts';
import { showJson } from '../../../openapi/json/stringify-json.ts';
import { misspelling } from '../../../openapi/nearest-word.ts';
import { valueKey } from '../../../openapi/schema/equal-json.ts';
import { type LintedDocument, childPointer, itemsOf, textsOf, words } from './linted-document.ts';
import type { LintRule, RuleFinding } from './rule.ts';

/** The types that a schema names; empty where it names none. */
export function typesOf({ type }: JsonObject): string[] {
  return typeof type === 'string' ? [type] : textsOf(type);
}

const BOUNDS = [
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minContains', 'maxContains'],
] as const;

function* impossibleBounds(document: LintedDocument): Iterable<RuleFinding> {
  for (const { value: schema, pointer } of document.of('schema')) {
    for (const [least, most] of BOUNDS) {
      const [low, high] = [schema[least], schema[most]];
      if (!isJsonNumber(low) || !isJsonNumber(high)) continue;
      const order = compareNumbers(low, high);
      const isOpen = least.startsWith('ex') || most.startsWith('ex');
      if (order < 0 || (order === 0 && !isOpen)) continue;
      const message = `${least} ${showJson(low)} leaves nothing below ${most} ${showJson(high)}: change one of them.`;
      yield { pointer: childPointer(pointer, least), message };
    }
  }
}

const NUMBERS = ['number', 'integer'];
const TEXTS = ['string'];

/** The formats that OpenAPI and JSON Schema name, with the types that can have them. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  ...ofTypes(NUMBERS, 'int8 int16 int32 int64 uint8 uint16 uint32 uint64 float double'),
  ...ofTypes([...NUMBERS, ...TEXTS], 'decimal decimal128 double-int'),
  ...ofTypes(
    TEXTS,
    `byte binary password date date-time time duration email idn-email hostname idn-hostname ipv4 ipv6
    uri uri-reference uri-template iri iri-reference uuid json-pointer relative-json-pointer regex
    base64url`,
  ),
};

function ofTypes(types: readonly string[], formats: string): Record<string, readonly string[]> {
  return Object.fromEntries(words(formats).map((format) => [format, types]));
}

/** Whether two names differ by a number that one of them leaves out on purpose: `uint` beside `uint8`, `uuid4`. */
function isOtherWidth(...names: [string, string]): boolean {
  const [first, second] = names.map((name) => name.replaceAll(/\d/g, ''));
  return first === second && names.some((name) => !/\d/.test(name));
}

function* unfitFormats(document: LintedDocument): Iterable<RuleFinding> {
  const known = Object.keys(FORMATS);
  for (const { value: schema, pointer } of document.of('schema')) {
    const { format } = schema;
    if (typeof format !== 'string') continue;
    const place = childPointer(pointer, 'format');
    const near = misspelling(format, known);
    if (near !== undefined && !isOtherWidth(format, near)) {
      const message = `"${format}" is no format that tools know: did you mean "${near}"?`;
      yield { pointer: place, message, cause: format };
    }
    const fitting = Object.hasOwn(FORMATS, format) ? FORMATS[format]! : undefined;
    const types = typesOf(schema).filter((type) => type !== 'null');
    if (fitting === undefined || types.length === 0) continue;
    if (types.some((type) => fitting.includes(type))) continue;
    const message = `The format "${format}" says nothing of ${a(types)}: give the schema the type ${fitting.join(' or ')}, or another format.`;
    yield { pointer: place, message, cause: `${format} ${types.join()}` };
  }
}

function a(types: readonly string[]): string {
  const [first = ''] = types;
  return `${/^[aeio]/.test(first) ? 'an' : 'a'} ${types.join(' or ')}`;
}

/** The types of which a keyword says something. */
const KEYWORD_TYPES: readonly (readonly [readonly string[], readonly string[]])[] = [
  [['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'], NUMBERS],
  [['minLength', 'maxLength', 'pattern'], TEXTS],
  [['items', 'minItems', 'maxItems', 'uniqueItems', 'prefixItems'], ['array']],
  [
    ['properties', 'required', 'minProperties', 'maxProperties', 'additionalProperties'],
    ['object'],
  ],
];

function* idleKeywords(document: LintedDocument): Iterable<RuleFinding> {
  for (const { value: schema, pointer } of document.of('schema')) {
    const types = typesOf(schema);
    // Of a type that there is none the engine says so.
    if (types.length === 0 || !types.every(isKnownType)) continue;
    for (const [keywords, fitting] of KEYWORD_TYPES) {
      if (types.some((type) => fitting.includes(type))) continue;
      const idle = keywords.find((keyword) => isInUse(keyword, schema[keyword]));
      if (idle === undefined) continue;
      const message = `"${idle}" says nothing of ${a(types)}: take it out, or change the type to ${fitting[0]}.`;
      yield {
        pointer: childPointer(pointer, idle),
        message,
        cause: `${fitting[0]} ${types.join()}`,
      };
    }
  }
}

function isKnownType(type: string): boolean {
  return (
    type === 'null' || type === 'boolean' || KEYWORD_TYPES.some(([, types]) => types.includes(type))
  );
}

/** Whether a keyword has a value that asks for something; of any other the engine says that it is wrong. */
function isInUse(keyword: string, value: JsonValue | undefined): boolean {
  if (value === undefined || value === false) return false;
  return keyword !== 'required' || Array.isArray(value);
}

function* bothSides(document: LintedDocument): Iterable<RuleFinding> {
  for (const { value: schema, pointer } of document.of('schema')) {
    if (schema['readOnly'] !== true || schema['writeOnly'] !== true) continue;
    const message = 'What is both readOnly and writeOnly is in no message: take one of them out.';
    yield { pointer: childPointer(pointer, 'writeOnly'), message };
  }
}

const SAYINGS: ReadonlySet<string> = new Set(
  words('description summary title example examples default deprecated readOnly writeOnly'),
);

/** Whether a keyword is more than words about a value, and where it is sent. */
export function asksForSomething(keyword: string): boolean {
  return !SAYINGS.has(keyword) && !keyword.startsWith('x-');
}

/** `nullable` is a keyword of OpenAPI 3.0 alone, and there only beside `type`; where nothing is asked for, null will do. */
function* idleNullables(document: LintedDocument): Iterable<RuleFinding> {
  for (const { pointer } of document.of('schema')) {
    const written = document.written(pointer);
    if (!('nullable' in written) || '$ref' in written) continue;
    const place = childPointer(pointer, 'nullable');
    if (document.isJsonSchema) {
      const message = `"nullable" says nothing since OpenAPI 3.1: add "null" to the "type".`;
      yield { pointer: place, message, cause: 'since 3.1' };
    } else if (written['nullable'] === true && !('type' in written)) {
      if (!Object.keys(written).some((key) => key !== 'nullable' && asksForSomething(key)))
        continue;
      const message = `"nullable" has no effect without "type": add the type beside it.`;
      yield { pointer: place, message, cause: 'without type' };
    }
  }
}

function* repeatedValues(document: LintedDocument): Iterable<RuleFinding> {
  for (const { value: schema, pointer } of document.of('schema')) {
    for (const keyword of ['enum', 'required', 'type']) {
      const seen = new Set<string>();
      for (const [i, item] of itemsOf(schema[keyword]).entries()) {
        const key = valueKey(item);
        if (seen.has(key)) {
          const message = `${showJson(item)} is twice in "${keyword}": take one of them out.`;
          yield {
            pointer: childPointer(pointer, keyword, i),
            message,
            cause: childPointer(pointer, keyword),
          };
        }
        seen.add(key);
      }
    }
  }
}

function* lackingItems(document: LintedDocument): Iterable<RuleFinding> {
  if (document.isJsonSchema) return;
  for (const { value: schema, pointer } of document.of('schema')) {
    if (!typesOf(schema).includes('array') || 'items' in schema) continue;
    const message = 'An array needs "items" before OpenAPI 3.1: say what it is a list of.';
    yield { pointer, message };
  }
}

/** In the order of a report. */
export const keywordRules: readonly LintRule[] = [
  {
    name: 'possible-bounds',
    severity: 'error',
    description: 'A lower bound is not above the upper bound.',
    find: impossibleBounds,
  },
  {
    name: 'array-items',
    severity: 'error',
    description: 'Arrays of OpenAPI 3.0 have "items".',
    find: lackingItems,
  },
  {
    name: 'format-type',
    severity: 'warn',
    description: 'Formats are known, and fit the type.',
    find: unfitFormats,
  },
  {
    name: 'keyword-type',
    severity: 'warn',
    description: 'Keywords apply to the type of their schema.',
    find: idleKeywords,
  },
  {
    name: 'repeated-value',
    severity: 'warn',
    description: 'Lists of values and of names have no duplicates.',
    find: repeatedValues,
  },
  {
    name: 'idle-nullable',
    severity: 'warn',
    description: '"nullable" is only where it has an effect.',
    find: idleNullables,
  },
  {
    name: 'read-or-write',
    severity: 'warn',
    description: 'Nothing is both readOnly and writeOnly.',
    find: bothSides,
  },
];
