import { beforeEach, expect, it } from 'vitest';
import { MemoryStore } from '../../src/mock/resource-store.ts';
import { createResponder } from '../../src/mock/responder.ts';
import { collectionPaths } from '../../src/model/resources/collections.ts';
import { documentFromValue } from '../../src/openapi/document.ts';
import type { JsonObject, JsonValue } from '../../src/openapi/json/json-value.ts';
import { jsonResponse, mockRequest } from './fixtures.ts';

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const body = (schema: JsonObject): JsonObject => ({
  required: true,
  content: { 'application/json': { schema } },
});
const listed = (name: string, items: JsonObject): JsonObject => ({
  type: 'object',
  required: [name],
  properties: { [name]: { type: 'array', items } },
});

const document = documentFromValue({
  openapi: '3.1.0',
  info: { title: 'Labels', version: '1' },
  paths: {
    '/labels': {
      get: { responses: { 200: jsonResponse(listed('data', ref('Label'))) } },
      post: {
        requestBody: body(ref('NewLabel')),
        responses: { 201: jsonResponse(ref('Label')), 409: { description: 'used' } },
      },
    },
    '/labels/{code}': {
      parameters: [{ name: 'code', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: jsonResponse(ref('Label')) } },
    },
    '/labels/bulk': {
      post: {
        requestBody: body(listed('labels', ref('NewLabel'))),
        responses: {
          201: jsonResponse(listed('data', ref('Label'))),
          409: { description: 'used' },
        },
      },
    },
    '/labels/batch': {
      post: {
        requestBody: body({ type: 'array', items: ref('NewLabel') }),
        responses: { 202: { description: 'Taken' } },
      },
    },
    '/labels/bulk-delete': {
      post: {
        requestBody: body({
          type: 'object',
          required: ['ids'],
          properties: { ids: { type: 'array', items: { type: 'string' } } },
        }),
        responses: { 204: { description: 'Gone' } },
      },
    },
    '/labels/createWithList': {
      post: {
        requestBody: body({ type: 'array', items: ref('NewLabel') }),
        responses: { 200: jsonResponse(ref('Label')) },
      },
    },
  },
  components: {
    schemas: {
      NewLabel: {
        type: 'object',
        required: ['name'],
        properties: { code: { type: 'string' }, name: { type: 'string' } },
      },
      Label: {
        type: 'object',
        required: ['code', 'name', 'color'],
        properties: {
          code: { type: 'string' },
          name: { type: 'string' },
          color: { type: 'string', readOnly: true, default: 'red' },
        },
      },
    },
  },
});

let ask: (method: string, path: string, value?: JsonValue) => { status: number; told: JsonValue };

beforeEach(() => {
  const responder = createResponder({ document, store: new MemoryStore() });
  ask = (method, path, value) => {
    const body = value === undefined ? '' : JSON.stringify(value);
    const { status, body: text } = responder.respond(mockRequest(method, path, { body }));
    return { status, told: text === '' ? null : (JSON.parse(String(text)) as JsonValue) };
  };
});

it('creates each of several, tells of all, and finds them again', () => {
  const labels = [
    { code: 'a', name: 'A', color: 'blue' },
    { code: 'b', name: 'B' },
  ];
  const told = labels.map(({ code, name }) => ({ code, name, color: 'red' }));
  expect(ask('POST', '/labels/bulk', { labels })).toEqual({ status: 201, told: { data: told } });
  expect(ask('GET', '/labels').told).toEqual({ data: told });
  expect(ask('GET', '/labels/b').told).toEqual(told[1]);
});

it('gives each an identity of its own that comes without', () => {
  const { told } = ask('POST', '/labels/bulk', { labels: [{ name: 'A' }, { name: 'B' }] });
  const { data } = told as { data: { code: string }[] };
  expect(new Set(data.map(({ code }) => code)).size).toBe(2);
  for (const { code } of data) expect(ask('GET', `/labels/${code}`).status).toBe(200);
});

it('creates none where the identity of one is used', () => {
  ask('POST', '/labels', { code: 'a', name: 'A' });
  const labels = [
    { code: 'b', name: 'B' },
    { code: 'a', name: 'A' },
  ];
  expect(ask('POST', '/labels/bulk', { labels }).status).toBe(409);
  expect(ask('GET', '/labels/b').status).toBe(404);
});

it('creates what a list without anything around it has', () => {
  expect(ask('POST', '/labels/batch', [{ code: 'x', name: 'X' }]).status).toBe(202);
  expect(ask('GET', '/labels/x').status).toBe(200);
});

it('is called by whatever says that there are several', () => {
  const label = { code: 'y', name: 'Y' };
  const { status, told } = ask('POST', '/labels/createWithList', [label]);
  expect([status, told]).toEqual([200, ask('GET', '/labels/y').told]);
  expect(told).toMatchObject(label);
});

it('deletes those that a list names', () => {
  for (const code of ['a', 'b', 'c']) ask('POST', '/labels', { code, name: code });
  expect(ask('POST', '/labels/bulk-delete', { ids: ['a', 'c', 'unknown'] }).status).toBe(204);
  expect(ask('GET', '/labels').told).toMatchObject({ data: [{ code: 'b' }] });
});

it('is no collection of its own', () => {
  expect(collectionPaths(document)).toEqual(['/labels']);
});
