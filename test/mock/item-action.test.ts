import { beforeEach, expect, it } from 'vitest';
import type { MockResponse } from '../../src/http/message.ts';
import { MemoryStore } from '../../src/mock/resource-store.ts';
import { createResponder } from '../../src/mock/responder.ts';
import { documentFromValue } from '../../src/openapi/document.ts';
import { textOf } from '../../src/openapi/json/stringify-json.ts';
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
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
const body = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });

let store: MemoryStore;

beforeEach(() => {
  store = new MemoryStore();
});

it.each<[string, JsonObject, target: string, sent: JsonObject]>([
  [
    'in its query',
    { parameters: [{ name: 'name', in: 'query', schema: { type: 'string' } }] },
    '?name=two',
    {},
  ],
  ['though nothing is answered', { requestBody: body(naming) }, '', { name: 'two', reason: 'x' }],
])('changes the resource by what a POST at its path says %s', (_, said, target, sent) => {
  const answers = said['requestBody'] === undefined ? { 200: jsonResponse(thing) } : {};
  const responder = createResponder({
    document: documentFromValue({
      paths: {
        '/things': { post: { requestBody: body(thing), responses: { 201: jsonResponse(thing) } } },
        '/things/{id}': {
          parameters,
          get: { responses: { 200: jsonResponse(thing) } },
          post: { ...said, responses: { ...answers, 405: { description: 'no input' } } },
        },
      },
    }),
    store,
  });
  const send = (path: string, value: JsonObject): MockResponse =>
    responder.respond(mockRequest('POST', path, { body: JSON.stringify(value) }));
  send('/things', { name: 'one', state: 'new' });
  expect(send(`/things/1${target}`, sent).status).toBe(200);
  expect(store.list()).toEqual([{ id: 1, name: 'two', state: 'new' }]);
});

it('undoes what was done to a resource, where the answer is the resource', () => {
  const star: JsonObject = {
    type: 'object',
    properties: { id: { type: 'integer' }, starred: { type: 'boolean', readOnly: true } },
  };
  const responses = { 200: jsonResponse(star) };
  const responder = createResponder({
    document: documentFromValue({
      paths: {
        '/trips': { post: { requestBody: body(star), responses: { 201: jsonResponse(star) } } },
        '/trips/{id}': { parameters, get: { responses } },
        '/trips/{id}/star': { parameters, post: { responses }, delete: { responses } },
      },
    }),
    store,
  });
  const told = (method: string, path: string): unknown =>
    JSON.parse(String(responder.respond(mockRequest(method, path, { body: '{}' })).body));
  told('POST', '/trips');
  for (const [method, starred] of [
    ['POST', true],
    ['DELETE', false],
  ] as const) {
    expect(told(method, '/trips/1/star')).toEqual({ id: 1, starred });
    expect(told('GET', '/trips/1')).toEqual({ id: 1, starred });
  }
});

it('replaces what is put to a collection with the identity of one, and its answer is that one', () => {
  const responder = createResponder({
    document: documentFromValue({
      paths: {
        '/things': {
          post: { requestBody: body(thing), responses: { 201: jsonResponse(thing) } },
          put: { requestBody: body(thing), responses: { 200: jsonResponse(thing) } },
        },
        '/things/{id}': { parameters, get: { responses: { 200: jsonResponse(thing) } } },
      },
    }),
    store,
  });
  const send = (method: string, value: JsonObject): MockResponse =>
    responder.respond(mockRequest(method, '/things', { body: JSON.stringify(value) }));
  send('POST', { name: 'one', state: 'new' });
  expect(send('PUT', { id: 1, name: 'two' }).status).toBe(200);
  expect(store.list()).toEqual([{ id: 1, name: 'two' }]);
});

it('leaves the resource as it is where an action tells of what it has begun, by an identity of its own', () => {
  const told = (prefix: string): JsonObject => {
    const id = { type: 'string', pattern: `^${prefix}_[a-z]{4}$`, readOnly: true };
    return { type: 'object', required: ['id'], properties: { id, name: { type: 'string' } } };
  };
  const [app, task] = [told('app'), told('task')];
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const responder = createResponder({
    document: documentFromValue({
      paths: {
        '/apps': { post: { requestBody: body(app), responses: { 201: jsonResponse(app) } } },
        '/apps/{id}': { parameters: [id], get: { responses: { 200: jsonResponse(app) } } },
        '/apps/{id}/expire': {
          parameters: [id],
          post: { responses: { 202: jsonResponse(task) } },
        },
      },
    }),
    store,
  });
  const send = (method: string, path: string): JsonObject =>
    JSON.parse(String(responder.respond(mockRequest(method, path, { body: '{}' })).body));
  const created = send('POST', '/apps');
  const path = `/apps/${textOf(created['id'] ?? null)}`;
  expect(send('POST', `${path}/expire`)['id']).toMatch(/^task_/);
  expect(send('GET', path)).toEqual(created);
});
