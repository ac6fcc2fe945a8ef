import { beforeEach, expect, it } from 'vitest';
import { filled } from '../../src/mock/fill.ts';
import { MemoryStore } from '../../src/mock/resource-store.ts';
import type { StoredState } from '../../src/mock/store-content.ts';
import { createResponder } from '../../src/mock/responder.ts';
import { documentFromValue } from '../../src/openapi/document.ts';
import type { JsonObject, JsonValue } from '../../src/openapi/json/json-value.ts';
import { jsonResponse, mockRequest } from './fixtures.ts';

const at = (name: string, schema: JsonObject): JsonObject => {
  return { name, in: 'path', required: true, schema };
};
const string = { type: 'string' };
const teamSchema = { type: 'object', properties: { slug: string, title: string } };
const member = { $ref: '#/components/schemas/Member' };
const missing = { description: 'Nothing is there' };
const body = { content: { 'application/json': { schema: teamSchema } } };
const slug = at('slug', string);
const number = at('number', { type: 'integer', minimum: 1 });

const document = documentFromValue({
  openapi: '3.1.0',
  info: { title: 'Teams', version: '1' },
  paths: {
    '/teams': {
      post: { requestBody: body, responses: { 201: jsonResponse(teamSchema) } },
    },
    '/teams/{slug}': {
      parameters: [slug],
      get: { responses: { 200: jsonResponse(teamSchema), 404: missing } },
      delete: { responses: { 204: { description: 'Gone' }, 404: missing } },
    },
    '/teams/{slug}/members': {
      parameters: [slug],
      get: { responses: { 200: jsonResponse({ type: 'array', items: member }), 404: missing } },
    },
    '/teams/{slug}/members/{number}': {
      parameters: [slug, number],
      get: { responses: { 200: jsonResponse(member), 404: missing } },
      put: {
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', required: ['role'], properties: { role: string } },
            },
          },
        },
        responses: {
          200: jsonResponse(member),
          201: {
            ...jsonResponse({ type: 'object', properties: { number: { type: 'integer' } } }),
            description: 'New',
          },
          404: missing,
        },
      },
      delete: { responses: { 204: { description: 'Gone' }, 404: missing } },
    },
  },
  components: {
    schemas: {
      Member: {
        type: 'object',
        required: ['number', 'role'],
        properties: { number: { type: 'integer' }, role: string },
      },
    },
  },
});

let ask: (method: string, path: string, value?: JsonValue) => readonly [number, JsonValue];

beforeEach(() => {
  const responder = createResponder({ document, store: new MemoryStore(), maxResources: 4 });
  ask = (method, path, value) => {
    const sent = value === undefined ? '' : JSON.stringify(value);
    const { status, body: text } = responder.respond(mockRequest(method, path, { body: sent }));
    return [status, text === '' ? null : (JSON.parse(String(text)) as JsonValue)];
  };
  ask('POST', '/teams', { slug: 'a', title: 'A' });
  ask('POST', '/teams', { slug: 'b', title: 'B' });
});

it('are made by the first PUT, with 201, and replaced by the next', () => {
  expect(ask('PUT', '/teams/a/members/7', { role: 'reader' })).toEqual([201, { number: 7 }]);
  const changed = { number: 7, role: 'owner' };
  expect(ask('PUT', '/teams/a/members/7', { role: 'owner' })).toEqual([200, changed]);
  expect(ask('GET', '/teams/a/members/7')).toEqual([200, changed]);
  expect(ask('GET', '/teams/a/members')).toEqual([200, [changed]]);
});

it('are of one parent, and go with it', () => {
  ask('PUT', '/teams/a/members/7', { role: 'reader' });
  expect(ask('GET', '/teams/b/members/7')[0]).toBe(404);
  expect(ask('GET', '/teams/b/members')).toEqual([200, []]);
  ask('DELETE', '/teams/a');
  expect(ask('GET', '/teams/a/members/7')[0]).toBe(404);
  ask('POST', '/teams', { slug: 'a', title: 'A' });
  expect(ask('GET', '/teams/a/members')).toEqual([200, []]);
});

it('are made below no parent that is not there', () => {
  expect(ask('PUT', '/teams/c/members/7', { role: 'reader' })[0]).toBe(404);
});

it('are made again after they were deleted', () => {
  ask('PUT', '/teams/a/members/7', { role: 'reader' });
  expect(ask('DELETE', '/teams/a/members/7')[0]).toBe(204);
  expect(ask('GET', '/teams/a/members/7')[0]).toBe(404);
  expect(ask('DELETE', '/teams/a/members/7')[0]).toBe(404);
  expect(ask('PUT', '/teams/a/members/7', { role: 'reader' })[0]).toBe(201);
});

it('are not made where the store is full, but changed', () => {
  ask('PUT', '/teams/a/members/1', { role: 'reader' });
  ask('PUT', '/teams/a/members/2', { role: 'reader' });
  expect(ask('PUT', '/teams/a/members/3', { role: 'reader' })[0]).toBe(400);
  expect(ask('PUT', '/teams/a/members/2', { role: 'owner' })[0]).toBe(200);
});

