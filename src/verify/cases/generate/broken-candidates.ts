import { exactNumber, toJsonNumber } from '../../../openapi/json/exact-number.ts';
import { type JsonValue, isJsonObject } from '../../../openapi/json/json-value.ts';
import { showJson, stringifyJson } from '../../../openapi/json/stringify-json.ts';
import { type EffectiveSchema, integersOf } from '../../../openapi/schema/effective-schema.ts';
import { isTextFormat } from '../../../openapi/schema/formats.ts';
import type { FreshValues } from '../../../model/requests/fresh-values.ts';
import { type BodyBase, freshBody } from '../../../model/requests/body-base.ts';
import { type Slot, valueOf } from '../../../model/requests/slots.ts';
import type { Candidate } from './candidate.ts';

type Wrong = readonly [what: string, value: JsonValue];

/** Values of the right type that a schema forbids. Those that it takes after all are to be dropped. */
export function brokenValues(schema: EffectiveSchema): Wrong[] {
  return [...outOfRange(schema), ...wrongTexts(schema), ...wrongLists(schema), ...unlisted(schema)];
}

function outOfRange(schema: EffectiveSchema): Wrong[] {
  const { types, minimum, maximum, multipleOf } = schema;
  const wrong: Wrong[] = [];
  if (types.includes('integer')) {
    const range = integersOf(schema);
    if (range) {
      const span = range.maximum - range.minimum + 1n;
      // The last is what wraps round to 1 where an overflow goes unseen.
      for (const value of [range.minimum - 1n, range.maximum + 1n, span + 1n]) {
        wrong.push([showJson(value), toJsonNumber(value)]);
      }
      wrong.push(['1e400', exactNumber('1e400')]);
    }
    wrong.push(['-0.5', -0.5]);
  }
  if (types.includes('integer') || types.includes('number')) {
    if (typeof minimum === 'number') wrong.push(['below its minimum', minimum - 1]);
    if (typeof maximum === 'number') wrong.push(['above its maximum', maximum + 1]);
    if (typeof multipleOf === 'number') wrong.push(['between its steps', multipleOf / 2]);
  }
  return wrong;
}

function wrongTexts({ types, minLength, maxLength, pattern, format }: EffectiveSchema): Wrong[] {
  if (!types.includes('string')) return [];
  const wrong: Wrong[] = [];
  if (minLength > 0) wrong.push(['too short', 'x'.repeat(minLength - 1)]);
  if (maxLength !== undefined && maxLength < 100_000) {
    wrong.push(['too long', 'x'.repeat(maxLength + 1)]);
  }
  if (pattern !== undefined) {
    wrong.push(['against its pattern', '\u0007'], ['against its pattern, readable', '!?']);
  }
  if (format !== undefined && isTextFormat(format)) {
    wrong.push([`that is no ${format}`, `no ${format}`]);
    const nearly = NEARLY[format];
    if (nearly !== undefined) wrong.push([`that is nearly a ${format}`, nearly]);
  }
  return wrong;
}

/** What a careless check takes for one. */
const NEARLY: Readonly<Record<string, string>> = {
  date: '2023-02-30',
  'date-time': '2024-02-29 12:00',
  time: '24:00:00Z',
  duration: 'PT',
  uuid: '123e4567-e89b-42d3-a456-42661417400',
  email: 'someone.example.com',
  uri: '/relative/path',
  ipv4: '192.0.2.256',
  regex: '(',
};

function wrongLists({ types, minItems, maxItems, uniqueItems, items }: EffectiveSchema): Wrong[] {
  if (!types.includes('array') || items === undefined) return [];
  const wrong: Wrong[] = [];
  if (minItems > 0) wrong.push(['with too few items', []]);
  if (maxItems !== undefined && maxItems < 1000) {
    wrong.push(['with too many items', Array.from({ length: maxItems + 1 }, (_, i) => `x${i}`)]);
  }
  if (uniqueItems) wrong.push(['with an item twice', ['x', 'x']]);
  return wrong;
}

function unlisted({ values }: EffectiveSchema): Wrong[] {
  if (values === undefined) return [];
  const [first] = values;
  const wrong: Wrong[] = [['outside its list', 'none of the listed values']];
  if (typeof first === 'string' && first.toUpperCase() !== first) {
    wrong.push(['in capitals', first.toUpperCase()]);
  }
  if (typeof first === 'number') wrong.push(['beside its list', 987_654]);
  return wrong;
}

/** Deep enough for the stack of a reader that recurses, and far below any size limit. */
const DEPTH = 10_000;

