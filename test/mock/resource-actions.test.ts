import { beforeEach, expect, it } from 'vitest';
import type { MockResponse } from '../../src/http/message.ts';
import { Collection } from '../../src/mock/collection.ts';
import { MemoryStore } from '../../src/mock/resource-store.ts';
import { createResponder } from '../../src/mock/responder.ts';
import { collectionPaths, onlyCollection } from '../../src/model/resources/collections.ts';
import { documentFromValue } from '../../src/openapi/document.ts';
import type { JsonObject } from '../../src/openapi/json/json-value.ts';
import { jsonResponse, mockRequest } from './fixtures.ts';

const thing: JsonObject = {
  type: 'object',
  required: ['name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' }, state: { type: 'string' } },
};
const naming: JsonObject = {
  type: 'object',
  properties: { name: { type: 'string' }, reason: { type: 'string' } },
};
const reason: JsonObject = { type: 'object', properties: { reason: { type: 'string' } } };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];

/** A body that is XML first and JSON second. */
const body = (schema: JsonObject): JsonObject => ({
  content: { 'application/xml': {}, 'application/json': { schema } },
});

const document = documentFromValue({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1.0.0' },
  paths: {
    '/things': {
      post: { requestBody: body(thing), responses: { 201: jsonResponse(thing) } },
    },
    '/things/{id}': { parameters, get: { responses: { 200: jsonResponse(thing) } } },
    '/things/{id}/lifecycle/rename': {
      parameters,
      post: { requestBody: body(naming), responses: { 200: jsonResponse(thing) } },
    },
    '/things/{id}/archive': {
      parameters,
      post: { requestBody: body(reason), responses: { 200: jsonResponse(reason) } },
    },
  },
});

let store: MemoryStore;
let post: (path: string, value: JsonObject) => MockResponse;

beforeEach(() => {
  store = new MemoryStore();
  const responder = createResponder({ document, store, maxResources: 1 });
  post = (path, value) =>
    responder.respond(mockRequest('POST', path, { body: JSON.stringify(value) }));
});

it('keeps what a POST on one resource says out of what is stored', () => {
  post('/things', { name: 'one' });
  const { status, body } = post('/things/1/archive', { reason: 'old' });
  expect([status, JSON.parse(String(body))]).toEqual([200, { reason: 'old' }]);
  expect(store.list()).toEqual([{ id: 1, name: 'one' }]);
  expect([...store.sizes()]).toEqual([]);
});

it('tells the resource itself where an action answers with it, and keeps what was said of it', () => {
  post('/things', { name: 'one', state: 'new' });
  const { status, body } = post('/things/1/lifecycle/rename', { name: 'two', reason: 'better' });
  expect([status, JSON.parse(String(body))]).toEqual([200, { id: 1, name: 'two', state: 'new' }]);
  expect(store.list()).toEqual([{ id: 1, name: 'two', state: 'new' }]);
});

it('brings a resource into the state that an action is named for', () => {
  const trip: JsonObject = {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      state: { enum: ['planned', 'cancelled'], readOnly: true },
      isChecked_in: { type: 'boolean', readOnly: true },
    },
  };
  const responses = { 200: jsonResponse(trip) };
  const responder = createResponder({
    document: documentFromValue({
      paths: {
        '/trips': { post: { requestBody: body(trip), responses: { 201: jsonResponse(trip) } } },
        '/trips/{id}': { parameters, get: { responses } },
        '/trips/{id}/cancel': { parameters, post: { responses } },
        '/trips/{id}/check-in': { parameters, post: { responses } },
      },
    }),
    store,
  });
  const told = (path: string): unknown =>
    JSON.parse(String(responder.respond(mockRequest('POST', path, { body: '{}' })).body));
  told('/trips');
  expect(told('/trips/1/cancel')).toMatchObject({ id: 1, state: 'cancelled' });
  expect(told('/trips/1/check-in')).toMatchObject({ state: 'cancelled', isChecked_in: true });
});

