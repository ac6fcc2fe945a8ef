import { describe, expect, it } from 'vitest';
import { documentFromValue } from '../../src/openapi/document.ts';
import type { JsonObject, JsonValue } from '../../src/openapi/json/json-value.ts';
import {
  type Operation,
  type SecurityScheme,
  documentedResponse,
  isBearer,
  operationAt,
  operations,
  parameterNamed,
  pathParameters,
} from '../../src/model/operation.ts';

const MEDIA = '#/components/mediaTypes/Shared';

const root: JsonObject = {
  openapi: '3.1.0',
  security: [{ token: [] }],
  paths: {
    'x-note': {},
    '/things/{id}': {
      parameters: [
        { $ref: '#/components/parameters/Id' },
        { name: 'q', in: 'query', description: 'of the path' },
      ],
      get: {
        operationId: 'getThing',
        parameters: [{ name: 'q', in: 'query', required: true, schema: { type: 'string' } }],
        responses: {
          '200': {
            content: {
              'Application/JSON': {
                schema: true,
                example: 1,
                examples: {
                  big: { value: 2n ** 63n },
                  shared: { $ref: '#/components/examples/Shared' },
                  elsewhere: { externalValue: 'https://example.com/a' },
                },
              },
            },
          },
          '4xx': { $ref: '#/components/responses/Refused' },
          default: {},
          'x-more': {},
        },
      },
      post: { security: [], requestBody: { $ref: '#/components/requestBodies/New' } },
    },
    '/shared': { $ref: '#/components/pathItems/Shared' },
  },
  components: {
    parameters: { Id: { name: 'id', in: 'path', required: true } },
    examples: { Shared: { value: 'shared' } },
    responses: { Refused: { content: { 'application/json': {} } } },
    requestBodies: { New: { required: true, content: { 'application/json': {} } } },
    pathItems: { Shared: { delete: {} } },
    securitySchemes: { token: { type: 'http', scheme: 'Bearer' } },
  },
};

function operation(id: string): Operation {
  const found = operations(documentFromValue(root)).find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`no operation ${id}`);
  return found;
}

describe('operations', () => {
  it('are listed in order, by id or by method and path, extensions left out', () => {
    expect(operations(documentFromValue(root)).map(({ id }) => id)).toEqual([
      'getThing',
      'POST /things/{id}',
      'DELETE /shared',
    ]);
  });

  it('are none in a document without paths', () => {
    expect(operations(documentFromValue({}))).toEqual([]);
    expect(operations(documentFromValue({ paths: { '/a': { get: 1 } } }))).toEqual([]);
  });

  it("take the path's parameters, replaced by their own", () => {
    const { parameters } = operation('getThing');
    expect(parameters.map(({ name, required }) => [name, required])).toEqual([
      ['id', true],
      ['q', true],
    ]);
    expect(parameters[1]?.schemaPointer).toBe('/paths/~1things~1{id}/get/parameters/0/schema');
  });

  it('follow references to shared objects', () => {
    const { requestBody, responses } = operation('POST /things/{id}');
    expect(requestBody).toMatchObject({ pointer: '/components/requestBodies/New', required: true });
    expect(responses).toEqual([]);
  });

  it('keep the values of examples exact, whether inline or shared', () => {
    const [media] = operation('getThing').responses[0]?.content ?? [];
    expect(media?.name).toBe('application/json');
    expect(media?.examples).toEqual({ example: 1, big: 2n ** 63n, shared: 'shared' });
  });

  it('ask for the credentials of the document unless they say otherwise', () => {
    expect(operation('getThing').security).toMatchObject([[{ name: 'token', scheme: 'bearer' }]]);
    expect(operation('POST /things/{id}').security).toEqual([]);
  });
});

