import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/openapi/json/json-value.ts';
import { documentFromValue } from '../../src/openapi/document.ts';
import { Collection } from '../../src/mock/collection.ts';
import { MemoryStore } from '../../src/mock/resource-store.ts';
import { jsonResponse, mockRequest, responderOf } from './fixtures.ts';

const text: JsonObject = { type: 'string' };
const secret: JsonObject = { type: 'string', writeOnly: true };
const set: JsonObject = { type: 'string', readOnly: true };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** Each kind of place that a mark can stand at. */
const schemas = {
  Stamp: { type: 'string' },
  Base: { type: 'object', properties: { madeAt: set, pin: secret } },
  Owner: {
    type: 'object',
    required: ['name', 'since', 'password'],
    properties: { name: text, since: set, password: secret },
  },
  User: {
    allOf: [
      ref('Base'),
      {
        type: 'object',
        required: ['id', 'name', 'stamp'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: text,
          stamp: { ...ref('Stamp'), readOnly: true },
          token: { ...ref('Stamp'), writeOnly: true },
          owner: ref('Owner'),
          lines: {
            type: 'array',
            items: { type: 'object', properties: { no: set, what: text, code: secret } },
          },
          notes: { type: 'object', additionalProperties: ref('Owner') },
          kind: { oneOf: [{ type: 'object', properties: { seen: set, key: secret } }, text] },
        },
      },
    ],
  },
};

const json = (name: string): JsonObject => ({
  content: { 'application/json': { schema: ref(name) } },
});

const answer = { responses: { 200: jsonResponse(ref('User')) } };

const paths = {
  '/users': {
    post: { requestBody: json('User'), responses: { 201: jsonResponse(ref('User')) } },
    get: { responses: { 200: jsonResponse({ type: 'array', items: ref('User') }) } },
  },
  '/users/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    get: answer,
    put: { requestBody: json('User'), ...answer },
    patch: {
      requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
      ...answer,
    },
  },
};

/** A mock of users, and what it has stored. */
function users(root: JsonObject = { openapi: '3.1.0' }) {
  const store = new MemoryStore();
  const responder = responderOf({ ...root, paths, components: { schemas } }, { store });
  const send = (method: string, path: string, body?: JsonObject) => {
    const parts = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = responder.respond(mockRequest(method, path, parts));
    return { status: response.status, body: JSON.parse(String(response.body)) as JsonObject };
  };
  return { store, send, stored: () => store.list() };
}

const owner = { name: 'Bo', since: 'then', password: 'p' };
const sent = {
  id: 77,
  name: 'Ann',
  madeAt: 'now',
  pin: '1',
  stamp: 'mine',
  token: 't',
  owner,
  lines: [{ no: '1', what: 'x', code: 'c' }],
  notes: { first: owner },
  kind: { seen: 'yes', key: 'k' },
};

