/** Answers that a document asks for in ways of its own. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/openapi/json/json-value.ts';
import { textOf } from '../../src/openapi/json/stringify-json.ts';
import type { Responder } from '../../src/mock/responder.ts';
import { jsonResponse, mockRequest, responderOf } from './fixtures.ts';

const text: JsonObject = { type: 'string' };

function things(id: JsonObject, parameter: JsonObject, more: JsonObject = {}): Responder {
  const schema: JsonObject = { type: 'object', properties: { id, name: text, tags: {} } };
  const requestBody = {
    content: { 'application/json': { schema: { ...schema, properties: {} } } },
  };
  const created = { ...jsonResponse(schema), ...more };
  const list = { type: 'array', minItems: 1, items: schema };
  return responderOf({
    paths: {
      '/things': {
        get: { responses: { 200: jsonResponse(list) } },
        post: { requestBody, responses: { 201: created, 404: jsonResponse({}) } },
      },
      '/things/{thingId}': {
        parameters: [{ name: 'thingId', in: 'path', required: true, schema: parameter }],
        get: { responses: { 200: jsonResponse(schema) } },
      },
    },
  });
}

const json = (body: string): JsonObject => JSON.parse(body) as JsonObject;

describe('a made-up identity', () => {
  it.each<[string, JsonObject, JsonObject, unknown]>([
    ['an integer that the path has as a text', { type: 'integer' }, text, 1],
    ['a text that the path has as an integer', text, { type: 'integer', minimum: 7 }, '7'],
    [
      "the path's pattern",
      text,
      { ...text, pattern: '^ord_[0-7][0-9a-hjkmnp-tv-z]{25}$' },
      expect.stringMatching(/^ord_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
    ],
    ['its own length', { ...text, minLength: 4 }, { ...text, maxLength: 5 }, '0001'],
    [
      'the format of the path',
      text,
      { ...text, format: 'uuid' },
      '00000000-0000-4000-8000-000000000001',
    ],
  ])('has %s, and is found by it', (_name, id, parameter, expected) => {
    const responder = things(id, parameter);
    const created = json(
      String(responder.respond(mockRequest('POST', '/things', { body: '{}' })).body),
    );
    expect(created['id']).toEqual(expected);
    const found = responder.respond(mockRequest('GET', `/things/${textOf(created['id']!)}`));
    expect([found.status, json(String(found.body))]).toEqual([200, created]);
  });

  it('is given twice where all are used', () => {
    const responder = things({ ...text, enum: ['a', 'b'] }, text);
    const ids = [1, 2, 3].map(
      () =>
        json(String(responder.respond(mockRequest('POST', '/things', { body: '{}' })).body))['id'],
    );
    expect(ids.slice(0, 2)).toEqual(['a', 'b']);
    expect(ids.slice(0, 2)).toContain(ids[2]);
  });
});

it('fills up a list that may not be empty', () => {
  const responder = things({ type: 'integer' }, text);
  const { body } = responder.respond(mockRequest('GET', '/things'));
  expect(JSON.parse(String(body))).toEqual([{ id: 1, name: 'Quiet Harbor', tags: 'weekend' }]);
});

it.each<[string, JsonObject, string | undefined]>([
  ['a path', text, '/things/1'],
  ['a path of a pattern', { ...text, pattern: '^/things/[0-9]+$' }, '/things/1'],
  ['a whole URI', { ...text, format: 'uri' }, 'http://store.example/things/1'],
  ['nothing but what leads there', { ...text, pattern: '^/elsewhere/[0-9]+$' }, undefined],
])('says in Location %s where that is documented', (_name, schema, location) => {
  const responder = things({ type: 'integer' }, text, { headers: { Location: { schema } } });
  const headers = { host: 'store.example' };
  const response = responder.respond(mockRequest('POST', '/things', { body: '{}', headers }));
  expect(response.headers['location']).toBe(location);
});

it('gives what was sent back in an alternative that requires more', () => {
  const kind = (name: string): JsonObject => ({
    type: 'object',
    required: ['kind', 'size', 'name'],
    properties: { kind: { const: name }, size: { type: 'integer' }, name: text },
  });
  const requestBody = {
    content: { 'application/json': { schema: { type: 'object', properties: { name: text } } } },
  };
  const responses = { 200: jsonResponse({ oneOf: [kind('a'), kind('b')] }) };
  const responder = responderOf({
    paths: { '/hooks/{id}': { patch: { requestBody, responses } } },
  });
  const sent = mockRequest('PATCH', '/hooks/1', { body: '{"name":"mine"}' });
  expect(json(String(responder.respond(sent).body))).toMatchObject({ name: 'mine' });
});

it('does not say of a broken body that something is not there', () => {
  const responder = things({ type: 'integer' }, text);
  expect(responder.respond(mockRequest('POST', '/things', { body: '[]' })).status).toBe(400);
});

it('redirects where nothing else is documented', () => {
  const headers = { Location: { schema: { ...text, format: 'uri' } } };
  const responses = { 302: { description: 'x', headers }, 400: { description: 'x' } };
  const responder = responderOf({ paths: { '/a': { get: { responses } } } });
  expect(responder.respond(mockRequest('GET', '/a'))).toMatchObject({
    status: 302,
    headers: { location: 'https://example.com/' },
  });
});

describe('an error of which the document has no JSON', () => {
  it.each([
    ['text/plain', 'the path parameter n must be an integer, got the string "<x"'],
    ['text/html', '<p>the path parameter n must be an integer, got the string "&lt;x"</p>'],
  ])('is said in %s', (type, body) => {
    const parameters = [{ name: 'n', in: 'path', required: true, schema: { type: 'integer' } }];
    const refusal = { description: 'x', content: { [type]: { schema: text } } };
    const responses = { 200: jsonResponse(text), 400: refusal, 404: jsonResponse(text) };
    const responder = responderOf({ paths: { '/a/{n}': { get: { parameters, responses } } } });
    const response = responder.respond(mockRequest('GET', '/a/%3Cx'));
    expect(response).toMatchObject({ status: 400, headers: { 'content-type': type }, body });
  });
});

describe('a credential', () => {
  function status(scheme: JsonObject, authorization: string, others: JsonObject[] = []): number {
    const securitySchemes = { own: scheme, basic: { type: 'http', scheme: 'basic' } };
    const responder = responderOf({
      paths: { '/a': { get: { responses: { 200: jsonResponse(text) } } } },
      components: { securitySchemes },
      security: [{ own: [] }, ...others],
    });
    return responder.respond(mockRequest('GET', '/a', { headers: { authorization } })).status;
  }

  const digest = { type: 'http', scheme: 'digest' };
  const key = { type: 'apiKey', in: 'header', name: 'Authorization' };
  const madeUp = `Basic ${btoa('invalid-token:invalid-token')}`;

  it.each<[string, number, JsonObject, JsonObject[]]>([
    ['Digest username="a", response="b"', 200, digest, []],
    ['Digest invalid-token', 401, digest, []],
    ['Bearer x', 401, digest, []],
    ['', 401, digest, []],
    ['token x', 200, key, []],
    [madeUp, 401, key, [{ basic: [] }]],
  ])('%s is answered with %i', (authorization, expected, scheme, others) => {
    expect(status(scheme, authorization, others)).toBe(expected);
  });
});

describe('what a path leads to', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: { id: { type: 'integer' }, a: {}, b: {} },
  };
  const named = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 5 } };
  const patch = { content: { 'application/merge-patch+json': { schema } } };
  const responses = { 200: jsonResponse(schema), 404: jsonResponse({}) };
  const responder = responderOf({
    paths: {
      '/': { post: { requestBody: { content: { 'application/json': { schema } } }, responses } },
      '/{id}': {
        parameters: [{ ...named, schema: { type: 'integer' } }],
        get: { responses },
        patch: { requestBody: patch, responses },
        post: { responses },
      },
      '/{id}/parts': { parameters: [named], get: { responses } },
    },
  });
  const send = (method: string, path: string, body = ''): [number, JsonObject] => {
    const headers = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {};
    const response = responder.respond(mockRequest(method, path, { body, headers }));
    return [response.status, json(String(response.body))];
  };

  it('is created at the root, too, with what all paths to it allow', () => {
    const created = { id: 5, a: { c: 1, d: 2 }, b: 3 };
    expect(send('POST', '/', '{"a":{"c":1,"d":2},"b":3}')).toEqual([200, created]);
    expect(send('GET', '/5')).toEqual([200, created]);
  });

  it('loses what a merge patch has null for', () => {
    const changed = { id: 5, a: { d: 4 } };
    expect(send('PATCH', '/5', '{"a":{"c":null,"d":4},"b":null}')).toEqual([200, changed]);
    expect(send('GET', '/5')).toEqual([200, changed]);
  });

  it('is nothing that anything can be done to, where it is not there', () => {
    expect(send('POST', '/6')[0]).toBe(404);
    expect(send('POST', '/5')[0]).toBe(200);
  });
});

it('says of a resource again what it has made up for the answer to its creation', () => {
  const schema: JsonObject = {
    type: 'object',
    required: ['id', 'total'],
    properties: { id: { type: 'integer' }, name: text, total: { type: 'integer' } },
  };
  const shown = jsonResponse(schema, { one: { value: { id: 1, name: 'x', total: 5 } } });
  const taken: JsonObject = { type: 'object', properties: { name: text } };
  const requestBody = { content: { 'application/json': { schema: taken } } };
  const named = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const responder = responderOf({
    paths: {
      '/things': { post: { requestBody, responses: { 201: shown } } },
      '/things/{id}': { parameters: [named], get: { responses: { 200: jsonResponse(schema) } } },
    },
  });
  const created = responder.respond(mockRequest('POST', '/things', { body: '{"name":"n"}' }));
  expect(json(String(created.body))).toEqual({ id: 1, name: 'n', total: 5 });
  const found = responder.respond(mockRequest('GET', '/things/1'));
  expect(json(String(found.body))).toEqual({ id: 1, name: 'n', total: 5 });
});

it.each([
  ['group_id', 'integer'],
  ['id', 'integer'],
  ['group_id', 'string'],
])(
  'shows below a path what refers to what the path names, by its parameter %s, a %s',
  (parameter, type) => {
    const integer: JsonObject = { type: 'integer' };
    const item: JsonObject = {
      type: 'object',
      properties: { id: integer, group_id: integer, user_id: integer },
    };
    const shown = [{ id: 1, group_id: 0, user_id: 2 }];
    const list = jsonResponse({ type: 'array', items: item }, { some: { value: shown } });
    const path = `/groups/{${parameter}}/permissions`;
    const named = { name: parameter, in: 'path', required: true, schema: { type } };
    const responder = responderOf({
      paths: { [path]: { get: { parameters: [named], responses: { 200: list } } } },
    });
    const { body } = responder.respond(mockRequest('GET', '/groups/7/permissions'));
    expect(JSON.parse(String(body))).toEqual([{ id: 1, group_id: 7, user_id: 2 }]);
  },
);

it('tells of what a path names in an envelope that is called as that is', () => {
  const profile: JsonObject = { type: 'object', properties: { username: text } };
  const told = jsonResponse({ type: 'object', properties: { profile } });
  const named = { name: 'username', in: 'path', required: true, schema: text };
  const shown = { parameters: [named], get: { responses: { 200: told } } };
  const responder = responderOf({
    paths: { '/profiles/{username}': shown, '/profiles/{username}/follow': shown },
  });
  for (const path of ['/profiles/ann', '/profiles/ann/follow']) {
    const { body } = responder.respond(mockRequest('GET', path));
    expect(JSON.parse(String(body))).toEqual({ profile: { username: 'ann' } });
  }
});