it('is found by its method and its path, and its parameters by place and name', () => {
  const document = documentFromValue(root);
  const operation = operationAt(document, 'GET', '/things/{id}')!;
  expect(operation.id).toBe('getThing');
  expect(operationAt(document, 'PUT', '/things/{id}')).toBeUndefined();
  expect(operationAt(document, 'GET', undefined)).toBeUndefined();
  expect(parameterNamed(operation, 'query', 'q')?.required).toBe(true);
  expect(parameterNamed(operation, 'path', 'q')).toBeUndefined();
  expect(pathParameters(operation).map(({ name }) => name)).toEqual(['id']);
});

it('has no parameter that is the key of its security scheme, told a second time', () => {
  const key = (name: string, place: string): JsonObject => ({ type: 'apiKey', name, in: place });
  const parameters = ['x-key', 'other', 'key'].flatMap((name) => [
    { name, in: 'header' },
    { name, in: 'query' },
  ]);
  const document = documentFromValue({
    paths: { '/a': { get: { parameters, security: [{ a: [] }, { b: [] }] } } },
    components: { securitySchemes: { a: key('X-Key', 'header'), b: key('key', 'query') } },
  });
  const left = operations(document)[0]!.parameters.map(({ in: place, name }) => `${place} ${name}`);
  expect(left).toEqual(['query x-key', 'header other', 'query other', 'header key']);
});

it('has the parameters that its path names, though nothing declares them', () => {
  const parameters = [{ name: 'b', in: 'path', required: true, schema: { type: 'integer' } }];
  const paths: JsonObject = { '/a/{a}/{b}.{c}': { get: { parameters, responses: {} } } };
  const [operation] = operations(documentFromValue({ paths }));
  expect(
    operation?.parameters.map(({ name, in: place, required }) => [name, place, required]),
  ).toEqual(['b', 'a', 'c'].map((name) => [name, 'path', true]));
});

it('has no path parameter that its path has no place for', () => {
  const parameters = [{ name: 'b', in: 'path', required: true, schema: { type: 'integer' } }];
  const paths: JsonObject = { '/a': { get: { parameters, responses: {} } } };
  expect(operations(documentFromValue({ paths }))[0]?.parameters).toEqual([]);
});

describe('documentedResponse', () => {
  it.each([
    [200, '200'],
    [404, '4xx'],
    [500, 'default'],
  ])('finds the response for %i under %s', (status, key) => {
    expect(documentedResponse(operation('getThing'), status)?.status).toBe(key);
  });

  it('finds none where none is documented', () => {
    expect(documentedResponse(operation('POST /things/{id}'), 200)).toBeUndefined();
  });
});