describe.each(['3.1.0', '3.0.3'])('what is readOnly, in a document of version %s', (openapi) => {
  it('is not taken from who creates, at any depth', () => {
    const { send, stored } = users({ openapi });
    expect(send('POST', '/users', sent).status).toBe(201);
    expect(stored()).toEqual([
      {
        id: 1,
        name: 'Ann',
        pin: '1',
        token: 't',
        madeAt: expect.any(String) as string,
        stamp: 'Small Window',
        owner: { name: 'Bo', since: 'Quiet Bicycle', password: 'p' },
        lines: [{ what: 'x', code: 'c' }],
        notes: { first: { name: 'Bo', since: 'sample', password: 'p' } },
        kind: { key: 'k' },
      },
    ]);
  });

  it('is made by the server where an answer must have it', () => {
    const { send } = users({ openapi });
    const body = { name: 'Ann', owner: { name: 'Bo', password: 'p' } };
    const before = new Date(Date.now() - 1000).toISOString();
    const { madeAt, ...user } = send('POST', '/users', body).body;
    const made = { id: 1, stamp: 'Small Window', owner: { name: 'Bo', since: 'Quiet Bicycle' } };
    expect(user).toEqual({ name: 'Ann', ...made });
    expect(madeAt).toSatisfy((time: string) => time > before);
  });

  it('stays as it was made, for lists to be chosen by', () => {
    const flat = { ...ref('Thing') };
    const things = {
      '/things': {
        post: {
          requestBody: { content: { 'application/json': { schema: flat } } },
          responses: { 201: jsonResponse(flat) },
        },
      },
      '/things/{id}': { ...paths['/users/{id}'], get: { responses: { 200: jsonResponse(flat) } } },
    };
    const Thing = {
      type: 'object',
      required: ['id', 'madeAt'],
      properties: { id: { type: 'integer', readOnly: true }, madeAt: set },
    };
    const store = new MemoryStore();
    const document = { openapi, paths: things, components: { schemas: { Thing } } };
    responderOf(document, { store }).respond(mockRequest('POST', '/things', { body: '{}' }));
    expect(store.list()).toEqual([{ id: 1, madeAt: expect.any(String) as string }]);
  });

  it('is not asked of who creates', () => {
    const { send } = users({ openapi });
    expect(
      send('POST', '/users', { name: 'Ann', owner: { name: 'Bo', password: 'p' } }),
    ).toMatchObject({ status: 201, body: { id: 1, name: 'Ann' } });
  });

  it.each(['PUT', 'PATCH'])('is as it was after %s', (method) => {
    const { send, store, stored } = users({ openapi });
    const lines = [
      { no: '1', what: 'x' },
      { no: '2', what: 'y' },
    ];
    const notes = { first: owner };
    store.add({ id: 5, name: 'Ann', madeAt: 'once', stamp: 's', owner, lines, notes });
    const change = {
      ...sent,
      owner: { name: 'Cy', since: 'now', password: 'q' },
      // The first one is gone, a new one is there.
      lines: [
        { no: '2', what: 'z' },
        { no: '9', what: 'w' },
      ],
      notes: { first: { ...owner, since: 'now' }, other: owner },
    };
    expect(send(method, '/users/5', change).status).toBe(200);
    expect(stored()).toEqual([
      {
        id: 5,
        name: 'Ann',
        madeAt: 'once',
        pin: '1',
        stamp: 's',
        token: 't',
        owner: { name: 'Cy', since: 'then', password: 'q' },
        lines: [{ no: '2', what: 'z' }, { what: 'w' }],
        notes: { first: owner, other: { name: 'Bo', since: 'Gentle Market', password: 'p' } },
        kind: { key: 'k' },
      },
    ]);
  });

  it('keeps its place in a list whose items are sent without', () => {
    const { send, store, stored } = users({ openapi });
    store.add({ id: 5, name: 'Ann', lines: [{ no: '1', what: 'x' }] });
    send('PATCH', '/users/5', { lines: [{ what: 'z' }, { what: 'w' }] });
    expect(stored()).toMatchObject([{ lines: [{ no: '1', what: 'z' }, { what: 'w' }] }]);
  });
});

describe.each(['3.1.0', '3.0.3'])('what is writeOnly, in a document of version %s', (openapi) => {
  const shown = {
    id: 5,
    name: 'Ann',
    madeAt: 'once',
    stamp: 's',
    owner: { name: 'Bo', since: 'then' },
    lines: [{ no: '1', what: 'x' }],
    notes: { first: { name: 'Bo', since: 'then' } },
    kind: { seen: 'yes' },
  };

  it('is in no answer, at any depth', () => {
    const { send, store } = users({ openapi });
    store.add({ ...sent, id: 5, madeAt: 'once', stamp: 's' });
    expect(send('GET', '/users/5').body).toEqual(shown);
    expect(send('GET', '/users').body).toEqual([shown]);
    expect(send('PUT', '/users/5', { ...sent }).body).toEqual(shown);
    expect(send('PATCH', '/users/5', { token: 'u' }).body).toEqual(shown);
    const created = send('POST', '/users', sent).body;
    expect(JSON.stringify(created)).not.toMatch(/pin|token|password|code|key/);
  });

  it('is in no example or sample either', () => {
    const schema = { type: 'object', properties: { owner: ref('Owner') } };
    const value = { owner };
    const shownPaths = {
      '/a': { get: { responses: { 200: jsonResponse(schema, { one: { value } }) } } },
      '/b': { get: { responses: { 200: jsonResponse(schema) } } },
    };
    const root = { openapi, paths: shownPaths, components: { schemas } };
    const responder = responderOf(root);
    const get = (path: string): unknown =>
      JSON.parse(String(responder.respond(mockRequest('GET', path)).body));
    expect(get('/a')).toEqual({ owner: { name: 'Bo', since: 'then' } });
    expect(get('/b')).toEqual({ owner: { name: 'Omar Okafor', since: 'Quiet Bicycle' } });
  });
});

