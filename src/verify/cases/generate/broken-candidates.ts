import { exactNumber, toJsonNumber } from '../../../openapi/json/exact-number.ts';
import { type JsonValue, isJsonObject, propertyAt } from '../../../openapi/json/json-value.ts';
import { showJson, stringifyJson } from '../../../openapi/json/stringify-json.ts';
import type { EffectiveSchema } from '../../../openapi/schema/effective-schema.ts';
import { integersOf } from '../../../openapi/schema/fitting-numbers.ts';
import { isVast } from '../../../openapi/schema/least-size.ts';
import { MAX_LENGTH, patternText } from '../../../openapi/schema/pattern-texts.ts';
import { MAX_ITEMS } from '../../../openapi/schema/sample-value.ts';
import { isTextFormat } from '../../../openapi/schema/formats.ts';
import type { FreshValues } from '../../../model/requests/fresh-values.ts';
import { type BodyBase, alternativesOf } from '../../../model/requests/body-base.ts';
import { freshBody } from '../../../model/requests/fresh-body.ts';
import { type Slot } from '../../../model/requests/slots.ts';
import { notPromised } from '../case.ts';
import type { Candidate } from './candidate.ts';
import { differentItems, isFreeText, itemMaker, itemsOf } from './items.ts';
import { ordinal } from './ordinal.ts';
import { type Wrong, wrongObjects } from './wrong-objects.ts';

/** Values of the right type that a schema forbids. Those that it takes after all are to be dropped. */
export function brokenValues(schema: EffectiveSchema): Wrong[] {
  return [
    ...outOfRange(schema),
    ...wrongTexts(schema),
    ...wrongLists(schema),
    ...unlisted(schema),
    ...ruledOut(schema),
  ];
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
    }
    wrong.push(['-0.5', -0.5]);
  }
  if (types.includes('integer') || types.includes('number')) {
    wrong.push(['1e400', exactNumber('1e400')]);
    if (typeof minimum === 'number') wrong.push(['below its minimum', minimum - 1]);
    if (typeof maximum === 'number') wrong.push(['above its maximum', maximum + 1]);
    if (typeof multipleOf === 'number') {
      wrong.push(['between its steps', betweenSteps(schema, multipleOf)]);
    }
  }
  return wrong;
}

/** Within its bounds, where there is such a number. */
function betweenSteps({ types, minimum }: EffectiveSchema, multipleOf: number): number {
  const first = typeof minimum === 'number' ? Math.ceil(minimum / multipleOf) * multipleOf : 0;
  return first + (types.includes('number') ? multipleOf / 2 : 1);
}

function wrongTexts(schema: EffectiveSchema): Wrong[] {
  const { types, minLength, maxLength, pattern, format } = schema;
  if (!types.includes('string')) return [];
  const wrong: Wrong[] = [];
  const least = Math.min(minLength, MAX_LENGTH);
  if (minLength > 0) wrong.push(['too short', 'x'.repeat(least - 1)]);
  if (maxLength !== undefined && maxLength < MAX_LENGTH) {
    wrong.push(['too long', 'x'.repeat(maxLength + 1)]);
  }
  if (pattern !== undefined) {
    const fitted = (text: string): string =>
      text.repeat(Math.max(1, Math.ceil(least / text.length))).slice(0, maxLength);
    wrong.push(['against its pattern', fitted('\u0007')]);
    wrong.push(['against its pattern, readable', fitted('!?')]);
  }
  if (format !== undefined && isTextFormat(format)) {
    wrong.push([`that is no ${format}`, `no ${format}`]);
    const nearly = NEARLY[format];
    if (nearly !== undefined) wrong.push([`that is nearly a ${format}`, nearly]);
  }
  return wrong;
}

