import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/openapi/json/json-value.ts';
import { MemoryStore } from '../../src/mock/resource-store.ts';
import { jsonResponse, mockRequest, responderOf } from './fixtures.ts';

const thing: JsonObject = {
  type: 'object',
  required: ['name'],
  properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
};

function shop(): { store: MemoryStore; post: (key: string | undefined, name: string) => unknown } {
  const store = new MemoryStore();
  const key: JsonObject = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } };
  const requestBody = { required: true, content: { 'application/json': { schema: thing } } };
  const responses = { 201: jsonResponse(thing) };
  const responder = responderOf(
    {
      paths: {
        '/things': { post: { parameters: [key], requestBody, responses } },
        '/things/{id}': {
          get: {
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
            responses: { 200: jsonResponse(thing) },
          },
        },
      },
    },
    { store },
  );
  const post = (given: string | undefined, name: string): unknown => {
    const headers = given === undefined ? {} : { 'idempotency-key': given };
    const body = JSON.stringify({ name });
    const answer = responder.respond(mockRequest('POST', '/things', { headers, body }));
    return JSON.parse(String(answer.body));
  };
  return { store, post };
}

it('answers the same request with the same idempotency key again, and creates nothing', () => {
  const { store, post } = shop();
  expect(post('k', 'ivy')).toEqual(post('k', 'ivy'));
  expect(store.total).toBe(1);
});

it('creates another resource with another key, another body, or no key', () => {
  const { store, post } = shop();
  for (const key of ['k', 'l', undefined, undefined]) post(key, 'ivy');
  post('k', 'oak');
  expect(store.total).toBe(5);
});

it('knows nothing of what was there before the store was emptied', () => {
  const { store, post } = shop();
  post('k', 'ivy');
  store.reset();
  post('k', 'ivy');
  expect(store.total).toBe(1);
});
