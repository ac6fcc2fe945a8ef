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

/** A mock of what is read and written at one path; sends a body, or reads what is there. */
function singleton(
  path: string,
  operations: JsonObject,
): (method: string, target: string, value?: JsonObject) => unknown {
  const responder = responderOf({ paths: { [path]: operations } });
  return (method, target, value) => {
    const body = value === undefined ? '' : JSON.stringify(value);
    const answer = responder.respond(mockRequest(method, target, { body }));
    return answer.body.length === 0 ? answer.status : JSON.parse(String(answer.body));
  };
}

const taking = (schema: JsonObject): JsonObject => {
  return { requestBody: { content: { 'application/json': { schema } } } };
};

it('changes what is in an envelope, and not the envelope', () => {
  const config: JsonObject = { type: 'object', properties: { config: SETTINGS } };
  const ask = singleton('/config', {
    get: { responses: { 200: jsonResponse(config) } },
    patch: { ...taking(config), responses: { 200: { description: 'changed' } } },
    put: { ...taking(config), responses: { 200: jsonResponse(config) } },
  });
  const put = { config: { theme: 'light', size: 1 } };
  expect(ask('PUT', '/config', put)).toEqual(put);
  ask('PATCH', '/config', { config: { size: 2 } });
  expect(ask('GET', '/config')).toEqual({ config: { theme: 'light', size: 2 } });
});

it('tells as much of a list that was put as a request asks for', () => {
  const topics: JsonObject = {
    type: 'object',
    properties: { topics: { type: 'array', items: { type: 'string' } } },
  };
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } };
  const ask = singleton('/topics', {
    get: { parameters: [limit], responses: { 200: jsonResponse(topics) } },
    put: { ...taking(topics), responses: { 204: { description: 'changed' } } },
  });
  expect(ask('PUT', '/topics', { topics: ['a', 'b', 'c'] })).toBe(204);
  expect(ask('GET', '/topics?limit=2')).toEqual({ topics: ['a', 'b'] });
  expect(ask('GET', '/topics')).toEqual({ topics: ['a', 'b', 'c'] });
});

it('tells as much of a list as a request asks for where nothing was put yet', () => {
  const item: JsonObject = { type: 'object', properties: { id: { type: 'integer' } } };
  const shown: JsonObject = { total_count: 2, runners: [{ id: 23 }, { id: 24 }] };
  const listed: JsonObject = {
    type: 'object',
    required: ['total_count', 'runners'],
    properties: { total_count: { type: 'integer' }, runners: { type: 'array', items: item } },
    examples: [shown],
  };
  const ids: JsonObject = { type: 'array', items: { type: 'integer' } };
  const ask = singleton('/runners', {
    get: {
      parameters: [{ name: 'per_page', in: 'query', schema: { type: 'integer' } }],
      responses: { 200: jsonResponse(listed) },
    },
    put: {
      ...taking({ type: 'object', properties: { runners: ids } }),
      responses: { 204: { description: 'set' } },
    },
  });
  expect(ask('GET', '/runners')).toEqual(shown);
  expect(ask('GET', '/runners?per_page=1')).toEqual({ total_count: 2, runners: [{ id: 23 }] });
});

it('lists the names that clients have put, where nothing else tells them', () => {
  const text: JsonObject = { type: 'object', properties: { text: { type: 'string' } } };
  const responder = responderOf({
    paths: {
      '/bags': {
        get: { responses: { 200: jsonResponse({ type: 'array', items: { type: 'string' } }) } },
      },
      '/bags/{bag}': {
        parameters: [{ name: 'bag', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: { 200: jsonResponse(text) } },
        put: { ...taking(text), responses: { 201: { description: 'Created' } } },
        delete: { responses: { 204: { description: 'Gone' } } },
      },
    },
  });
  const send = (method: string, path: string, body = ''): unknown =>
    responder.respond(mockRequest(method, path, { body })).body;
  send('PUT', '/bags/a%20b', '{"text":"one"}');
  send('PUT', '/bags/c', '{}');
  send('PUT', '/bags/d', '{"text":"three"}');
  send('DELETE', '/bags/d');
  expect(JSON.parse(String(send('GET', '/bags')))).toEqual(['a b', 'c']);
});
