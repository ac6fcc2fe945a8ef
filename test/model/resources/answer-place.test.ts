import { expect, it } from 'vitest';
import { type Sought, scalarAt, valueIn } from '../../../src/model/resources/answer-place.ts';
import type { JsonValue } from '../../../src/openapi/json/json-value.ts';
import { effectiveSchema } from '../../../src/openapi/schema/effective-schema.ts';

const root = { text: { type: 'string' }, integer: { type: 'integer' } };
const sought = (type: 'text' | 'integer', ...names: readonly string[]): Sought => ({
  names,
  nouns: new Set(['pet']),
  schema: effectiveSchema(root, `/${type}`),
});

it.each<[string, JsonValue, JsonValue | undefined]>([
  ['by its surest name', { name: 'Rex', id: 'a' }, 'a'],
  ['however that is spelled', { _ID: 'b' }, 'b'],
  ['in an envelope', { data: { pet: { id: 'c' } } }, 'c'],
  ['in what is called as it is', { owner: { id: 'x' }, pet: { id: 'd' } }, 'd'],
  ['not in something else', { owner: { id: 'x' } }, undefined],
  ['not in lists', { data: [{ id: 'x' }] }, undefined],
  ['not where it is empty, true or an object', { id: '', name: true }, undefined],
])('is found in what was created: %s', (_where, answer, value) => {
  expect(valueIn(answer, { path: [], sought: sought('text', 'id', 'name') })).toBe(value);
});

it.each<[string, JsonValue, readonly string[], JsonValue | undefined]>([
  ['the first that has it', [{}, { id: 1 }, { id: 2 }], ['*'], 1],
  ['the one of a place', { total: 9, pets: [{ id: 1 }, { id: 2 }] }, ['1'], 2],
  ['of what can fill it', [{ id: 'a' }, { id: '3' }], ['*'], '3'],
  ['which are the values', { result: { ids: [4] } }, ['*'], 4],
  ['none where there is no list', { id: 5 }, ['*'], undefined],
  ['none of what is one itself', { id: 5, toys: [{ id: 6 }] }, ['*'], undefined],
])('is found in items of a list: %s', (_which, answer, path, value) => {
  expect(valueIn(answer, { path, sought: sought('integer', 'id') })).toBe(value);
});

it('is where the document says where it does', () => {
  const answer = { items: [{ key: null }, { key: 'a' }] };
  expect(valueIn(answer, { path: ['items', '*', 'key'] })).toBe('a');
  expect(scalarAt(answer, ['items', '0', 'key'])).toBeUndefined();
});