it('are there from the start where collections are filled, under names that their path takes', () => {
  const empty: StoredState = {};
  const { collections = {} } = filled(document, empty, { count: 8 });
  const members = Object.entries(collections).filter(([path]) => path.endsWith('/members'));
  expect(members.length).toBeGreaterThan(1);
  for (const [, [first]] of members) expect(first).toMatchObject({ number: expect.any(Number) });
});

it('has nothing below what was never put, whether a property names it or not', () => {
  const put = { requestBody: body, responses: { 201: jsonResponse(teamSchema) } };
  const read = { responses: { 200: jsonResponse(teamSchema), 404: missing } };
  const parameters = [at('instance_id', string)];
  const responder = createResponder({
    document: documentFromValue({
      openapi: '3.1.0',
      info: { title: 'Broker', version: '1' },
      paths: {
        '/instances/{instance_id}': {
          parameters,
          put,
          get: read,
          delete: { responses: { 200: jsonResponse({ type: 'object' }), 404: missing } },
        },
        '/instances/{instance_id}/state': { parameters, get: read },
      },
    }),
    store: new MemoryStore(),
  });
  const statusOf = (method: string, path: string): number =>
    responder.respond(mockRequest(method, path, { body: method === 'PUT' ? '{"title":"a"}' : '' }))
      .status;
  expect(statusOf('GET', '/instances/a/state')).toBe(404);
  expect(statusOf('PUT', '/instances/a')).toBe(201);
  expect(statusOf('GET', '/instances/a/state')).toBe(200);
  expect(statusOf('GET', '/instances/b/state')).toBe(404);
  expect(statusOf('DELETE', '/instances/a')).toBe(200);
  expect(statusOf('GET', '/instances/a/state')).toBe(404);
});

it('are listed, and found under a few fixed names, though no property names them', () => {
  const items = { type: 'array', items: teamSchema };
  const parameters = [slug, at('kind', { type: 'string', enum: ['daily', 'weekly'] })];
  const put = { requestBody: body, responses: { 201: jsonResponse(teamSchema), 404: missing } };
  const read = { responses: { 200: jsonResponse(teamSchema), 404: missing } };
  const responder = createResponder({
    document: documentFromValue({
      openapi: '3.1.0',
      info: { title: 'Limits', version: '1' },
      paths: {
        '/teams': { post: { requestBody: body, responses: { 201: jsonResponse(teamSchema) } } },
        '/teams/{slug}': { parameters: [slug], get: read },
        '/teams/{slug}/limits': {
          parameters: [slug],
          get: { responses: { 200: jsonResponse(items) } },
        },
        '/teams/{slug}/limits/{kind}': { parameters, put, get: read },
      },
    }),
    store: new MemoryStore(),
  });
  const told = (method: string, path: string, value?: JsonValue): string => {
    const sent = value === undefined ? '' : JSON.stringify(value);
    const { status, body: text } = responder.respond(mockRequest(method, path, { body: sent }));
    return status < 400 ? String(text) : String(status);
  };
  for (const name of ['a', 'b']) told('POST', '/teams', { slug: name, title: name });
  expect(told('GET', '/teams/a/limits/daily')).toBe('404');
  told('PUT', '/teams/a/limits/weekly', { title: 'seven' });
  told('PUT', '/teams/a/limits/daily', { title: 'one' });
  expect(told('GET', '/teams/a/limits/daily')).toContain('one');
  expect(told('GET', '/teams/a/limits')).toMatch(/^\[[^[]*seven.*one[^[]*\]$/);
  expect(told('GET', '/teams/b/limits')).toBe('[]');
});

it('keeps what is put under names where the document says in words that it is created so', () => {
  const named: JsonObject = {
    type: 'object',
    properties: { id: { type: 'object' }, name: string, owner: string },
  };
  const taken: JsonObject = { type: 'object', properties: { owner: string } };
  const requestBody: JsonObject = { content: { 'application/json': { schema: taken } } };
  const put = (summary: string): JsonObject => {
    return { summary, requestBody, responses: { 200: jsonResponse(named) } };
  };
  const list = { responses: { 200: jsonResponse({ type: 'array', items: named }) } };
  const read = { responses: { 200: jsonResponse(named), 404: missing } };
  const [space, job] = [at('space', string), at('job', string)];
  const words = documentFromValue({
    paths: {
      '/spaces/{space}/jobs/{job}': {
        parameters: [space, job],
        put: put('Creates or updates a job'),
        get: read,
      },
      '/spaces/{space}/jobs': { parameters: [space], get: list },
      '/spaces/{space}': { parameters: [space], put: put('Create a space'), get: read },
      '/spaces': { get: list },
    },
  });
  const responder = createResponder({ document: words, store: new MemoryStore() });
  const send = (method: string, path: string, value?: JsonObject): JsonValue => {
    const parts = value === undefined ? {} : { body: JSON.stringify(value) };
    return JSON.parse(String(responder.respond(mockRequest(method, path, parts)).body));
  };
  const daily = { name: 'daily', owner: 'ann' };
  expect(send('PUT', '/spaces/shop', { owner: 'bob' })).toEqual({ name: 'shop', owner: 'bob' });
  expect(send('PUT', '/spaces/shop/jobs/daily', { owner: 'ann' })).toEqual(daily);
  expect(send('GET', '/spaces/shop/jobs')).toEqual([daily]);
  expect(send('GET', '/spaces')).toEqual([{ name: 'shop', owner: 'bob' }]);
});
