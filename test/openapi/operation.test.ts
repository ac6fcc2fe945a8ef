import { describe, expect, it } from 'vitest';
import { documentFromValue } from '../../src/openapi/document.ts';
import type { JsonObject } from '../../src/openapi/json/json-value.ts';
import { type Operation, documentedResponse, operations } from '../../src/openapi/operation.ts';

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