it('is hidden from an answer whose own schema does not name it', () => {
  const input = {
    type: 'object',
    properties: { name: text, login: { type: 'object', properties: { word: secret } } },
  };
  const requestBody = { content: { 'application/json': { schema: input } } };
  const told = {
    type: 'object',
    properties: { id: { type: 'integer' }, name: text, login: { type: 'object' } },
  };
  const responses = { 200: jsonResponse(told) };
  const responder = responderOf({ paths: { '/a': { post: { requestBody, responses } } } });
  const body = '{"name":"x","login":{"word":"w","hint":"h"}}';
  const response = responder.respond(mockRequest('POST', '/a', { body }));
  expect(JSON.parse(String(response.body))).toMatchObject({ name: 'x', login: { hint: 'h' } });
  expect(response.body).not.toContain('word');
});

it('leaves a value alone where the schema that names it first marks nothing', () => {
  const input = { type: 'object', properties: { token: secret, state: text } };
  const requestBody = { content: { 'application/json': { schema: input } } };
  const told = { type: 'object', properties: { token: text, state: set } };
  const responses = { 200: jsonResponse(told) };
  const responder = responderOf({ paths: { '/a': { post: { requestBody, responses } } } });
  const response = responder.respond(
    mockRequest('POST', '/a', { body: '{"token":"t","state":"s"}' }),
  );
  expect(JSON.parse(String(response.body))).toEqual({ token: 't', state: 's' });
});

it('may be set by who seeds, who says what the server has', () => {
  const { store, send } = users();
  const document = documentFromValue({ openapi: '3.1.0', paths, components: { schemas } });
  const seeded = { id: 9, name: 'Ann', madeAt: 'once', owner };
  new Collection({ document, store, path: '/users' }).seed([seeded, { name: 'Bo' }]);
  const shown = { id: 9, name: 'Ann', madeAt: 'once', owner: { name: 'Bo', since: 'then' } };
  expect(send('GET', '/users/9').body).toMatchObject(shown);
  expect(store.list()).toEqual([seeded, { id: 1, name: 'Bo' }]);
});

it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'stores a property that every object has, too: %s',
  (name) => {
    const requestBody = { content: { 'application/json': { schema: { type: 'object' } } } };
    const shown = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
    const create = { requestBody, responses: { 201: jsonResponse(shown) } };
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
    const read = { parameters, get: { responses: { 200: jsonResponse(shown) } } };
    const store = new MemoryStore();
    const paths = { '/boxes': { post: create }, '/boxes/{id}': read };
    responderOf({ paths }, { store }).respond(
      mockRequest('POST', '/boxes', { body: `{"label":"x","${name}":1}` }),
    );
    const members = Object.entries(store.list()[0] ?? {});
    expect(members).toContainEqual([name, 1]);
  },
);

