import { describe, expect, it } from 'vitest';
import { downgradeDocument } from '../../../src/addons/dredd/downgrade-document.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';
import { valueAt } from '../../../src/openapi/pointer.ts';
import { thingsDocument } from '../../setup/things-document.ts';

const baseUrl = 'http://store.test/api';

function downgrade(parts: JsonObject): JsonObject {
  const root = { openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths: {}, ...parts };
  return downgradeDocument(documentFromValue(root), { baseUrl });
}

/** One schema, as it comes out. */
function schema(value: JsonValue, others: JsonObject = {}): JsonValue | undefined {
  const copy = downgrade({ components: { schemas: { ...others, It: value } } });
  return valueAt(copy, '/components/schemas/It');
}

function operation(value: JsonObject, parts: JsonObject = {}): JsonObject {
  const copy = downgrade({ ...parts, paths: { '/things': { post: value } } });
  return valueAt(copy, '/paths/~1things/post') as JsonObject;
}

describe('a document of everyday shape', () => {
  const copy = downgradeDocument(thingsDocument, { baseUrl });

  it('becomes 3.0.3 with one server and a license by name', () => {
    expect(copy['openapi']).toBe('3.0.3');
    expect(copy['servers']).toEqual([{ url: baseUrl }]);
    expect(valueAt(copy, '/info/license')).toEqual({ name: 'MIT' });
  });

  it('has the allOf of NewThing merged', () => {
    const thing = valueAt(copy, '/components/schemas/NewThing') as JsonObject;
    expect(thing).toMatchObject({
      type: 'object',
      required: expect.arrayContaining(['id', 'name']),
    });
    expect(Object.keys(thing['properties'] as JsonObject).sort()).toEqual(['id', 'name', 'tag']);
    expect(thing).not.toHaveProperty('allOf');
  });

  it('has one example, the first', () => {
    const body = valueAt(copy, '/paths/~1things/post/requestBody/content/application~1json');
    expect(body).toMatchObject({ example: { id: 1042, name: 'Lamp' } });
    expect(body).not.toHaveProperty('examples');
  });
});

describe('keywords', () => {
  it.each<[string, JsonValue, JsonValue]>([
    ['a type with null', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
    ['null alone', { type: 'null' }, { nullable: true, enum: [null] }],
    [
      'two types',
      { type: ['string', 'integer'], minLength: 1 },
      { minLength: 1, anyOf: [{ type: 'string' }, { type: 'integer' }] },
    ],
    [
      'two types beside an anyOf',
      { type: ['string', 'integer'], anyOf: [{ minLength: 1 }] },
      { anyOf: [{ minLength: 1 }], allOf: [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }] },
    ],
    ['const', { const: 'a' }, { enum: ['a'] }],
    ['an exclusive minimum', { exclusiveMinimum: 3 }, { minimum: 3, exclusiveMinimum: true }],
    ['the stricter of two minima', { minimum: 5, exclusiveMinimum: 3 }, { minimum: 5 }],
    [
      'the stricter of two maxima',
      { maximum: 5, exclusiveMaximum: 5 },
      { maximum: 5, exclusiveMaximum: true },
    ],
    ['examples', { examples: ['a', 'b'] }, { example: 'a' }],
    ['an array without items', { type: 'array' }, { items: {}, type: 'array' }],
    [
      'prefixItems, with the items that speak of the rest',
      { type: 'array', prefixItems: [{ type: 'string' }], items: false },
      { items: {}, type: 'array' },
    ],
    [
      'boolean schemas',
      { properties: { a: true, b: false } },
      { properties: { a: {}, b: { not: {} } } },
    ],
    [
      'additionalProperties beside patternProperties',
      { additionalProperties: false, patternProperties: { a: true } },
      {},
    ],
    ['what 3.0 has no word for', { if: {}, contains: {}, $comment: 'x', $defs: {} }, {}],
    [
      'a property that is called like a keyword',
      { properties: { const: { const: 1 } } },
      {
        properties: { const: { enum: [1] } },
      },
    ],
  ])('%s', (_title, source, expected) => {
    expect(schema(source)).toEqual(expected);
  });
});