/** What only a careless check finds in a pattern: one without its anchors, or of any letters. */
function nearPattern({ types, pattern, minLength }: EffectiveSchema): Wrong[] {
  if (pattern === undefined || !types.includes('string')) return [];
  const text = patternText(pattern, 0, minLength);
  if (text === undefined) return [];
  const lower = text.toLowerCase();
  return [
    ['with more behind what its pattern has', `${text}!`],
    ['with more before what its pattern has', `!${text}`],
    ['in other letters than its pattern has', lower === text ? text.toUpperCase() : lower],
  ];
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
  if (maxItems !== undefined && maxItems < MAX_ITEMS && !isVast(items, maxItems)) {
    const more = (uniqueItems ? differentItems : itemsOf)(items, maxItems + 1);
    wrong.push(['with too many items', more]);
  }
  if (uniqueItems && minItems <= MAX_ITEMS && !isVast(items, minItems)) {
    const item = itemMaker(items)(0);
    wrong.push(['with an item twice', Array.from({ length: Math.max(2, minItems) }, () => item)]);
  }
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
    {
      ...text('no body', () => ''),
      parts: () => ({}),
      aim: 'any',
      open: 'the body may be left out, and nothing says what that means',
    },
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
    ...halfCharacters(base),
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

/** Stands for half a character until the body is written. */
const HALF = 'half-a-character';

/** One surrogate of two, which is no character: JSON has no rule against its escape (RFC 8259, 8.2). */
function halfCharacters(base: BodyBase): Candidate[] {
  const slot = base.slots.find(
    ({ path, schema }) => isFreeText(schema) && typeof propertyAt(base.value, path) === 'string',
  );
  if (slot === undefined) return [];
  const half = (
    title: string,
    write: (before: string, after: string) => Uint8Array,
  ): Candidate => ({
    group: 'broken',
    title: `half a character as ${title}`,
    validity: notPromised('a text has half a character'),
    parts: (fresh) => {
      const change = { path: slot.path, value: HALF };
      const json = stringifyJson(freshBody(base, { ...fresh, refusedBodies: 0 }, change));
      const [before = '', after = ''] = json.split(HALF, 2);
      return { body: write(before, after) };
    },
  });
  const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
  return [
    half('an escape', (before, after) => utf8(`${before}x\\ud800${after}`)),
    half('bytes', (before, after) =>
      Uint8Array.from([...utf8(`${before}x`), 0xed, 0xa0, 0x80, ...utf8(after)]),
    ),
  ];
}

/** A byte that no UTF-8 has, inside the last string. */
function invalidUtf8(json: string): Uint8Array {
  const bytes = new TextEncoder().encode(json);
  const end = bytes.lastIndexOf(0x22);
  return end === -1
    ? Uint8Array.from([0xff, ...bytes])
    : Uint8Array.from([...bytes.subarray(0, end), 0xff, ...bytes.subarray(end)]);
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
  const whole: Slot = { path: [], schema: base.schema, required: true };
  return [
    ...base.slots.flatMap((slot) => brokenIn(base, slot, wrongTypes(base, slot))),
    ...alternativesOf(base).flatMap(({ path, index, base: other }) => {
      const title = `in the ${ordinal(index)} alternative of ${path.join('.') || 'the body'}`;
      return other.slots
        .flatMap((slot) => brokenIn(other, slot, someWrongTypes(other, slot)))
        .map((candidate) => ({ ...candidate, title: `${candidate.title}, ${title}` }));
    }),
    ...[whole, ...base.slots].flatMap((slot) =>
      wrongObjects(base, slot).map(([what, value]) => broken(base, slot, what, value)),
    ),
  ];
}

function brokenIn(base: BodyBase, slot: Slot, types: readonly Wrong[]): Candidate[] {
  const wrong = [...types, ...brokenValues(slot.schema), ...nearPattern(slot.schema)];
  return [
    ...(slot.required ? [leavingOut(slot, broken(base, slot, 'missing', undefined))] : []),
    ...wrong.map(([what, value]) => broken(base, slot, what, value)),
  ];
}

/** A request without something: what is required and has a default all the same, a server may well fill in. */
export function leavingOut({ schema }: Pick<Slot, 'schema'>, candidate: Candidate): Candidate {
  if (schema.keyword('default') === undefined) return candidate;
  return { ...candidate, validity: notPromised('what is required has a default') };
}

/** What the schema rules out in so many words. */
function ruledOut(schema: EffectiveSchema): Wrong[] {
  const not = schema.keyword('not');
  if (!isJsonObject(not)) return [];
  const values = [not['enum'] ?? not['const'] ?? []].flat();
  return values.slice(0, MAX_RULED_OUT).map((value) => [`as ${showJson(value)}`, value]);
}

const MAX_RULED_OUT = 3;

function broken(base: BodyBase, slot: Slot, what: string, value: JsonValue | undefined): Candidate {
  const { path } = slot;
  return {
    group: 'broken',
    title: `${path.join('.') || 'the body'} ${what}`,
    // In one thing only: no other text carries the mark where this one would.
    parts: (fresh) => ({ value: freshBody(base, fresh, { path, value }, base.marks.slice(0, 1)) }),
  };
}

/** Of another alternative, a few types stand for all. */
function someWrongTypes(base: BodyBase, slot: Slot): Wrong[] {
  return [
    ['as null', null],
    ['inside an array', [propertyAt(base.value, slot.path) ?? null]],
  ];
}

/** A value of every type; those that the schema takes are dropped when it is asked. */
function wrongTypes(base: BodyBase, slot: Slot): Wrong[] {
  const right = propertyAt(base.value, slot.path) ?? null;
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