it('reads what a creation has told, also where no answer names the resource', () => {
  const told: JsonObject = { type: 'object', properties: { address: { type: 'string' } } };
  const sent: JsonObject = {
    type: 'object',
    required: ['branchId'],
    properties: { branchId: { type: 'string' } },
  };
  const named = [{ name: 'branchId', in: 'path', required: true, schema: { type: 'string' } }];
  const branches = documentFromValue({
    openapi: '3.1.0',
    info: { title: 'Branches', version: '1.0.0' },
    paths: {
      '/branches': { post: { requestBody: body(sent), responses: { 201: jsonResponse(told) } } },
      '/branches/{branchId}': {
        parameters: named,
        get: { responses: { 200: jsonResponse(told) } },
      },
    },
  });
  const responder = createResponder({ document: branches, store });
  const text = JSON.stringify({ branchId: 'main' });
  const made = responder.respond(mockRequest('POST', '/branches', { body: text }));
  const read = responder.respond(mockRequest('GET', '/branches/main'));
  expect(JSON.parse(String(made.body))).toEqual({ address: expect.any(String) });
  expect(read.body).toBe(made.body);
});

it('refuses what would be done to a resource that is not there', () => {
  expect(post('/things/1/archive', { reason: 'old' }).status).toBe(404);
});

it('counts no action among the collections', () => {
  expect(collectionPaths(document)).toEqual(['/things']);
  expect(onlyCollection(document)).toBe('/things');
  const collection = new Collection({ document, store, path: '/things' });
  collection.seed([{ name: 'one' }]);
  expect(store.list()).toEqual([{ id: 1, name: 'one' }]);
});

it('holds what is stored against the schema of JSON, whatever other types come first', () => {
  const collection = new Collection({ document, store, path: '/things' });
  expect(() => collection.seed([{ id: 1 }])).toThrow('name is required');
});

const newUser: JsonObject = { type: 'object', properties: { name: { type: 'string' } } };

const user: JsonObject = {
  type: 'object',
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};

const inEnvelope = (inside: JsonObject): JsonObject => {
  return { type: 'object', properties: { user: inside, meta: { type: 'object' } } };
};

const inOther: JsonObject = { type: 'object', properties: { details: newUser } };

it('keeps what is in an envelope, and answers it in one with what was sent around it', () => {
  const envelope = inEnvelope(user);
  const enveloped = { requestBody: body(envelope), responses: { 200: jsonResponse(envelope) } };
  const responder = createResponder({
    store,
    document: documentFromValue({
      paths: {
        '/users': { post: { requestBody: body(user), responses: { 201: jsonResponse(envelope) } } },
        '/users/{userId}': {
          parameters: [{ ...parameters[0], name: 'userId' }],
          get: { responses: { 200: jsonResponse(user) } },
          put: enveloped,
        },
      },
    }),
  });
  const ask = (method: string, path: string, value?: JsonObject): unknown =>
    JSON.parse(
      String(responder.respond(mockRequest(method, path, { body: JSON.stringify(value) })).body),
    );
  expect(ask('POST', '/users', { name: 'Ann' })).toMatchObject({ user: { id: 1, name: 'Ann' } });
  expect(ask('GET', '/users/1')).toEqual({ id: 1, name: 'Ann' });
  const put = { user: { name: 'Bob' }, meta: { note: 'new' } };
  expect(ask('PUT', '/users/1', put)).toEqual({ ...put, user: { id: 1, name: 'Bob' } });
  expect(store.list()).toEqual([{ id: 1, name: 'Bob' }]);
});

it.each<[string, told: JsonObject, read: JsonObject, answer: JsonObject]>([
  ['in itself', newUser, user, { id: 1, name: 'Ann' }],
  [
    'in an envelope',
    inEnvelope(newUser),
    inEnvelope(user),
    { user: { id: 1, name: 'Ann' }, meta: {} },
  ],
  ['not in what is closed', { ...newUser, additionalProperties: false }, user, { name: 'Ann' }],
  ['not beside what is unknown', inOther, inOther, { details: { name: expect.any(String) } }],
  [
    'not beside another thing',
    inEnvelope(reason),
    inEnvelope(user),
    { user: { reason: expect.any(String) }, meta: {} },
  ],
])('tells the identity of what is created, also undeclared: %s', (_, told, read, answer) => {
  const responder = createResponder({
    store,
    document: documentFromValue({
      paths: {
        '/users': { post: { requestBody: body(newUser), responses: { 202: jsonResponse(told) } } },
        '/users/{id}': { parameters, get: { responses: { 200: jsonResponse(read) } } },
      },
    }),
  });
  const request = mockRequest('POST', '/users', { body: '{"name":"Ann"}' });
  expect(JSON.parse(String(responder.respond(request).body))).toEqual(answer);
});

