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

  it('are checked in no time also where the last is the first again', () => {
    const root = doubling('anyOf', { $ref: '#/$defs/0' });
    const validate = compileSchema(
      { ...root, all: { allOf: [{ $ref: '#/$defs/0' }, named] } },
      '/all',
    );
    const begin = performance.now();
    for (let i = 0; i < 1000; i += 1) {
      expect(validate({ a: `${i}` })).toEqual([]);
      expect(validate({ a: i })).toHaveLength(1);
    }
    expect(performance.now() - begin).toBeLessThan(2000);
  });

  it('are given up soon where they lead back in every order', () => {
    const names = Array.from({ length: 12 }, (_, i) => `${i}`);
    const anyOf = names.map((name) => ({ $ref: `#/$defs/${name}` }));
    const $defs = Object.fromEntries(names.map((name) => [name, { anyOf: [...anyOf, false] }]));
    const begin = performance.now();
    const validate = compileSchema({ $defs }, '/$defs/0');
    for (let i = 0; i < 1000; i += 1) validate(i);
    expect(performance.now() - begin).toBeLessThan(5000);
  });

  it('tell of one mistake as often as the last of them is named, and no more', () => {
    expect(issuesOf(doubling('allOf', named), { a: 1 })).toEqual([
      ['/a', 'type'],
      ['/a', 'type'],
    ]);
  });

  it('are checked in no time where two parts of a value lead back to them', () => {
    const tree = { $ref: '#/$defs/tree' };
    const branch = (name: string): JsonObject => {
      return { required: [name], properties: { left: tree, right: tree } };
    };
    const root = { $defs: { tree: { anyOf: [branch('a'), branch('b'), { maxProperties: 0 }] } } };
    let value: JsonObject = {};
    for (let i = 0; i < DEPTH; i += 1) value = { a: 1, left: value, right: {} };
    expect(issuesOf(root, value, '/$defs/tree')).toEqual([]);
    expect(issuesOf(root, { b: 1, left: value, right: 1 }, '/$defs/tree')).toEqual([]);
    expect(issuesOf(root, { b: 1, left: value, right: { c: 1 } }, '/$defs/tree')).not.toEqual([]);
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
