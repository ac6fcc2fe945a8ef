import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';
import { compileSchema } from '../../../src/openapi/schema/compile-schema.ts';

const DEPTH = 30;

/** Each schema is made of the next, twice: the last would be asked 2^30 times. */
function doubling(keyword: string, last: JsonObject): JsonObject {
  const $defs: Record<string, JsonValue> = { [DEPTH]: last };
  for (let i = 0; i < DEPTH; i += 1) {
    const next = { $ref: `#/$defs/${i + 1}` };
    $defs[i] = { [keyword]: [next, next] };
  }
  return { $defs };
}

function issuesOf(root: JsonObject, value: JsonValue, pointer = '/$defs/0'): unknown[] {
  return compileSchema(
    root,
    pointer,
  )(value).map(({ instancePointer, keyword }) => [instancePointer, keyword]);
}

const named: JsonObject = { required: ['a'], properties: { a: { type: 'string' } } };

describe('schemas that are made of others, each twice', () => {
  it.each(['allOf', 'anyOf'])('are checked in no time: %s', (keyword) => {
    const root = doubling(keyword, named);
    expect(issuesOf(root, { a: 'x' })).toEqual([]);
    expect(issuesOf(root, { a: 1 })).not.toEqual([]);
    expect(issuesOf(root, 'x')).toEqual([]);
  });

  it('tell of one mistake as often as the last of them is named, and no more', () => {
    expect(issuesOf(doubling('allOf', named), { a: 1 })).toEqual([
      ['/a', 'type'],
      ['/a', 'type'],
    ]);
  });

  it('still know what is evaluated', () => {
    const root = doubling('allOf', named);
    const closed = { ...root, closed: { $ref: '#/$defs/0', unevaluatedProperties: false } };
    expect(issuesOf(closed, { a: 'x' }, '/closed')).toEqual([]);
    expect(issuesOf(closed, { a: 'x', b: 1 }, '/closed')).toHaveLength(1);
  });
});

it('tells of the same mistake at every place where it is', () => {
  const root = { items: { allOf: [{ type: 'string' }] } };
  expect(issuesOf(root, [1, 1, 'x', 1], '')).toEqual([
    ['/0', 'type'],
    ['/1', 'type'],
    ['/3', 'type'],
  ]);
});
