import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';
import { compileSchema } from '../../../src/openapi/schema/compile-schema.ts';
import { referencePointer } from '../../../src/openapi/pointer.ts';
import { issues, json } from './validate.ts';

const shelf: JsonValue = {
  allOf: [
    { $ref: '#/$defs/base' },
    { required: ['id'], properties: { id: { type: 'integer', format: 'int64' } } },
  ],
  $defs: { base: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } },
};

describe('compileSchema', () => {
  it('compiles a schema once a document and side', () => {
    const root = { a: { required: ['b'], properties: { b: { writeOnly: true } } }, c: {} };
    expect(compileSchema(root, '/a')).toBe(compileSchema(root, '/a'));
    expect(compileSchema(root, '/a')({})).toHaveLength(1);
    expect(compileSchema(root, '/a', 'response')({})).toEqual([]);
    expect(compileSchema(root, '/c')({})).toEqual([]);
  });

  it('says where the value and where the schema is broken, for each fault', () => {
    expect(issues(shelf, json('{"id":"x"}'))).toEqual([
      {
        instancePointer: '',
        schemaPointer: '/$defs/base/required',
        keyword: 'required',
        message: 'name is required',
      },
      {
        instancePointer: '/id',
        schemaPointer: '/allOf/1/properties/id/type',
        keyword: 'type',
        message: 'id must be an int64, got the string "x"',
      },
    ]);
  });

  it('names places within the value as people write them', () => {
    const schema = json('{"properties":{"a/b":{"items":{"properties":{"c":{"type":"null"}}}}}}');
    expect(issues(schema, json('{"a/b":[{},{"c":1}]}'))).toMatchObject([
      { instancePointer: '/a~1b/1/c', message: '["a/b"][1].c must be null, got 1' },
    ]);
  });

  it('says what is wrong in a map of any key, too', () => {
    const schema = json('{"properties":{"a":{"additionalProperties":{"items":{"type":"null"}}}}}');
    expect(issues(schema, json('{"a":{"b":[1],"c d":[2]}}'))).toMatchObject([
      { message: 'a.b[0] must be null, got 1', ofAnyKey: 'a[*][0] must be null, got 1' },
      { message: 'a["c d"][0] must be null, got 2', ofAnyKey: 'a[*][0] must be null, got 2' },
    ]);
  });

  it('says a thousand times what is wrong with each of many items, and all else', () => {
    const schema = json('{"items":{"type":"null"},"maxItems":1}');
    const found = issues(
      schema,
      Array.from({ length: 5000 }, () => 'x'),
    );
    expect(found.map(({ keyword }) => keyword)).toEqual([
      ...Array.from({ length: 1000 }, () => 'type'),
      'maxItems',
    ]);
  });

  it('gives fresh issues at every call', () => {
    const validate = compileSchema(shelf, '');
    expect(validate({})).toEqual(validate({}));
    expect(validate({ id: 1, name: 'a' })).toEqual([]);
  });

  it('follows mutual references as deep as the value goes', () => {
    const schema = json(
      '{"$ref":"#/$defs/a","$defs":{"a":{"properties":{"b":{"$ref":"#/$defs/b"}}},' +
        '"b":{"properties":{"a":{"$ref":"#/$defs/a"}},"required":["a"]}}}',
    );
    expect(issues(schema, json('{"b":{"a":{"b":{}}}}'))).toMatchObject([
      { instancePointer: '/b/a/b', message: 'b.a.b.a is required' },
    ]);
  });

  it.each<[place: string, valid: JsonValue[], invalid: JsonValue[]]>([
    ['/base', [{ purrs: {} }, { barks: {} }], [{}, { purrs: 1 }, { purrs: {}, barks: {} }]],
    ['/cat', [{ purrs: { toy: { barks: {} } } }], [{}, { barks: {} }, { purrs: { toy: {} } }]],
  ])('lets a base have a oneOf of those that extend it: %s', (place, valid, invalid) => {
    const owned = { type: 'object', properties: { toy: { $ref: '#/base' } } };
    const extending = (name: string): JsonObject => ({
      allOf: [{ $ref: '#/base' }, { required: [name], properties: { [name]: owned } }],
    });
    const root: JsonObject = {
      base: { type: 'object', oneOf: [{ $ref: '#/cat' }, { $ref: '#/dog' }] },
      cat: extending('purrs'),
      dog: extending('barks'),
    };
    for (const side of [undefined, 'request', 'response'] as const) {
      const validate = compileSchema(root, place, side);
      expect(valid.filter((value) => validate(value).length > 0)).toEqual([]);
      expect(invalid.filter((value) => validate(value).length === 0)).toEqual([]);
    }
  });

  it('refuses a value that is too deep for a recursive schema, without a crash', () => {
    const deep = json('['.repeat(100_000) + ']'.repeat(100_000));
    expect(issues({ items: { $ref: '#' } }, deep)).toEqual([
      {
        instancePointer: '',
        schemaPointer: '',
        keyword: 'depth',
        message: 'the body is nested too deeply to be checked',
      },
    ]);
    expect(issues({ uniqueItems: true }, [deep, deep])).toMatchObject([{ keyword: 'uniqueItems' }]);
  });

  it('takes any depth where the schema ends before it', () => {
    const deep = json(`{"name":"a","id":1,"extra":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    expect(issues(shelf, deep)).toEqual([]);
    expect(issues({ type: 'string' }, deep)).toMatchObject([
      { message: 'the body must be a string, got an object' },
    ]);
  });

  it('looks for repeated items in linear time', { timeout: 15_000 }, () => {
    const many = Array.from({ length: 200_000 }, (_, i) => i);
    expect(issues({ uniqueItems: true }, many)).toEqual([]);
  });

  it('takes true for anything, and false for nothing', () => {
    expect(issues(true, 1)).toEqual([]);
    expect(issues(false, 1)).toEqual([
      {
        instancePointer: '',
        schemaPointer: '',
        keyword: 'false',
        message: 'the body is not allowed',
      },
    ]);
  });

  it('throws again where it has thrown', () => {
    const root = { a: { $ref: '#/b' } };
    for (let i = 0; i < 2; i += 1) {
      expect(() => compileSchema(root, '/a')(1)).toThrow('Failed to resolve the $ref #/b');
    }
  });

  it('throws at a value where there is no schema', () => {
    expect(() => compileSchema(null, '')(1)).toThrow('Failed to find a schema at /.');
    expect(() => compileSchema({}, '/a')(1)).toThrow('Failed to find a schema at /a.');
    expect(() => compileSchema([], '')(1)).toThrow('Failed to find a schema at /.');
    expect(() => compileSchema({ $ref: '#/a' }, '')(1)).toThrow('Failed to resolve the $ref #/a');
    expect(() => compileSchema({ $ref: 'b.yaml' }, '')(1)).toThrow('Failed to resolve the $ref');
  });
});

describe('referencePointer', () => {
  it.each([
    ['#', ''],
    ['#/a/b', '/a/b'],
    ['#/a%20b/c~1d', '/a b/c~1d'],
    ['#anchor', undefined],
    ['#/%zz', undefined],
    ['other.yaml#/a', undefined],
    ['https://example.com/a.yaml', undefined],
  ])('reads %s', (reference, pointer) => {
    expect(referencePointer(reference)).toBe(pointer);
  });
});

describe('what is required', () => {
  const required = ['id', 'name'];
  const root: JsonValue = {
    required: ['made', 'secret', 'name', 'other'],
    properties: { made: { readOnly: true }, secret: { writeOnly: true }, name: { readOnly: 1 } },
  };
  const missing = (side?: 'request' | 'response'): string[] =>
    compileSchema(root, '', side)({}).map(({ message }) => message.replace(' is required', ''));

  it('is so on both sides, where none is told', () => {
    expect(missing()).toEqual(['made', 'secret', 'name', 'other']);
  });

  it('is not asked of a request where the server sets it', () => {
    expect(missing('request')).toEqual(['secret', 'name', 'other']);
  });

  it('is not asked of a response where only requests have it', () => {
    expect(missing('response')).toEqual(['made', 'name', 'other']);
  });

  it.each<[where: string, root: JsonObject]>([
    ['behind a reference', { properties: { id: { $ref: '#/id' }, name: {} }, required }],
    ['beside allOf', { allOf: [{ $ref: '#/base' }], required }],
    ['in another part of allOf', { allOf: [{ $ref: '#/base' }, { required }] }],
    ['of a part that refers to it', { allOf: [{ $ref: '#/base' }, { $ref: '#/late' }] }],
    ['beside $ref', { $ref: '#/late', properties: { id: { readOnly: true } } }],
  ])('is not asked of a request where the mark stands %s', (_where, part) => {
    const shared = {
      id: { type: 'integer', readOnly: true },
      base: { properties: { id: { readOnly: true } } },
      late: { required },
    };
    const read = (side?: 'request' | 'response') =>
      compileSchema({ ...part, ...shared }, '', side)({}).map(({ message }) => message);
    expect(read('request')).toEqual(['name is required']);
    expect(read('response')).toEqual(['id is required', 'name is required']);
  });

  it('is asked of another place that refers to the same schema', () => {
    const place = (mark: JsonObject): JsonObject => ({ allOf: [{ $ref: '#/late' }, mark] });
    const all = {
      a: place({ properties: { id: { readOnly: true } } }),
      b: place({}),
      late: { required },
    };
    const count = (pointer: string) => compileSchema(all, pointer, 'request')({}).length;
    expect(['/a', '/b', '/late', '/a'].map(count)).toEqual([1, 2, 2, 1]);
  });

  it('tells branches apart, whatever its mark', () => {
    const properties = { id: { readOnly: true }, name: {} };
    const either = [{ required: ['id'] }, { required: ['name'] }];
    const validator = compileSchema({ properties, oneOf: either }, '', 'request');
    expect(validator({ name: 'a' })).toEqual([]);
    expect(validator({})).toHaveLength(1);
    const not = compileSchema({ properties, not: either[0]! }, '', 'request');
    expect(not({ name: 'a' })).toEqual([]);
  });

  it('is asked where the schema names no properties', () => {
    expect(compileSchema({ required: ['a'] }, '', 'request')({})).toHaveLength(1);
  });
});

it('parts that are closed close the whole that they are parts of, where it is part of a message', () => {
  const closed = (name: string): JsonObject => ({
    properties: { [name]: {} },
    additionalProperties: false,
  });
  const root = {
    allOf: [{ $ref: '#/base' }, closed('b')],
    additionalProperties: false,
    base: closed('a'),
  };
  const told = (side?: 'request' | 'response'): string[] =>
    compileSchema(root, '', side)({ a: 1, b: 2, c: 3 }).map(({ message }) => message);
  const isStrange = 'c is not a known property';
  expect(told('request')).toEqual([isStrange, isStrange, isStrange]);
  expect(told()).toContain('b is not a known property');
  expect(compileSchema(root, '/base', 'response')({ a: 1, b: 2 })).toHaveLength(1);
});
