import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';
import { compileSchema } from '../../../src/openapi/schema/compile-schema.ts';
import { effectiveSchema } from '../../../src/openapi/schema/effective-schema.ts';
import {
  type SampleOptions,
  sampleValue,
  validSample,
} from '../../../src/openapi/schema/sample-value.ts';
import { tightSchemas } from '../../setup/tight-schemas.ts';

const sample = (schema: JsonObject, options?: SampleOptions): JsonValue =>
  sampleValue(effectiveSchema(schema, ''), options);

const MINIMAL: SampleOptions = { examples: false, includes: () => false };

it.each(tightSchemas)('is valid for %s', (_name, schema) => {
  const validate = compileSchema(schema, '');
  expect(validate(sample(schema))).toEqual([]);
  expect(validate(sample(schema, MINIMAL))).toEqual([]);
});

it.each<[JsonObject, JsonValue]>([
  [{ type: 'string', minLength: 8 }, 'samplexx'],
  [{ type: 'string', maxLength: 3 }, 'sam'],
  [{ type: 'string', format: 'date' }, '2024-02-29'],
  [{ type: 'string', description: 'JSON string `{ from, to }`' }, '{}'],
  [{ type: 'string', description: 'A serialized JSON array of ids' }, '[]'],
  [{ type: 'string', description: 'A file, JSON or YAML' }, 'sample'],
  [{ type: 'string', format: 'date-time' }, '2024-02-29T12:00:00Z'],
  [{ type: ['null', 'integer'], minimum: 50 }, 50],
  [{ enum: ['a', 'b'] }, 'a'],
  [{ const: 3 }, 3],
  [{ type: 'array', minItems: 2, items: { type: 'boolean' } }, [true, true]],
  [{ oneOf: [{ type: 'string', example: 'x' }, { type: 'integer' }] }, 'x'],
  [{ type: 'number', format: 'double' }, 42.5],
  [{ type: 'number', format: 'float', maximum: 1 }, 0.5],
  [{ type: 'number', format: 'double', multipleOf: 0.01 }, 0.01],
  [{ type: 'number', format: 'double', multipleOf: 2, minimum: 21 }, 42],
  [{ type: 'number' }, 42],
  [{ properties: { a: { type: 'null' }, b: {} } }, { a: null, b: 'sample' }],
  [{ items: { type: 'string' } }, ['sample']],
  [{ type: 'array', maxItems: 0 }, []],
  [{ minimum: 50 }, 50],
  [{ pattern: '^a+$' }, 'a'],
  [{ type: 'string', format: 'decimal', pattern: String.raw`^-?\d{0,6}(?:\.\d{0,2})?$` }, '1'],
  [{ format: 'uuid' }, '123e4567-e89b-42d3-a456-426614174000'],
  [{}, {}],
  [{ type: 'object', additionalProperties: { type: 'integer' } }, { other: 42 }],
  [
    { type: 'object', required: ['a'], additionalProperties: { const: 1 } },
    { a: 1, other: 1 },
  ],
  [{ type: [] }, null],
])('of %j is %j', (schema, value) => {
  expect(sample(schema)).toEqual(value);
});

it('takes a list member by member where the schema does', () => {
  const prefixItems = [{ enum: ['north'] }, { type: 'integer', minimum: 50 }];
  const schema = { type: 'array', minItems: 3, prefixItems, items: { type: 'boolean' } };
  expect(sample(schema)).toEqual(['north', 50, true]);
  expect(sample({ type: 'array', prefixItems })).toEqual(['north', 50]);
});

describe('a sample with options', () => {
  const user = {
    type: 'object',
    required: ['id', 'name', 'password'],
    properties: {
      id: { type: 'integer', readOnly: true },
      name: { type: 'string', example: 'Ann' },
      password: { type: 'string', writeOnly: true },
      friend: { example: { id: 7, name: 'Bob', password: 'x' }, allOf: [{ $ref: '#' }] },
      tags: { type: 'array', items: { type: 'string' } },
      level: { enum: ['low', 'high'] },
    },
  };

  it('has what is for neither side alone', () => {
    const rest = { name: 'Ann', tags: ['sample'], level: 'low' };
    const friend = { name: 'Bob', password: 'x' };
    expect(sample(user, { side: 'request' })).toEqual({ ...rest, password: 'sample', friend });
    const told = { id: 42, ...rest, friend: { id: 7, name: 'Bob' } };
    expect(sample(user, { side: 'response' })).toEqual(told);
    expect(sample(user)).toMatchObject({ id: 42, password: 'sample' });
  });

  it('has no more than it needs, or just some of it', () => {
    expect(sample(user, MINIMAL)).toEqual({ id: 42, name: 'sample', password: 'sample' });
    const options = { ...MINIMAL, includes: (name: string) => name === 'tags' };
    expect(sample(user, options)).toMatchObject({ name: 'sample', tags: ['sample'] });
  });

  it('has the values that are chosen, fitted to the schema', () => {
    const properties = {
      text: { type: 'string', maxLength: 4, example: 'none' },
      long: { type: 'string', minLength: 12 },
      number: { type: 'integer', maximum: 3 },
      flag: { type: 'boolean' },
      word: { enum: ['a', 'b'] },
      free: { type: 'number', example: 9 },
    };
    const value = sample(
      { type: 'object', properties },
      {
        choose: (type, name) => {
          if (type === 'string') return 'chosen text';
          if (type === 'boolean') return false;
          return name === 'free' ? undefined : 5;
        },
        pick: (values) => values.at(-1),
      },
    );
    expect(value).toEqual({
      text: 'chos',
      long: 'chosen text.',
      number: 3,
      flag: false,
      word: 'b',
      free: 42,
    });
  });
});