it.each(['user', 'data'])(
  'keeps what is in the only envelope %s, whatever creation answers',
  (key) => {
    const envelope = { type: 'object', properties: { [key]: newUser } };
    const made = { type: 'object', properties: { userId: { type: 'integer' } } };
    const responder = createResponder({
      store,
      document: documentFromValue({
        paths: {
          '/users': {
            post: { requestBody: body(envelope), responses: { 201: jsonResponse(made) } },
          },
          '/users/{userId}': {
            parameters: [{ ...parameters[0], name: 'userId' }],
            get: { responses: { 200: jsonResponse(envelope) } },
          },
        },
      }),
    });
    const sent = { [key]: { name: 'Ann' } };
    const ask = (method: string, path: string): unknown =>
      JSON.parse(
        String(responder.respond(mockRequest(method, path, { body: JSON.stringify(sent) })).body),
      );
    expect(ask('POST', '/users')).toEqual({ userId: 1 });
    expect(store.list()).toEqual([{ userId: 1, name: 'Ann' }]);
    expect(ask('GET', '/users/1')).toEqual(sent);
  },
);

it('lists each in the envelope that it is in where it is read', () => {
  const member = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
  const one = { type: 'object', properties: { member } };
  const list = { type: 'object', properties: { members: { type: 'array', items: one } } };
  const responder = createResponder({
    store: new MemoryStore(),
    document: documentFromValue({
      paths: {
        '/members': {
          get: { responses: { 200: jsonResponse(list) } },
          post: { requestBody: body(newUser), responses: { 201: jsonResponse(one) } },
        },
        '/members/{id}': { parameters, get: { responses: { 200: jsonResponse(one) } } },
      },
    }),
  });
  responder.respond(mockRequest('POST', '/members', { body: '{"name":"Ann"}' }));
  const listed = responder.respond(mockRequest('GET', '/members'));
  expect(JSON.parse(String(listed.body))).toEqual({ members: [{ member: { id: 1 } }] });
});

it('makes each name by which a path leads to what is created', () => {
  const told = {
    type: 'object',
    properties: { id: { type: 'integer' }, code: { type: 'string' } },
  };
  const codes = [{ name: 'code', in: 'path', required: true, schema: { type: 'string' } }];
  const get = { responses: { 200: jsonResponse(told) } };
  const responder = createResponder({
    store,
    document: documentFromValue({
      paths: {
        '/invites': {
          post: { requestBody: body(newUser), responses: { 201: jsonResponse(told) } },
        },
        '/invites/{id}': { parameters, delete: { responses: { 204: {} } } },
        '/invites/{code}': { parameters: codes, get },
      },
    }),
  });
  const invited = ['Ann', 'Bob'].map((name) => {
    const request = mockRequest('POST', '/invites', { body: JSON.stringify({ name }) });
    return JSON.parse(String(responder.respond(request).body)) as { id: number; code: string };
  });
  expect(invited.map(({ id }) => id)).toEqual([1, 2]);
  expect(new Set(invited.map(({ code }) => code)).size).toBe(2);
  const read = responder.respond(mockRequest('GET', `/invites/${invited[1]!.code}`));
  expect(JSON.parse(String(read.body))).toEqual(invited[1]);
});

it('gives an identity of its own in place of one that no answer can tell', () => {
  const schemaOf = (identity: JsonObject): JsonObject => ({
    type: 'object',
    required: ['key'],
    properties: { key: { type: 'string', ...identity } },
  });
  const told = schemaOf({ pattern: '^custom:[a-z0-9]+$', example: 'custom:one' });
  const key = { name: 'key', in: 'path', required: true, schema: { type: 'string' } };
  const responder = createResponder({
    store: new MemoryStore(),
    document: documentFromValue({
      paths: {
        '/sources': {
          post: {
            requestBody: body(schemaOf({ pattern: '^[a-z]+$' })),
            responses: { 201: jsonResponse(told) },
          },
        },
        '/sources/{key}': { parameters: [key], get: { responses: { 200: jsonResponse(told) } } },
      },
    }),
  });
  const keys = ['ann', 'bob'].map((sent) => {
    const request = mockRequest('POST', '/sources', { body: JSON.stringify({ key: sent }) });
    return (JSON.parse(String(responder.respond(request).body)) as { key: string }).key;
  });
  expect(new Set(keys).size).toBe(2);
  for (const name of keys) {
    const read = responder.respond(mockRequest('GET', `/sources/${name}`));
    expect(JSON.parse(String(read.body))).toEqual({ key: name });
  }
});

