import { beforeEach, expect, it } from 'vitest';
import type { MockResponse } from '../../src/http/message.ts';
import { Collection } from '../../src/mock/collection.ts';
import { filled } from '../../src/mock/fill.ts';
import type { StoredState } from '../../src/mock/store-content.ts';
import { MemoryStore } from '../../src/mock/resource-store.ts';
import { createResponder } from '../../src/mock/responder.ts';
import { documentFromValue } from '../../src/openapi/document.ts';
import type { JsonObject } from '../../src/openapi/json/json-value.ts';
import { jsonResponse, mockRequest } from './fixtures.ts';

const answer = (name: string): JsonObject => jsonResponse({ $ref: `#/components/schemas/${name}` });
const body = (name: string): JsonObject => ({
  required: true,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
const gone = { 204: { description: 'gone' }, 404: { description: 'none' } };
const named = (id: string): JsonObject => ({
  parameters: [{ name: id, in: 'path', required: true, schema: { type: 'integer' } }],
});
const schema = (...names: string[]): JsonObject => ({
  type: 'object',
  properties: {
    id: { type: 'integer', readOnly: true },
    ...Object.fromEntries(
      names.map((name) => [name, { type: name === 'title' ? 'string' : 'integer' }]),
    ),
  },
});

const document = documentFromValue({
  openapi: '3.1.0',
  info: { title: 'Work', version: '1.0.0' },
  paths: {
    '/projects': { post: { requestBody: body('Project'), responses: { 201: answer('Project') } } },
    '/projects/{project_id}': { ...named('project_id'), delete: { responses: gone } },
    '/projects/{project_id}/tasks': {
      ...named('project_id'),
      get: {
        responses: {
          200: jsonResponse({ type: 'array', items: { $ref: '#/components/schemas/Task' } }),
        },
      },
      post: {
        requestBody: body('Task'),
        responses: {
          201: { ...answer('Task'), headers: { Location: { schema: { type: 'string' } } } },
          404: { description: 'none' },
        },
      },
    },
    '/tasks/{task_id}': {
      ...named('task_id'),
      get: { responses: { 200: answer('Task'), 404: { description: 'none' } } },
      patch: { requestBody: body('Task'), responses: { 200: answer('Task') } },
      delete: { responses: gone },
    },
    '/tasks/{task_id}/notes': {
      ...named('task_id'),
      post: { requestBody: body('Note'), responses: { 201: answer('Note') } },
    },
    '/notes/{note_id}': {
      ...named('note_id'),
      get: { responses: { 200: answer('Note'), 404: { description: 'none' } } },
    },
  },
  components: {
    schemas: { Project: schema('title'), Task: schema('title'), Note: schema('title') },
  },
});

let store: MemoryStore;
let send: (method: string, path: string, value?: JsonObject) => MockResponse;

beforeEach(() => {
  store = new MemoryStore();
  const responder = createResponder({ document, store });
  send = (method, path, value) => {
    const sent = value && { body: JSON.stringify(value) };
    return responder.respond(mockRequest(method, path, sent));
  };
  for (const title of ['one', 'two']) send('POST', '/projects', { title });
});

function told(method: string, path: string, value?: JsonObject): unknown {
  const { status, body: text } = send(method, path, value);
  return status < 300 && text !== '' ? JSON.parse(String(text)) : status;
}

it('finds what is created below a parent without it', () => {
  const { headers } = send('POST', '/projects/1/tasks', { title: 'a' });
  expect(headers['location']).toMatch(/\/tasks\/1$/);
  expect(told('POST', '/projects/2/tasks', { title: 'b' })).toEqual({ id: 2, title: 'b' });
  expect(told('GET', '/tasks/1')).toEqual({ id: 1, title: 'a' });
  expect(told('PATCH', '/tasks/2', { title: 'c' })).toEqual({ id: 2, title: 'c' });
  expect(told('GET', '/projects/2/tasks')).toEqual([{ id: 2, title: 'c' }]);
  expect(told('DELETE', '/tasks/2')).toBe(204);
  expect([told('GET', '/tasks/2'), told('GET', '/projects/2/tasks')]).toEqual([404, []]);
  expect(told('POST', '/projects/1/tasks', { title: 'd' })).toEqual({ id: 3, title: 'd' });
});

it('has nothing of a parent that is deleted, nor anything below one that is not there', () => {
  send('POST', '/projects/1/tasks', { title: 'a' });
  expect(told('POST', '/projects/9/tasks', { title: 'b' })).toBe(404);
  expect(told('POST', '/tasks/1/notes', { title: 'n' })).toEqual({ id: 1, title: 'n' });
  expect(told('POST', '/tasks/9/notes', { title: 'n' })).toBe(404);
  expect(told('GET', '/notes/1')).toEqual({ id: 1, title: 'n' });
  send('DELETE', '/projects/1');
  expect(told('GET', '/tasks/1')).toBe(404);
});

it('gives no identity twice to what is seeded or made up', () => {
  new Collection({ document, store, path: '/projects/1/tasks' }).seed([{ title: 'a' }]);
  new Collection({ document, store, path: '/projects/2/tasks' }).seed([{ title: 'b' }]);
  expect([told('GET', '/tasks/1'), told('GET', '/tasks/2')]).toEqual([
    { id: 1, title: 'a' },
    { id: 2, title: 'b' },
  ]);
  const empty: StoredState = {};
  const { collections = {} } = filled(document, empty, { count: 8 });
  const ids = (kind: RegExp): unknown[] =>
    Object.entries(collections).flatMap(([path, list]) =>
      kind.test(path) ? list.map((resource) => resource['id']) : [],
    );
  for (const kind of [/^\/projects\/\d+\/tasks$/, /^\/tasks\/\d+\/notes$/]) {
    expect(ids(kind).length).toBeGreaterThan(1);
    expect(new Set(ids(kind)).size).toBe(ids(kind).length);
  }
});