describe.each<[where: string, around: (inside: JsonValue) => JsonObject, key: string]>([
  ['itself', (inside) => inside as JsonObject, ''],
  ['an envelope', (inside) => ({ order: inside }), 'order'],
])('what only answers have, in %s', (_, around, key) => {
  const order: JsonObject = { type: 'object', properties: { what: text } };
  const enveloped = (schema: JsonObject): JsonObject =>
    key === '' ? schema : { type: 'object', required: [key], properties: around(schema) };
  const requestBody = { content: { 'application/json': { schema: enveloped(order) } } };
  const told = jsonResponse(enveloped(ref('Order')));
  const paths = {
    '/orders': { post: { requestBody, responses: { 201: told } } },
    '/orders/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: told } },
      put: { requestBody, responses: { 200: told } },
    },
  };
  const whole = { id: { type: 'integer' }, what: text, state: { enum: ['new', 'paid'] } };
  const orders = { Order: { type: 'object', required: Object.keys(whole), properties: whole } };

  /** What is stored, before the request and after it. */
  function stored(method: string, path: string, sent: JsonObject, before: JsonObject[] = []) {
    const store = new MemoryStore();
    for (const resource of before) store.add(resource);
    const responder = responderOf({ paths, components: { schemas: orders } }, { store });
    const body = JSON.stringify(around(sent));
    const { body: answer } = responder.respond(mockRequest(method, path, { body }));
    return { answer: JSON.parse(String(answer)) as JsonObject, after: store.list() };
  }

  it('is not taken from who creates; what no schema names is', () => {
    const sent = { what: 'tea', state: 'paid', gift: true };
    const { answer, after } = stored('POST', '/orders', sent);
    expect(answer).toMatchObject(around({ id: 1, what: 'tea', state: 'new' }));
    expect(after).toMatchObject([{ what: 'tea', state: 'new', gift: true }]);
  });

  it('is as it was where the rest is replaced', () => {
    const before = { id: 1, what: 'tea', state: 'paid' };
    const { after } = stored('PUT', '/orders/1', { what: 'milk', state: 'new' }, [before]);
    expect(after).toEqual([{ id: 1, what: 'milk', state: 'paid' }]);
  });
});

it('keeps what is sent beside each other where answers have it: in the attributes of a resource in `data`', () => {
  const parts = (properties: JsonObject): JsonObject => {
    return { type: 'array', items: { type: 'object', properties: { what: text, ...properties } } };
  };
  const fields = { title: text, note: text, parts: parts({}) };
  const told = {
    type: 'object',
    properties: {
      data: {
        type: 'object',
        required: ['id', 'attributes'],
        properties: {
          id: { type: 'integer' },
          attributes: {
            type: 'object',
            properties: { ...fields, parts: parts({ name: set }), madeAt: text },
          },
        },
      },
    },
  };
  const requestBody = {
    content: { 'application/json': { schema: { type: 'object', properties: fields } } },
  };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
  const responder = responderOf({
    paths: {
      '/posts': { post: { requestBody, responses: { 201: jsonResponse(told) } } },
      '/posts/{id}': {
        parameters,
        get: { responses: { 200: jsonResponse(told) } },
        patch: { requestBody, responses: { 200: jsonResponse(told) } },
        put: { requestBody, responses: { 200: jsonResponse(told) } },
      },
    },
  });
  const send = (method: string, path: string, body?: JsonObject): JsonObject => {
    const parts = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = responder.respond(mockRequest(method, path, parts));
    return JSON.parse(String(response.body)) as JsonObject;
  };
  send('POST', '/posts', { title: 'A', note: 'b' });
  expect(send('GET', '/posts/1')).toEqual({
    data: { id: 1, attributes: { title: 'A', note: 'b' } },
  });
  send('PATCH', '/posts/1', { note: 'c' });
  expect(send('GET', '/posts/1')).toEqual({
    data: { id: 1, attributes: { title: 'A', note: 'c' } },
  });
  send('PUT', '/posts/1', { title: 'B' });
  expect(send('GET', '/posts/1')).toEqual({ data: { id: 1, attributes: { title: 'B' } } });
  // What only the server sets is not taken within a field, either.
  send('POST', '/posts', { parts: [{ name: 'mine', what: 'c' }] });
  const second = JSON.stringify(send('GET', '/posts/2'));
  expect(second).toContain('"what":"c"');
  expect(second).not.toContain('mine');
});