describe('a sample that is not valid at first', () => {
  const text: JsonObject = { type: 'string' };
  const a: JsonObject = { type: 'object', required: ['a'], properties: { a: text } };

  it.each<[string, JsonObject, JsonValue]>([
    ['is of another branch', { oneOf: [a, a, text] }, 'sample'],
    [
      'has what no other branch allows',
      { oneOf: [a, { ...a, properties: { a: text, b: { type: 'integer' } } }] },
      { a: 'sample', b: null },
    ],
    [
      'has what no other branch allows further inside',
      {
        oneOf: [
          { properties: { list: { type: 'array', items: { properties: { a: text } } } } },
          { properties: { list: { type: 'array', items: { properties: { b: text } } } } },
        ],
      },
      { list: [{ a: 'sample', b: null }] },
    ],
    [
      'is without what can not be',
      { type: 'object', properties: { a: text, b: { ...text, enum: [1] } } },
      { a: 'sample' },
    ],
    ['is without a wrong example', { ...text, maxLength: 3, examples: ['long', 'ok'] }, 'ok'],
    ['is of another type', { type: ['null', 'string'], maxLength: 2, format: 'date' }, null],
    ['is as long as a pattern allows', { ...text, pattern: '^a{2,9}$', maxLength: 2 }, 'aa'],
    [
      'has the words of all lists',
      { allOf: [{ enum: ['a', 'b', 'c'] }, { enum: ['c', 'b'] }] },
      'b',
    ],
  ])('%s', (_name, schema, expected) => {
    expect(sample(schema)).toEqual(expected);
    expect(compileSchema(schema, '')(expected)).toEqual([]);
  });

  it('is a best guess where none is found', () => {
    const impossible = { oneOf: [a, a] };
    expect(sample(impossible)).toEqual({ a: 'sample' });
    expect(validSample(effectiveSchema(impossible, ''))).toBeUndefined();
  });
});

describe('a schema that contains itself', () => {
  const node = {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string' },
      next: { $ref: '#/$defs/node' },
      all: { type: 'array', items: { $ref: '#/$defs/node' } },
    },
  };

  it('does so once', () => {
    const leaf = { name: 'sample', all: [] };
    expect(sample({ $ref: '#/$defs/node', $defs: { node } })).toEqual({
      name: 'sample',
      next: leaf,
      all: [leaf],
    });
  });

  it('ends, even if it must contain itself, or others as often as there are', () => {
    const endless = { ...node, required: ['name', 'next'] };
    expect(sample({ $ref: '#/$defs/node', $defs: { node: endless } })).toBeDefined();
    const names = Array.from({ length: 30 }, (_, i) => `n${i}`);
    const each = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
    const all = names.map((name) => [name, { type: 'object', properties: each }] as const);
    const value = sample({ $ref: '#/$defs/n0', $defs: Object.fromEntries(all) });
    expect(JSON.stringify(value).length).toBeLessThan(100_000);
  });

  it('has no more values where the same part is in it time and again', () => {
    const parts = (name: string): JsonObject =>
      Object.fromEntries(
        Array.from({ length: 40 }, (_, i) => [`n${i}`, { $ref: `#/$defs/${name}` }]),
      );
    const schema = {
      $ref: '#/$defs/whole',
      $defs: {
        whole: { type: 'object', properties: parts('part') },
        part: { type: 'object', properties: parts('leaf') },
        leaf: {
          type: 'object',
          properties: { a: { type: 'string' }, guessed: { not: { const: 'sample' } } },
        },
      },
    };
    expect(JSON.stringify(sample(schema)).match(/"a"/g)!.length).toBeLessThan(500);
  });

  it('has the texts of the deepest object that it has', () => {
    const text = { type: 'string' };
    const nested = Array.from({ length: 12 }).reduce<JsonObject>(
      (below) => ({ type: 'object', properties: { text, below } }),
      { type: 'object', properties: { text } },
    );
    const shown = JSON.stringify(sample(nested));
    expect(shown).toContain('"text":"sample"}}');
    expect(shown).not.toContain('{}');
  });

  it.each([
    { type: 'string', minLength: 1e9 },
    { type: 'array', minItems: 1e9, items: { type: 'string' } },
    { type: 'object', minProperties: 1e9 },
  ])('makes up nothing valid of a size that nobody reads: %j', (schema) => {
    expect(validSample(effectiveSchema(schema, ''))).toBeUndefined();
    expect(JSON.stringify(sample(schema)).length).toBeLessThan(200_000);
  });
});

it('what requires itself without an end stops where it would begin anew', () => {
  const refer = (name: string): JsonObject => ({ $ref: `#/$defs/${name}` });
  const object = (properties: JsonObject): JsonObject => ({
    type: 'object',
    required: Object.keys(properties),
    properties,
  });
  const ofUser = object({ user: refer('User') });
  const User = object({ shop: refer('Shop'), bank: refer('Bank'), club: refer('Club') });
  const $defs = { User, Shop: ofUser, Bank: ofUser, Club: ofUser };
  expect(sample({ ...refer('User'), $defs })).toEqual({ shop: {}, bank: {}, club: {} });
  const ways = object({ user: { oneOf: [refer('User'), { type: 'null' }] } });
  const finite = { ...refer('User'), $defs: { ...$defs, Club: ways, Shop: ways, Bank: ways } };
  expect(compileSchema(finite, '')(sample(finite))).toEqual([]);
});