describe('an operation', () => {
  /** The first operation of a document with one path. */
  function only(item: JsonObject, rest: JsonObject = {}): Operation {
    return operations(documentFromValue({ paths: { '/ax-': item }, ...rest }))[0]!;
  }

  it('has nothing where nothing is said', () => {
    expect(only({ patch: {} })).toEqual({
      id: 'PATCH /ax-',
      method: 'PATCH',
      path: '/ax-',
      pointer: '/paths/~1ax-/patch',
      parameters: [],
      requestBody: undefined,
      responses: [],
      security: [],
    });
  });

  it('takes parts of a wrong kind for absent', () => {
    const parameters = [{ name: 1, in: 'query', required: 'yes' }];
    const odd = { operationId: 1, parameters, requestBody: { required: 1 }, responses: [] };
    expect(only({ put: odd })).toMatchObject({
      id: 'PUT /ax-',
      parameters: [{ name: '', in: 'query', required: false, schemaPointer: undefined }],
      requestBody: { required: false, content: [] },
      responses: [],
    });
    expect(only({ put: { parameters: {}, security: {} } })).toMatchObject({
      parameters: [],
      security: [],
    });
  });

  it('keeps parameters apart that differ in name or place', () => {
    const parameters = [
      { name: 'a', in: 'query' },
      { name: 'a', in: 'header' },
      { name: 'b', in: 'query' },
    ];
    const found = only({ parameters, get: {} }).parameters;
    expect(found.map((parameter) => `${parameter.in} ${parameter.name}`)).toEqual([
      'query a',
      'header a',
      'query b',
    ]);
  });

  it('leaves headers out that are described elsewhere', () => {
    const header = (name: string): JsonObject => ({ name, in: 'header' });
    const parameters = [
      ...[
        'Accept',
        'content-type',
        'AUTHORIZATION',
        'Content-Length',
        'Host',
        'Content-Encoding',
        'Expect',
        'X-Accept',
        'Accept-Language',
      ].map(header),
      { name: 'accept', in: 'query' },
    ];
    const headers = {
      'Content-Type': {},
      'content-encoding': {},
      Authorization: {},
      Connection: {},
      'X-Count': { name: 'odd', in: 'query' },
    };
    const { responses, ...rest } = only({ get: { parameters, responses: { 200: { headers } } } });
    expect(rest.parameters.map(({ name }) => name)).toEqual([
      'X-Accept',
      'Accept-Language',
      'accept',
    ]);
    // What of a request stands elsewhere is a response's own.
    expect(responses[0]?.headers).toMatchObject([
      { name: 'Authorization' },
      { name: 'Connection' },
      { name: 'X-Count', in: 'header' },
    ]);
  });

  it("leaves headers out that HTTP can't send, and asks for no key in them", () => {
    const parameters = ['Grüße', 'a b', ''].map((name) => ({ name, in: 'header' }));
    const responses = { 200: { headers: { 'a:b': {}, 'X-A': {} } } };
    const securitySchemes = {
      key: { type: 'apiKey', in: 'header', name: 'my key' },
      crumb: { type: 'apiKey', in: 'cookie', name: 'a;b' },
      sound: { type: 'apiKey', in: 'query', name: 'my key' },
    };
    const security = [{ key: [], crumb: [], sound: [] }];
    const read = only(
      { get: { parameters, responses, security } },
      { components: { securitySchemes } },
    );
    expect(read.parameters).toEqual([]);
    expect(read.responses[0]?.headers.map(({ name }) => name)).toEqual(['X-A']);
    expect(read.security[0]?.map(({ type }) => type)).toEqual(['unknown', 'unknown', 'apiKey']);
  });

  it('knows whether its body is required', () => {
    const required = (value: JsonValue) => only({ put: { requestBody: { required: value } } });
    expect(required(true).requestBody?.required).toBe(true);
    expect(required('true').requestBody?.required).toBe(false);
  });

  it('is protected by a bearer token, whatever issues it', () => {
    const scheme = (parts: Partial<SecurityScheme>) =>
      isBearer({ name: 'a', type: 'http', pointer: '', ...parts });
    expect(scheme({ scheme: 'bearer' })).toBe(true);
    expect(scheme({ type: 'oauth2' })).toBe(true);
    expect(scheme({ type: 'openIdConnect' })).toBe(true);
    expect(scheme({ scheme: 'basic' })).toBe(false);
    expect(scheme({ type: 'apiKey' })).toBe(false);
  });

  it('knows media types by their names, with and without a schema', () => {
    const content = { 'Text/CSV; a=B': {}, 'application/json': { schema: {}, example: null } };
    const at = '/paths/~1ax-/get/responses/2XX';
    expect(only({ get: { responses: { '2XX': { content } } } }).responses).toEqual([
      {
        status: '2XX',
        pointer: at,
        headers: [],
        content: [
          {
            name: 'text/csv; a=b',
            pointer: `${at}/content/Text~1CSV; a=B`,
            schemaPointer: undefined,
            examples: {},
          },
          {
            name: 'application/json',
            pointer: `${at}/content/application~1json`,
            schemaPointer: `${at}/content/application~1json/schema`,
            examples: { example: null },
          },
        ],
      },
    ]);
  });

  it('leaves out examples without a value', () => {
    const examples = { a: { externalValue: 'x' }, b: { value: 0 }, __proto__: null };
    const content = { 'a/b': { examples } };
    const [response] = only({ get: { responses: { 200: { content } } } }).responses;
    expect(response?.content[0]?.examples).toStrictEqual({ b: 0 });
    expect(Object.keys(response?.content[0]?.examples ?? {})).toEqual(['b']);
  });

  it('knows what each security scheme is', () => {
    const securitySchemes = {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      basic: { type: 'http', scheme: 'BASIC' },
      odd: { type: 1 },
    };
    const read = (...security: JsonValue[]) =>
      only({ get: { security } }, { components: { securitySchemes } }).security;
    const at = '/components/securitySchemes';
    const none = { scheme: undefined, in: undefined, parameterName: undefined };
    expect(read({ key: [], basic: [] }, 'none', {})).toEqual([
      [
        {
          ...none,
          name: 'key',
          type: 'apiKey',
          in: 'header',
          parameterName: 'X-Key',
          pointer: `${at}/key`,
        },
        { ...none, name: 'basic', type: 'http', scheme: 'basic', pointer: `${at}/basic` },
      ],
      [],
    ]);
    expect(read({ odd: [], absent: [] })).toEqual([
      [
        { ...none, name: 'odd', type: 'unknown', pointer: `${at}/odd` },
        { ...none, name: 'absent', type: 'unknown', pointer: `${at}/absent` },
      ],
    ]);
    // Nobody can meet it: the other alternative has to be met.
    expect(read({ absent: [] }, { key: [] })).toMatchObject([[{ name: 'key' }]]);
  });

  it('is found behind up to 99 references, and a circle ends the search', () => {
    const chain = (length: number): JsonObject => ({
      paths: { '/a': { $ref: '#/s/0' } },
      s: Object.fromEntries([
        ...Array.from({ length }, (_, i) => [`${i}`, { $ref: `#/s/${i + 1}` }]),
        [`${length}`, { get: {} }],
      ]) as JsonObject,
    });
    expect(operations(documentFromValue(chain(98)))).toHaveLength(1);
    expect(operations(documentFromValue(chain(100)))).toHaveLength(0);
    const circle = { paths: { '/a': { $ref: '#/paths/~1a' } } };
    expect(operations(documentFromValue(circle))).toEqual([]);
  });
});

