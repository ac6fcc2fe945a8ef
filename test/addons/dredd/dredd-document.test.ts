import { describe, expect, it } from 'vitest';
import { dreddDocument } from '../../../src/addons/dredd/dredd-document.ts';
import { operations } from '../../../src/model/operation.ts';
import { createFreshValues } from '../../../src/model/requests/fresh-values.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';
import { valueAt } from '../../../src/openapi/pointer.ts';
import { plainValues } from '../../../src/verify/cases/generate/generate-cases.ts';
import { thingsDocument } from '../../setup/things-document.ts';

const baseUrl = 'http://store.test/api';

function copyOf(parts: JsonObject): JsonObject {
  const root = { openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths: {}, ...parts };
  return dreddDocument(documentFromValue(root), { baseUrl, sampleOf: () => ({ headers: {} }) });
}

/** One schema, as it comes out. */
function schema(value: JsonValue, others: JsonObject = {}): JsonValue | undefined {
  const copy = copyOf({ components: { schemas: { ...others, It: value } } });
  return valueAt(copy, '/components/schemas/It');
}

function operation(value: JsonObject, parts: JsonObject = {}): JsonObject {
  const copy = copyOf({ ...parts, paths: { '/things': { post: value } } });
  return valueAt(copy, '/paths/~1things/post') as JsonObject;
}

