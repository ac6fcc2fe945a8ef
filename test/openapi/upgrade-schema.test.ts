import { describe, expect, it } from 'vitest';
import { type JsonObject, type JsonValue, copyJson } from '../../src/openapi/json/json-value.ts';
import { type LoadedDocument, loadDocument } from '../../src/model/load-document.ts';
import { valueAt } from '../../src/openapi/pointer.ts';
import { DocumentLinker } from '../../src/openapi/link-document.ts';

/** What becomes of a schema in a document of a version. */
function schemaIn(openapi: string, given: JsonValue): JsonValue | undefined {
  const root = { openapi, paths: {}, components: { schemas: { a: given } } };
  const file = { value: copyJson(root) as JsonObject, locate: () => undefined };
  const linked = new DocumentLinker(file, 'file:///a').finish();
  return valueAt(linked.root, '/components/schemas/a');
}

const schema = (given: JsonValue): JsonValue | undefined => schemaIn('3.0.3', given);

const old = { type: 'string', nullable: true };
const now = { type: ['string', 'null'] };

describe('a document of OpenAPI 3.0', () => {
  it.each(['3.0.0', '3.0.10', '3.0.3-rc1'])('is told by its version %s', (openapi) => {
    expect(schemaIn(openapi, old)).toEqual(now);
  });

  it.each(['3.1.0', '3.0', '13.0.0', '3.0.x', '3.0.0+a'])(
    'is not told by the version %s',
    (openapi) => {
      expect(schemaIn(openapi, old)).toEqual(old);
    },
  );

  it.each<[what: string, given: JsonValue, wanted: JsonValue]>([
    ['nullable', old, now],
    ['not nullable', { type: 'string', nullable: false }, { type: 'string' }],
    ['nullable without a type', { nullable: true, a: 1 }, { a: 1 }],
    ['an exclusive bound', { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
    ['another', { maximum: 2.5, exclusiveMaximum: true }, { exclusiveMaximum: 2.5 }],
    ['an inclusive bound', { minimum: 1, exclusiveMinimum: false }, { minimum: 1 }],
    ['a flag without its bound', { exclusiveMaximum: true }, {}],
    ['a flag with an odd bound', { maximum: 'x', exclusiveMaximum: true }, { maximum: 'x' }],
    ['a bound that is new already', { exclusiveMinimum: 1 }, { exclusiveMinimum: 1 }],
    ['a reference with siblings', { $ref: '#/paths', nullable: true }, { $ref: '#/paths' }],
    [
      'a reference with what is said of the property',
      { $ref: '#/paths', readOnly: true, description: 'x' },
      { $ref: '#/paths', readOnly: true },
    ],
    ['a list of items', { items: [old, true] }, { items: { anyOf: [now, true] } }],
    ['a list of one item', { items: [old] }, { items: now }],
    ['true', true, true],
  ])('has its schemas written anew: %s', (_what, given, wanted) => {
    expect(schema(given)).toEqual(wanted);
  });

  it.each(['items', 'additionalProperties', 'not'])('is upgraded below %s', (keyword) => {
    expect(schema({ [keyword]: old })).toEqual({ [keyword]: now });
  });

  it.each(['allOf', 'anyOf', 'oneOf'])('is upgraded below each of %s', (keyword) => {
    expect(schema({ [keyword]: [old, old] })).toEqual({ [keyword]: [now, now] });
  });

  it('is upgraded below properties, whatever their names', () => {
    const named = (value: JsonValue): JsonObject => ({
      properties: { default: value, example: value, 'x-a': value, properties: value, $ref: value },
    });
    expect(schema(named(old))).toEqual(named(now));
  });

  it('is upgraded in every response, that for errors included', () => {
    const root = (value: JsonValue): JsonObject => {
      const content = { 'a/b': { schema: value } };
      const responses = { 200: { content }, default: { content } };
      return { paths: { '/a': { get: { responses } } } };
    };
    const given = { openapi: '3.0.0', ...root(old) };
    const file = { value: given, locate: () => undefined };
    const linked = new DocumentLinker(file, 'file:///a').finish();
    expect(linked.root).toEqual({ openapi: '3.1.0', ...root(now) });
  });

  it.each(['example', 'default', 'enum', 'x-any'])('keeps what is data in a schema: %s', (key) => {
    expect(schema({ [key]: [old] })).toEqual({ [key]: [old] });
    const deep = { schema: old, schemas: { a: old } };
    expect(schema({ [key]: deep })).toEqual({ [key]: deep });
  });
});

describe('a schema that no version has', () => {
  const loaded = (given: JsonValue): LoadedDocument => {
    const document = { openapi: '3.1.0', paths: {}, components: { schemas: { a: given } } };
    return loadDocument(JSON.stringify(document, null, 1), 'a.json');
  };

  it.each<[what: string, given: JsonObject, wanted: JsonObject, keyword: string]>([
    [
      'a property that is required by itself',
      { required: ['b'], properties: { a: { type: 'string', required: true }, b: {} } },
      { required: ['b', 'a'], properties: { a: { type: 'string' }, b: {} } },
      'properties/a/required',
    ],
    [
      'a property that is not required by itself',
      { properties: { a: { required: false } } },
      { properties: { a: {} } },
      'properties/a/required',
    ],
    ['required, of no property', { items: { required: true } }, { items: {} }, 'items/required'],
    [
      'an exclusive bound of 3.0',
      { minimum: 1, exclusiveMinimum: true },
      { exclusiveMinimum: 1 },
      'exclusiveMinimum',
    ],
    ['null without quotes', { type: ['string', null] }, { type: ['string', 'null'] }, 'type'],
    ['any type', { type: 'any' }, {}, 'type'],
    ['a type in capitals', { type: 'String' }, { type: 'string' }, 'type'],
    ['a type of a language', { type: ['int', 'null'] }, { type: ['integer', 'null'] }, 'type'],
    ['a format as a type', { type: 'uuid' }, { type: 'string', format: 'uuid' }, 'type'],
    [
      'dependencies',
      { dependencies: { a: ['b'], c: { required: ['d'] } }, dependentRequired: { e: ['f'] } },
      { dependentRequired: { a: ['b'], e: ['f'] }, dependentSchemas: { c: { required: ['d'] } } },
      'dependencies',
    ],
    ['a number in quotes', { maxLength: '7' }, { maxLength: 7 }, 'maxLength'],
    [
      'a list of items',
      { items: [true], additionalItems: false },
      { prefixItems: [true], items: false },
      'items',
    ],
    [
      'a list of items that are counted',
      { items: [true, false], maxItems: 2 },
      { prefixItems: [true, false], maxItems: 2 },
      'items',
    ],
    [
      'the same alternative twice',
      { oneOf: [{ $ref: '#' }, true, { $ref: '#' }, true] },
      { oneOf: [{ $ref: '#' }, true, true] },
      'oneOf',
    ],
    ['an older dialect', { $schema: 'http://json-schema.org/draft-07/schema#' }, {}, '$schema'],
  ])('is read with a warning: %s', (_what, given, wanted, keyword) => {
    const { root, diagnostics } = loaded(given);
    expect(valueAt(root, '/components/schemas/a')).toEqual(wanted);
    expect(diagnostics).toMatchObject([
      { code: 'sloppy-keyword', severity: 'warning', pointer: `/components/schemas/a/${keyword}` },
    ]);
    expect(diagnostics[0]!.location?.line).toBeGreaterThan(5);
  });

  it('may refer to itself as in 2019-09', () => {
    const { root, diagnostics } = loaded({
      $recursiveAnchor: true,
      properties: { next: { $recursiveRef: '#' } },
    });
    expect(valueAt(root, '/components/schemas/a')).toEqual({
      properties: { next: { $ref: '#/components/schemas/a' } },
    });
    expect(diagnostics.map(({ severity }) => severity)).toEqual(['warning', 'warning']);
  });

  it.each<[openapi: string, given: JsonObject]>([
    ['3.1.0', { type: 'string', nullable: true }],
    ['3.0.3', { allOf: [{}], nullable: true }],
  ])('gets a hint where "nullable" has no effect: %s %j', (openapi, given) => {
    const document = { openapi, paths: {}, components: { schemas: { a: given } } };
    expect(loadDocument(JSON.stringify(document), 'a.json').diagnostics).toMatchObject([
      { code: 'nullable-without-effect', severity: 'hint' },
    ]);
  });
});

const schemas = {
  A: { type: 'string', nullable: true, example: { nullable: true } },
  B: { type: 'integer', minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
  C: { $ref: '#/components/schemas/A', description: 'ignored' },
  D: {
    type: 'object',
    properties: { nullable: { type: 'array', items: { type: 'number', nullable: true } } },
  },
};

it('reads a 3.0 document as a 3.1 one, every node at its pointer', () => {
  const text = JSON.stringify({ openapi: '3.0.3', paths: {}, components: { schemas } }, null, 1);
  const document = loadDocument(text, 'old.json');
  const { root } = document;
  expect(root['openapi']).toBe('3.1.0');
  expect(valueAt(root, '/components/schemas')).toEqual({
    A: { type: ['string', 'null'], example: { nullable: true } },
    B: { type: 'integer', exclusiveMinimum: 1, maximum: 9 },
    C: { $ref: '#/components/schemas/A' },
    D: {
      type: 'object',
      properties: { nullable: { type: 'array', items: { type: ['number', 'null'] } } },
    },
  });
  expect(document.locate('/components/schemas/B/minimum')?.line).toBeGreaterThan(1);
});