it('says where it is even of what half a character identifies', () => {
  const named = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
  const name = [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }];
  const headers = { Location: { schema: { type: 'string' } } };
  const responder = createResponder({
    store: new MemoryStore(),
    document: documentFromValue({
      openapi: '3.1.0',
      info: { title: 'Names', version: '1.0.0' },
      paths: {
        '/names': {
          post: {
            requestBody: body(named),
            responses: { 201: { ...jsonResponse(named), headers } },
          },
        },
        '/names/{name}': { parameters: name, get: { responses: { 200: jsonResponse(named) } } },
      },
    }),
  });
  const request = mockRequest('POST', '/names', { body: '{"name":"\\ud800"}' });
  expect(responder.respond(request)).toMatchObject({
    status: 201,
    headers: { location: expect.stringMatching(/\/names\/%EF%BF%BD$/) },
  });
});

it('lists what no path leads to, where the parent is there', () => {
  const told = {
    type: 'object',
    properties: { id: { type: 'integer' }, text: { type: 'string' } },
  };
  const list = { 200: jsonResponse({ type: 'array', items: told }) };
  const comments = documentFromValue({
    openapi: '3.1.0',
    info: { title: 'Comments', version: '1.0.0' },
    paths: {
      ...(document.root['paths'] as JsonObject),
      '/things/{id}/comments': {
        parameters,
        get: { responses: { ...list, 404: {} } },
        post: { requestBody: body(told), responses: { 201: jsonResponse(told) } },
      },
      '/things/{id}/history': { parameters, get: { responses: list } },
    },
  });
  const responder = createResponder({ document: comments, store: new MemoryStore() });
  const ask = (method: string, path: string, value?: JsonObject): MockResponse =>
    responder.respond(mockRequest(method, path, value && { body: JSON.stringify(value) }));
  expect(ask('GET', '/things/1/comments').status).toBe(404);
  expect(ask('GET', '/things/1/history').status).toBe(200);
  ask('POST', '/things', { name: 'one' });
  ask('POST', '/things/1/comments', { text: 'well' });
  expect(JSON.parse(String(ask('GET', '/things/1/comments').body))).toEqual([
    { id: 1, text: 'well' },
  ]);
});

it('finds the resource that a path names by a list of one', () => {
  const list = { type: 'array', items: { type: 'integer' } };
  const responder = createResponder({
    document: documentFromValue({
      paths: {
        '/things': { post: { requestBody: body(thing), responses: { 201: jsonResponse(thing) } } },
        '/things/{id}': {
          parameters: [{ ...parameters[0], schema: list }],
          get: { responses: { 200: jsonResponse(thing) } },
        },
      },
    }),
    store,
  });
  responder.respond(mockRequest('POST', '/things', { body: '{"name":"one"}' }));
  const found = ['1', '1,2'].map(
    (ids) => responder.respond(mockRequest('GET', `/things/${ids}`)).status,
  );
  expect(found).toEqual([200, 404]);
});

it('keeps what is put to a collection as the resource that it names, one that clients cannot name, too', () => {
  const named: JsonObject = {
    type: 'object',
    properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
  };
  const saved = documentFromValue({
    paths: {
      '/things': {
        post: { requestBody: body(named), responses: { 201: jsonResponse(named) } },
        put: { requestBody: body(named), responses: { 200: jsonResponse(named) } },
      },
      '/things/{id}': { parameters, get: { responses: { 200: jsonResponse(named) } } },
    },
  });
  const responder = createResponder({ document: saved, store });
  const send = (method: string, path: string, value?: JsonObject): JsonObject => {
    const parts = value === undefined ? {} : { body: JSON.stringify(value) };
    return JSON.parse(String(responder.respond(mockRequest(method, path, parts)).body));
  };
  send('POST', '/things', { name: 'one' });
  expect(send('PUT', '/things', { id: 1, name: 'two' })).toEqual({ id: 1, name: 'two' });
  expect(send('GET', '/things/1')).toEqual({ id: 1, name: 'two' });
  send('PUT', '/things', { id: 7, name: 'seven' });
  expect(send('GET', '/things/7')).toEqual({ id: 7, name: 'seven' });
  send('PUT', '/things', { name: 'nobody' });
  send('PUT', '/things', { id: null, name: 'nobody' });
  expect(store.list()).toHaveLength(2);
});