/** Bodies that are no JSON, no body, or JSON of another shape. */
export function brokenBodyCandidates(base: BodyBase, large: boolean): Candidate[] {
  const text = (title: string, change: (json: string) => string | Uint8Array): Candidate => ({
    group: 'broken',
    title,
    // With all there is in it: where little is, little can be broken.
    parts: (fresh) => ({
      body: change(stringifyJson(freshBody(base, { ...fresh, refusedBodies: 0 }))),
    }),
  });
  return [
    { ...text('no body', () => ''), parts: () => ({}) },
    text('empty body', () => ''),
    text('blank body', () => '  \r\n  '),
    text('body null', () => 'null'),
    text('body true', () => 'true'),
    text('body a number', () => '42'),
    text('body inside an array', (json) => `[${json}]`),
    text('body an empty array', () => '[]'),
    // A server that puts defaults in place of nothing takes this, but no body with one gap.
    {
      ...text('body an empty object', () => '{}'),
      reason: 'what is required is missing',
      breaksSeveral: true,
    },
    {
      ...text('body as JSON inside a string', (json) => stringifyJson(json)),
      reason: 'the body is a string that has the JSON in it',
    },
    text('the last byte is missing', (json) => json.slice(0, -1)),
    text('the second half is missing', (json) => json.slice(0, json.length / 2)),
    text('garbage behind the body', (json) => `${json}x`),
    text('the body twice', (json) => `${json}\n${json}`),
    text('a byte order mark', (json) => `\uFEFF${json}`),
    text('invalid UTF-8', invalidUtf8),
    ...objectSpellings(base).map(([title, change]) => text(title, change)),
    ...(large ? deepNesting(base) : []),
  ];
}

/** JavaScript and Python write objects so; JSON doesn't. */
function objectSpellings(base: BodyBase): [title: string, change: (json: string) => string][] {
  if (!isJsonObject(base.value) || Object.keys(base.value).length < 2) return [];
  return [
    ['a comma behind the last property', (json) => `${json.slice(0, -1)},}`],
    ['no comma between properties', (json) => json.replace(/,(?=")/, ' ')],
    ['single quotes', (json) => json.replaceAll('"', "'")],
    ['a key without quotes', (json) => json.replace(/^\{"([^"]*)"/, '{$1')],
    ['a comment', (json) => `/* comment */${json}`],
    ['a raw line break inside a string', (json) => json.replace(/"\}$/, '\n"}')],
    ['an unknown escape', (json) => json.replace(/"\}$/, '\\x41"}')],
  ];
}

/** A byte that no UTF-8 has, inside the last string. */
function invalidUtf8(json: string): Uint8Array {
  const bytes = new TextEncoder().encode(json);
  const end = bytes.lastIndexOf(0x22);
  return end === -1
    ? Uint8Array.of(0xff, ...bytes)
    : Uint8Array.of(...bytes.subarray(0, end), 0xff, ...bytes.subarray(end));
}

function deepNesting(base: BodyBase): Candidate[] {
  const nested = '['.repeat(DEPTH) + ']'.repeat(DEPTH);
  const path = base.slots.find(({ required }) => required)?.path;
  const inside = (fresh: FreshValues): string => {
    // A placeholder, because a value this deep can't be written by a recursive function.
    const value: JsonValue = 'nested';
    const json = stringifyJson(freshBody(base, fresh, { path: path ?? [], value }));
    return json.replace('"nested"', () => nested);
  };
  const deep: Candidate = {
    group: 'broken',
    title: `body nested ${DEPTH} deep`,
    parts: () => ({ body: nested }),
  };
  if (path === undefined) return [deep];
  const title = `${path.join('.')} nested ${DEPTH} deep`;
  return [deep, { ...deep, title, parts: (fresh) => ({ body: inside(fresh) }) }];
}

/** Bodies in which one property is missing or has a value that the schema forbids. */
export function brokenValueCandidates(base: BodyBase): Candidate[] {
  return base.slots.flatMap((slot) => [
    ...(slot.required ? [broken(base, slot, 'missing', undefined)] : []),
    ...[...wrongTypes(base, slot), ...brokenValues(slot.schema)].map(([what, value]) =>
      broken(base, slot, what, value),
    ),
  ]);
}

function broken(base: BodyBase, slot: Slot, what: string, value: JsonValue | undefined): Candidate {
  const { path } = slot;
  return {
    group: 'broken',
    title: `${path.join('.')} ${what}`,
    // In one thing only: no other text carries the mark where this one would.
    parts: (fresh) => ({ value: freshBody(base, fresh, { path, value }, base.marks.slice(0, 1)) }),
  };
}

/** A value of every type; those that the schema takes are dropped when it is asked. */
function wrongTypes(base: BodyBase, slot: Slot): Wrong[] {
  const right = valueOf(base.value, slot.path) ?? null;
  const isNumeric = slot.schema.types.includes('integer');
  return [
    ['as null', null],
    ['as true', true],
    ['as false', false],
    ['as an integer', 42],
    ['as zero', 0],
    ['as a fraction', 1.5],
    ['as a string', 'seven'],
    ['as an empty string', ''],
    ['as a number in a string', isNumeric ? showJson(right) : '42'],
    ['inside an array', [right]],
    ['as an empty array', []],
    ['inside an object', { value: right }],
    ['as an empty object', {}],
  ];
}
