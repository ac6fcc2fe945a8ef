import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/openapi/json/json-value.ts';
import { jsonResponse, mockRequest, responderOf } from './fixtures.ts';

const SETTINGS: JsonObject = {
  type: 'object',
  properties: { theme: { enum: ['dark', 'light'] }, size: { type: 'integer' } },
};
const USER: JsonObject = { type: 'object', properties: { id: { type: 'integer' } } };

it.each(['', '/users/7'])(
  'shows what the document has until something is put at %s/settings',
  (above) => {
    const content = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
    const answer = { 200: jsonResponse(SETTINGS) };
    const settings = {
      get: { responses: answer },
      put: { requestBody: { content: content(SETTINGS) }, responses: answer },
    };
    const responder = responderOf({
      paths: {
        '/settings': settings,
        '/users': {
          post: { requestBody: { content: content(USER) }, responses: { 201: jsonResponse(USER) } },
        },
        '/users/{id}': { parameters, get: { responses: { 200: jsonResponse(USER) } } },
        '/users/{id}/settings': { parameters, ...settings },
      },
    });
    const path = `${above}/settings`;
    const read = (): unknown =>
      JSON.parse(String(responder.respond(mockRequest('GET', path)).body));
    responder.respond(mockRequest('POST', '/users', { body: '{"id":7}' }));
    expect(read()).toEqual({ theme: 'dark', size: expect.any(Number) as number });
    for (const body of ['{"theme":"light"}', '{}']) {
      responder.respond(mockRequest('PUT', path, { body }));
      expect(read()).toEqual(JSON.parse(body));
    }
  },
);
