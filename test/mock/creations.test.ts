import { expect, it } from 'vitest';
import type { MockResponse } from '../../src/http/message.ts';
import { MemoryStore } from '../../src/mock/resource-store.ts';
import { createResponder } from '../../src/mock/responder.ts';
import { documentFromValue } from '../../src/openapi/document.ts';
import type { JsonObject } from '../../src/openapi/json/json-value.ts';
import { jsonResponse, mockRequest } from './fixtures.ts';

const body = (schema: JsonObject): JsonObject => {
  return { content: { 'application/json': { schema } } };
};

it('creates where a path leads to one of a kind, too, and others lie just below', () => {
  const sent: JsonObject = { type: 'object', properties: { text: { type: 'string' } } };
  const made: JsonObject = { type: 'object', properties: { id: { type: 'string' } } };
  const user = { name: 'user', in: 'path', required: true, schema: { type: 'string' } };
  const id = { ...user, name: 'id' };
  const create = { requestBody: body(sent), responses: { 201: jsonResponse(made) } };
  const messages = documentFromValue({
    paths: {
      '/messages': { post: create },
      '/messages/{user}': { parameters: [user], post: create },
      '/messages/{user}/{id}': {
        parameters: [user, id],
        get: { responses: { 200: jsonResponse(made) } },
      },
    },
  });
  const responder = createResponder({ document: messages, store: new MemoryStore() });
  const send = (method: string, path: string, value?: JsonObject): MockResponse => {
    const parts = value === undefined ? {} : { body: JSON.stringify(value) };
    return responder.respond(mockRequest(method, path, parts));
  };
  const path = `/messages/${JSON.parse(String(send('POST', '/messages', { text: 'a' }).body)).id}`;
  const below = ['b', 'c'].map((text) => JSON.parse(String(send('POST', path, { text }).body)).id);
  expect(new Set(below).size).toBe(2);
  expect(below.map((name) => send('GET', `${path}/${name}`).status)).toEqual([200, 200]);
});

it('refuses a text that the document says another one may not have, below a parent, too', () => {
  const properties = { name: { type: 'string' }, slug: { type: 'string', pattern: '^[a-z]+$' } };
  const made = { type: 'object', properties: { id: { type: 'integer' }, ...properties } };
  const inPath = (name: string): JsonObject => {
    return { name, in: 'path', required: true, schema: { type: 'string' } };
  };
  const used = { description: 'A project with this slug already exists.' };
  const projects = documentFromValue({
    paths: {
      '/teams/{team}/projects': {
        parameters: [inPath('team')],
        get: { responses: { 200: jsonResponse({ type: 'array', items: made }) } },
        post: {
          requestBody: body({ type: 'object', required: ['name'], properties }),
          responses: { 201: jsonResponse(made), 409: used },
        },
      },
      '/teams/{team}/projects/{id}': {
        parameters: ['team', 'id'].map(inPath),
        patch: {
          requestBody: body({ type: 'object', properties }),
          responses: { 200: jsonResponse(made), 409: { description: 'Used' } },
        },
      },
    },
  });
  const responder = createResponder({ document: projects, store: new MemoryStore() });
  const send = (value: JsonObject, method = 'POST', path = ''): number => {
    const parts = { body: JSON.stringify(value) };
    return responder.respond(mockRequest(method, `/teams/a/projects${path}`, parts)).status;
  };
  expect(send({ name: 'one', slug: 'one' })).toBe(201);
  expect(send({ name: 'two', slug: 'one' })).toBe(409);
  expect([
    send({ name: 'one', slug: 'two' }),
    send({ name: 'one' }),
    send({ name: 'one' }),
  ]).toEqual([201, 201, 201]);
  expect(send({ slug: 'one' }, 'PATCH', '/2')).toBe(409);
  expect(send({ slug: 'one', name: 'new' }, 'PATCH', '/1')).toBe(200);
  expect(send({ slug: 'three' }, 'PATCH', '/1')).toBe(200);
});

it('tells the identity in a list that calls it otherwise', () => {
  const name = { name: { type: 'string' } };
  const listed = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string' }, ...name },
  };
  const made = { type: 'object', properties: { device_id: { type: 'string' } } };
  const devices = documentFromValue({
    paths: {
      '/devices': {
        get: { responses: { 200: jsonResponse({ type: 'array', items: listed }) } },
        post: {
          requestBody: body({ type: 'object', properties: name }),
          responses: { 201: jsonResponse(made) },
        },
      },
      '/devices/{device_id}': {
        parameters: [{ name: 'device_id', in: 'path', required: true, schema: { type: 'string' } }],
        delete: { responses: { 204: { description: 'Gone' } } },
      },
    },
  });
  const responder = createResponder({ document: devices, store: new MemoryStore() });
  const send = (method: string, value?: JsonObject): { device_id: string }[] => {
    const parts = value === undefined ? {} : { body: JSON.stringify(value) };
    const { body: told } = responder.respond(mockRequest(method, '/devices', parts));
    return [JSON.parse(String(told))].flat();
  };
  const ids = ['a', 'b'].map((text) => send('POST', { name: text })[0]!.device_id);
  expect(send('GET')).toMatchObject(ids.map((id) => ({ id })));
});