describe('references', () => {
  const others = { Name: { type: 'string', minLength: 1 } };
  const $ref = '#/components/schemas/Name';

  it('to a component stay', () => {
    expect(schema({ properties: { a: { $ref } } }, others)).toEqual({
      properties: { a: { $ref } },
    });
  });

  it('lose a description beside them, which 3.0 ignores', () => {
    expect(schema({ $ref, description: 'x' }, others)).toEqual({ $ref });
  });

  it('are merged with a constraint beside them', () => {
    expect(schema({ $ref, maxLength: 5 }, others)).toEqual({
      type: 'string',
      minLength: 1,
      maxLength: 5,
    });
  });

  it('into a schema are inlined', () => {
    const deep = { Box: { $defs: { side: { type: 'integer' } } } };
    expect(schema({ $ref: '#/components/schemas/Box/$defs/side' }, deep)).toEqual({
      type: 'integer',
    });
  });

  it('that lead back are cut', () => {
    const self = '#/components/schemas/It/properties/child';
    const tree = {
      properties: { child: { type: 'object', properties: { child: { $ref: self } } } },
    };
    expect(schema(tree)).toEqual({
      properties: {
        child: {
          type: 'object',
          properties: {
            child: { type: 'object', properties: { child: {} } },
          },
        },
      },
    });
  });

  it('to responses, bodies, parameters and examples are inlined', () => {
    const copy = operation(
      {
        parameters: [{ $ref: '#/components/parameters/P' }],
        requestBody: { $ref: '#/components/requestBodies/B' },
        responses: { 200: { $ref: '#/components/responses/R' } },
      },
      {
        components: {
          parameters: { P: { name: 'p', in: 'query', schema: { const: 1 } } },
          requestBodies: {
            B: {
              content: {
                'application/json': { examples: { a: { $ref: '#/components/examples/E' } } },
              },
            },
          },
          responses: { R: { description: 'r' } },
          examples: { E: { value: 7 } },
        },
      },
    );
    expect(copy).toEqual({
      parameters: [{ name: 'p', in: 'query', schema: { enum: [1] } }],
      requestBody: { content: { 'application/json': { example: 7 } } },
      responses: { 200: { description: 'r' } },
    });
  });
});

describe('examples with numbers that Dredd would round', () => {
  const content = (mediaType: JsonObject): JsonObject =>
    operation({ requestBody: { content: { 'application/json': mediaType } }, responses: {} });
  const at = '/requestBody/content/application~1json/example';
  const large = 9_223_372_036_854_775_807n;

  it('are passed over', () => {
    const examples = { large: { value: { id: [large] } }, small: { value: { id: [1] } } };
    expect(valueAt(content({ examples }), at)).toEqual({ id: [1] });
  });

  it('are left out where there is no other', () => {
    expect(valueAt(content({ example: { id: large } }), at)).toBeUndefined();
  });

  it('stay exact where they are bounds', () => {
    expect(schema({ maximum: large, default: large })).toEqual({ maximum: large });
  });
});

describe('the rest of the document', () => {
  it('loses webhooks, servers with variables and mutual TLS', () => {
    const copy = downgrade({
      webhooks: { a: {} },
      jsonSchemaDialect: 'x',
      servers: [{ url: '{a}', variables: { a: { default: 'b' } } }],
      security: [{ m: [] }, { b: [] }],
      components: {
        pathItems: {},
        securitySchemes: { m: { type: 'mutualTLS' }, b: { type: 'http', scheme: 'bearer' } },
      },
    });
    expect(Object.keys(copy).sort()).toEqual(
      ['components', 'info', 'openapi', 'paths', 'security', 'servers'].sort(),
    );
    expect(copy['security']).toEqual([{ b: [] }]);
    expect(copy['components']).toEqual({
      schemas: {},
      securitySchemes: { b: { type: 'http', scheme: 'bearer' } },
    });
  });

  it('gets the response that 3.0 asks for', () => {
    expect(operation({})).toEqual({ responses: { default: { description: '' } } });
  });

  it('takes headers with a small x for headers, and extensions for extensions', () => {
    const copy = operation({
      responses: {
        200: { description: '', headers: { 'x-a': { schema: { const: 1 } } } },
        'x-b': 5,
      },
    });
    expect(copy['responses']).toEqual({
      200: { description: '', headers: { 'x-a': { schema: { enum: [1] } } } },
      'x-b': 5,
    });
  });
});