it.each([
  ['get', '204', 204],
  ['put', '205', 205],
  ['get', '304', 304],
  ['get', '2XX', 204],
  ['head', '200', 200],
])('what %s documents as the body of a %s is none in a %d', (method, documented, status) => {
  const responses = { [documented]: { content: { 'application/json': {} } } };
  const document = documentFromValue({ paths: { '/a': { [method]: { responses } } } });
  expect(documentedResponse(operations(document)[0]!, status)?.content).toEqual([]);
});

describe('OpenAPI 3.2', () => {
  const media = {
    examples: {
      data: { dataValue: { a: 1 } },
      sent: { serializedValue: '{"a":9007199254740993}' },
      both: { dataValue: 1, serializedValue: '2' },
    },
  };
  const document = documentFromValue({
    openapi: '3.2.0',
    paths: {
      '/things': {
        query: { responses: { 200: { content: { 'application/json': { $ref: MEDIA } } } } },
        additionalOperations: { COPY: { operationId: 'copyThings' }, move: {}, 'x-y': 1 },
        get: {},
      },
    },
    components: { mediaTypes: { Shared: media } },
  });

  it('has query and other methods as they are sent', () => {
    const found = operations(document).map(({ method, id }) => [method, id]);
    expect(found).toEqual([
      ['GET', 'GET /things'],
      ['QUERY', 'QUERY /things'],
      ['COPY', 'copyThings'],
      ['MOVE', 'MOVE /things'],
    ]);
  });

  it('has the examples of a shared media type, as data or as they are sent', () => {
    const [, query] = operations(document);
    expect(query?.responses[0]?.content[0]?.examples).toEqual({
      data: { a: 1 },
      sent: { a: 9007199254740993n },
      both: 1,
    });
  });
});
