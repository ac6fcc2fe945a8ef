import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';
import { compileSchema } from '../../../src/openapi/schema/compile-schema.ts';
import { effectiveSchema } from '../../../src/openapi/schema/effective-schema.ts';
import { fitter } from '../../../src/openapi/schema/fit-value.ts';

const part: JsonObject = {
  type: 'object',
  required: ['id', 'key'],
  properties: { id: { type: 'integer' }, key: { type: 'string', writeOnly: true }, note: {} },
};

const thing: JsonObject = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer' },
    level: { enum: ['low', 'high'] },
    part,
    parts: { type: 'array', minItems: 2, maxItems: 3, items: part },
    labels: { type: 'array', uniqueItems: true, items: part },
    closed: { ...part, additionalProperties: false },
    either: { oneOf: [part, { type: 'string' }] },
  },
};

function fit(value: JsonValue, schema = thing, spare: JsonValue = { id: 7, part: { id: 8 } }) {
  const fitted = fitter(effectiveSchema(schema, ''), 'response', spare)(value);
  expect(compileSchema(schema, '', 'response')(fitted)).toEqual([]);
  return fitted;
}

describe('fitting a value to a schema', () => {
  it('gives back the very value where it is valid', () => {
    const value = { id: 1, more: true };
    expect(fit(value)).toBe(value);
  });

  it.each<[string, JsonValue, JsonValue]>([
    ['takes what is missing from the spare value', {}, { id: 7 }],
    ['takes what is missing below from it, too', { id: 1, part: {} }, { id: 1, part: { id: 8 } }],
    ['replaces what is required', { id: 'x', part: { id: 'y' } }, { id: 7, part: { id: 8 } }],
    ['takes the number that a text has', { id: '12345678901234567' }, { id: 12345678901234567n }],
    ['leaves out what is optional', { id: 1, level: 'none', either: true }, { id: 1 }],
    [
      'makes up what the spare value has not',
      { id: 1, closed: { note: 1 } },
      { id: 1, closed: { id: 42, note: 1 } },
    ],
    [
      'leaves out what a closed object has not',
      { id: 1, closed: { id: 2, other: 3 } },
      { id: 1, closed: { id: 2 } },
    ],
    [
      'completes the alternative that keeps most',
      { id: 1, either: { note: 1 } },
      { id: 1, either: { id: 42, note: 1 } },
    ],
    [
      'fills up a list',
      { id: 1, parts: [{ id: 3 }] },
      { id: 1, parts: [{ id: 3 }, { id: 42, note: 'sample' }] },
    ],
    [
      'cuts a list',
      { id: 1, parts: [1, 2, 3, 4].map((id) => ({ id })) },
      { id: 1, parts: [1, 2, 3].map((id) => ({ id })) },
    ],
    [
      'keeps one of the items that become the same',
      { id: 1, labels: [7, 8, { id: 9 }] },
      { id: 1, labels: [{ id: 42, note: 'sample' }, { id: 9 }] },
    ],
    [
      'replaces what is wrong in an item',
      { id: 1, parts: [{ id: 3 }, { note: 4 }] },
      { id: 1, parts: [{ id: 3 }, { note: 4, id: 42 }] },
    ],
    ['keeps nothing of another type', [1], { id: 7, part: { id: 8 } }],
  ])('%s', (_name, value, expected) => {
    expect(fit(value)).toEqual(expected);
  });

  it('mends around what can not be mended in its place', () => {
    const schema = {
      type: 'object',
      properties: {
        a: { type: 'object', required: ['b'], properties: { b: { type: 'string', enum: [1] } } },
        c: {},
      },
    };
    expect(fit({ a: { b: 'x' }, c: 1 }, schema, {})).toEqual({ c: 1 });
  });

  it('keeps a value that several alternatives take, and takes one of them alone', () => {
    const a = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } };
    const b = { ...a, properties: { ...a.properties, b: { type: 'integer' } } };
    expect(fit({ a: 'own' }, { oneOf: [a, b] }, { a: 'spare', b: null })).toEqual({
      a: 'own',
      b: null,
    });
  });

  it('leaves out one thing that another alternative needs, where an open one takes all of its values', () => {
    const open = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } };
    const properties = { ...open.properties, b: { type: 'integer' }, c: { type: 'integer' } };
    const whole = { type: 'object', required: ['a', 'b', 'c'], properties };
    const fitted = fit({ a: 'own', b: 1, c: 2 }, { oneOf: [whole, open] }, { a: 'spare' });
    expect(fitted).toEqual({ a: 'own', c: 2 });
  });

  it('keeps what alternatives that overlap take, and adds what tells them apart', () => {
    const properties = { a: { type: 'string' }, c: { type: 'string' } };
    const plain = { type: 'object', properties: { ...properties, b: { type: 'integer' } } };
    const other = { type: 'object', properties: { ...properties, b: { type: 'boolean' } } };
    const schema = { oneOf: [plain, other] };
    const fitted = fit({ a: 'own' }, schema, { a: 'spare', b: true, c: 'spare' });
    expect(fitted).toEqual({ a: 'own', b: true });
    const alike = { oneOf: [plain, plain] };
    const fitAlike = fitter(effectiveSchema(alike, ''), 'response', 7);
    expect(fitAlike({ a: 'own' })).toEqual({ a: 'own' });
    const around = { required: ['id'], properties: { id: { type: 'string' }, form: alike } };
    const fitAround = fitter(effectiveSchema(around, ''), 'response', { id: '1', form: {} });
    expect(fitAround({ form: { a: 'own' } })).toEqual({ id: '1', form: { a: 'own' } });
  });

  it('makes no list of a length that nobody reads', () => {
    const list = { type: 'array', minItems: 1e9, items: { type: 'string' } };
    const schema = { type: 'object', properties: { list } };
    expect(fit({ list: ['a'] }, schema, {})).toEqual({});
  });
});

it('keeps what a value has where nothing is valid', () => {
  const schema = { properties: { a: {}, b: {} }, required: ['a'], not: {} };
  const spare = { a: 1, b: 2 };
  expect(fitter(effectiveSchema(schema, ''), 'response', spare)({ a: 5 })).toEqual({ a: 5, b: 2 });
});