describe('a document of everyday shape', () => {
  const copy = dreddDocument(thingsDocument, { baseUrl, sampleOf: () => ({ headers: {} }) });

  it('becomes 3.0.3 with one server', () => {
    expect(copy['openapi']).toBe('3.0.3');
    expect(copy['servers']).toEqual([{ url: baseUrl }]);
    expect(Object.keys(copy['info'] as JsonObject)).toEqual(['title', 'version']);
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

  it('knows each operation as the document does, also at a path with a summary', () => {
    const paths = { '/a': { summary: 'hides the path', get: { responses: {} } }, 'x-b': 1 };
    expect(Object.keys(copyOf({ paths })['paths'] as JsonObject)).toEqual(['/a']);
    expect(valueAt(copyOf({ paths }), '/paths/~1a/summary')).toBeUndefined();
    expect(valueAt(copy, '/paths/~1things/post')).toMatchObject({ operationId: 'createThing' });
  });
});

describe('a schema', () => {
  it.each<[string, JsonValue, JsonValue]>([
    ['a type with null', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
    ['null alone', { type: 'null' }, { nullable: true, enum: [null] }],
    ['two types, for which 3.0 has no word', { type: ['string', 'integer'] }, {}],
    [
      'integer and number',
      { allOf: [{ type: 'integer' }, { type: 'number' }] },
      { type: 'integer' },
    ],
    ['const', { const: 'a' }, { enum: ['a'] }],
    ['examples', { examples: ['a', 'b'] }, { example: 'a' }],
    ['an example that is a list', { example: ['a', 'b'] }, { example: ['a', 'b'] }],
    ['an array without items', { type: 'array' }, { items: {}, type: 'array' }],
    [
      'prefixItems, with the items that speak of the rest',
      { type: 'array', prefixItems: [{ type: 'string' }], items: false },
      { items: {}, type: 'array' },
    ],
    ['boolean schemas', { properties: { a: true, b: false } }, { properties: { a: {}, b: {} } }],
    [
      'what Dredd warns of',
      { title: 't', minLength: 1, format: 'x', if: {}, $comment: 'x', additionalProperties: false },
      {},
    ],
    [
      'a property that is called like a keyword, or an extension',
      { properties: { const: { const: 1 }, 'x-a': { type: 'string' } } },
      { properties: { const: { enum: [1] }, 'x-a': { type: 'string' } } },
    ],
    [
      'oneOf, of which Dredd takes the first',
      { oneOf: [{ type: 'string' }, { type: 'integer' }] },
      { type: 'string' },
    ],
    [
      'allOf: its properties and required names',
      {
        properties: { a: { type: 'string' } },
        allOf: [{ required: ['a'] }, { properties: { b: {} }, required: ['b', 'a'] }],
      },
      { required: ['a', 'b'], properties: { a: { type: 'string' }, b: {} } },
    ],
    [
      'allOf: what is said of one property',
      {
        properties: { a: { type: 'string' } },
        allOf: [{ properties: { a: { examples: ['x'] } } }],
      },
      { properties: { a: { type: 'string', example: 'x' } } },
    ],
    [
      'null, which all have to allow',
      { type: ['string', 'null'], allOf: [{ type: 'string' }] },
      { type: 'string' },
    ],
  ])('%s', (_title, source, expected) => {
    expect(schema(source)).toEqual(expected);
  });
});

describe('a reference', () => {
  const others = { Name: { type: 'string', default: 'n' } };
  const $ref = '#/components/schemas/Name';

  it('to a component stays', () => {
    expect(schema({ properties: { a: { $ref } } }, others)).toEqual({
      properties: { a: { $ref } },
    });
  });

  it('loses a description beside it, which 3.0 ignores', () => {
    expect(schema({ $ref, description: 'x' }, others)).toEqual({ $ref });
  });

  it('is merged with what stands beside it, also where another schema says it', () => {
    const merged = { type: 'string', default: 'n', enum: ['n', 'm'] };
    expect(schema({ $ref, enum: ['n', 'm'] }, others)).toEqual(merged);
    const both = {
      properties: { a: { $ref } },
      allOf: [{ properties: { a: { enum: ['n', 'm'] } } }],
    };
    expect(schema(both, others)).toEqual({ properties: { a: merged } });
  });

  it('into a schema is followed', () => {
    const deep = { Box: { $defs: { side: { type: 'integer' } } } };
    expect(schema({ $ref: '#/components/schemas/Box/$defs/side' }, deep)).toEqual({
      type: 'integer',
    });
  });

  it('that leads back is cut', () => {
    const self = '#/components/schemas/It/properties/child';
    const child = { type: 'object', properties: { child: { $ref: self } } };
    const copy = JSON.stringify(schema({ properties: { child } }));
    expect(copy).toMatch(/"child":\{\}/);
  });

  it('to a response, a body, a parameter or an example is followed', () => {
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
      parameters: [{ name: 'p', in: 'query', required: false, schema: { enum: [1] } }],
      requestBody: { content: { 'application/json': { example: 7 } } },
      responses: { 200: { description: 'r' } },
    });
  });
});

describe('an example with numbers that Dredd would round', () => {
  const content = (mediaType: JsonObject): JsonObject =>
    operation({ requestBody: { content: { 'application/json': mediaType } }, responses: {} });
  const at = '/requestBody/content/application~1json/example';
  const large = 9_223_372_036_854_775_807n;
  const examples = { large: { value: [large] }, small: { value: [1] } };

  it('is passed over', () => {
    expect(valueAt(content({ examples }), at)).toEqual([1]);
    const parameters = [{ name: 'p', in: 'header', examples, schema: {} }];
    expect(operation({ parameters })).toMatchObject({ parameters: [{ example: [1] }] });
  });

  it('is left out where there is no other', () => {
    expect(valueAt(content({ example: { id: large } }), at)).toBeUndefined();
    expect(schema({ type: 'integer', default: large })).toEqual({ type: 'integer' });
  });
});

describe('responses', () => {
  const response = { description: 'd' };

  it('with exact statuses stay, and a default only where it is alone', () => {
    const both = { responses: { 200: response, '4XX': response, default: response, 'x-b': 5 } };
    expect(operation(both)).toEqual({ responses: { 200: response } });
    expect(operation({ responses: { default: response } })).toEqual({
      responses: { default: response },
    });
  });

  it('are at least one, as 3.0 asks for', () => {
    expect(operation({})).toEqual({ responses: { default: { description: '' } } });
  });

  it('ask for required headers only', () => {
    const headers = { 'x-a': { required: true, schema: {} }, 'X-B': {} };
    expect(operation({ responses: { 200: { description: '', headers } } })).toEqual({
      responses: { 200: { description: '', headers: { 'x-a': {} } } },
    });
  });
});

it('a parameter gets its value: an example, or a default, also behind a reference', () => {
  const value = { $ref: '#/components/schemas/A' };
  const parameters = [
    { name: 'a', in: 'query', style: 'form', explode: true, schema: value },
    { name: 'b', in: 'header', explode: true, example: 1, schema: value },
    { name: 'c', in: 'cookie', schema: value },
    { name: 'd', in: 'query', content: { 'application/json': { schema: value } } },
  ];
  const schemas = { A: { type: 'integer', default: 7, minimum: 1 } };
  expect(operation({ parameters }, { components: { schemas } })['parameters']).toEqual([
    {
      name: 'a',
      in: 'query',
      required: false,
      explode: true,
      example: 7,
      schema: { type: 'integer' },
    },
    { name: 'b', in: 'header', required: false, example: 1, schema: { type: 'integer' } },
    { name: 'd', in: 'query', required: false, schema: {} },
  ]);
});

describe('what has no example', () => {
  const fresh = createFreshValues({ seed: 0, runId: 'run', marker: 'dredd' });

  /** One path of the copy, with samples as in a run. */
  function item(parts: JsonObject, shared: JsonObject = {}): JsonObject {
    const post = { responses: { '201': { description: 'made' } }, ...parts };
    const document = documentFromValue({ paths: { '/things': { ...shared, post } } });
    const copy = dreddDocument(document, {
      baseUrl,
      sampleOf: (sampled) => plainValues(document, sampled, fresh),
    });
    expect(operations(document)).toHaveLength(1);
    return valueAt(copy, '/paths/~1things') as JsonObject;
  }

  function bodyExample(mediaType: JsonObject, name = 'application/json'): JsonValue | undefined {
    const copy = item({ requestBody: { content: { [name]: mediaType } } });
    return valueAt(copy, `/post/requestBody/content/${name.replace('/', '~1')}/example`);
  }

  const properties: JsonObject = {
    title: { type: 'string', minLength: 1 },
    when: { type: 'string', format: 'date' },
    id: { type: 'integer', format: 'int64', minimum: 1 },
    isbn: { type: 'string', pattern: '^97[89]-[0-9]{10}$' },
  };
  const body: JsonObject = { type: 'object', required: ['title', 'when', 'id'], properties };

  it('a body gets a valid one, with a fresh identity', () => {
    const [first, second] = [bodyExample({ schema: body }), bodyExample({ schema: body })];
    expect(first).toEqual({
      title: expect.stringMatching(/^sample-dredd-run-\d+$/),
      when: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      id: expect.any(Number),
      isbn: expect.stringMatching(/^97[89]-\d{10}$/),
    });
    const ids = [first, second].map((sentBody) => (sentBody as JsonObject)['id']);
    expect(Number.isSafeInteger(ids[0])).toBe(true);
    expect(ids[1]).not.toBe(ids[0]);
  });

  it("a body with the document's own keeps it", () => {
    const example = { title: 'Own', when: '2020-01-01', id: 7 };
    expect(bodyExample({ schema: body, example })).toEqual(example);
  });

  it.each<[string, JsonObject, string]>([
    [
      'a number that a double would round',
      { schema: { const: 2n ** 53n + 1n } },
      'application/json',
    ],
    ['anything that is not JSON', { schema: { type: 'string' } }, 'text/csv'],
    ['a schema that allows nothing', { schema: false }, 'application/json'],
  ])('gets none made up: %s', (_what, mediaType, name) => {
    expect(bodyExample(mediaType, name)).toBeUndefined();
  });

  it('a header gets a value that its schema allows, the path’s own, too', () => {
    const header = (name: string, parts: JsonObject): JsonObject => ({
      name,
      in: 'header',
      ...parts,
    });
    const parameters = [
      header('X-Trace', { schema: { type: 'string', format: 'uuid' } }),
      header('X-Own', { schema: { type: 'string' }, example: 'own' }),
      header('X-List', { schema: { type: 'array', items: { type: 'string' } } }),
      header('X-Word', { schema: { enum: ['a', 'b'] } }),
    ];
    const shared = { parameters: [header('X-Key', { schema: { type: 'string', minLength: 8 } })] };
    const copy = item({ parameters }, shared);
    expect(valueAt(copy, '/post/parameters')).toEqual([
      expect.objectContaining({ name: 'X-Key', example: 'samplexx' }),
      expect.objectContaining({ example: expect.stringMatching(/^[\da-f-]{36}$/) as string }),
      expect.objectContaining({ example: 'own' }),
      expect.not.objectContaining({ example: expect.anything() as unknown }),
      expect.not.objectContaining({ example: expect.anything() as unknown }),
    ]);
  });
});
