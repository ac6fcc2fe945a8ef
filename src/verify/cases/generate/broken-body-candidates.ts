import { type JsonValue, isJsonObject } from '../../../openapi/json/json-value.ts';
import { stringifyJson } from '../../../openapi/json/stringify-json.ts';
import type { FreshValues } from '../../../model/requests/fresh-values.ts';
import { type BodyBase, freshBody } from '../../../model/requests/body-base.ts';
import type { Candidate } from './candidate.ts';

/** Deep enough for the stack of a reader that recurses, and far below any size limit. */
const DEPTH = 10_000;

/** Bodies that are no JSON, no body, or JSON of another shape. */
export function brokenBodyCandidates(base: BodyBase, large: boolean): Candidate[] {
  const text = (title: string, change: (json: string) => string): Candidate =>
    candidate(title, base, (json) => change(json));
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
    candidate('invalid UTF-8', base, invalidUtf8),
    ...objectSpellings(base).map(([title, change]) => text(title, change)),
    ...(large ? deepNesting(base) : []),
  ];
}

function candidate(
  title: string,
  base: BodyBase,
  change: (json: string) => string | Uint8Array,
): Candidate {
  return {
    group: 'broken',
    title,
    aim: 'broken',
    parts: (fresh) => ({ body: change(stringifyJson(freshBody(base, fresh))) }),
  };
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
    aim: 'broken',
    parts: () => ({ body: nested }),
  };
  if (path === undefined) return [deep];
  const title = `${path.join('.')} nested ${DEPTH} deep`;
  return [deep, { ...deep, title, parts: (fresh) => ({ body: inside(fresh) }) }];
}
