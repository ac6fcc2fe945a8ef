import { expect, it } from 'vitest';
import { createResponder } from '../../src/mock/responder.ts';
import { referrersOf } from '../../src/mock/referrers.ts';
import { MemoryStore } from '../../src/mock/resource-store.ts';
import { documentFromValue } from '../../src/openapi/document.ts';
import type { JsonObject, JsonValue } from '../../src/openapi/json/json-value.ts';
import { jsonResponse, mockRequest } from './fixtures.ts';

const text = { type: 'string' };
const rack = { type: 'object', required: ['id'], properties: { id: text, name: text } };
const book = {
  type: 'object',
  required: ['id', 'rack_id'],
  properties: { id: text, title: text, rack_id: text },
};

/** Statuses of requests to a mock of books on racks, whose deletion is described so. */
function library(description: string): (method: string, path: string, value?: JsonValue) => string {
  const item = { name: 'id', in: 'path', required: true, schema: text };
  const missing = { description: 'Nothing is there' };
  const taken = (properties: JsonObject): JsonObject => ({
    content: { 'application/json': { schema: { type: 'object', properties } } },
  });
  const removed = { 204: { description: 'Gone' }, 404: missing, 409: { description: 'No' } };
  const document = documentFromValue({
    openapi: '3.1.0',
    info: { title: 'Library', version: '1' },
    paths: {
      '/racks': {
        post: { requestBody: taken({ name: text }), responses: { 201: jsonResponse(rack) } },
      },
      '/racks/{id}': { parameters: [item], delete: { description, responses: removed } },
      '/books': {
        post: {
          requestBody: taken({ title: text, rack_id: text }),
          responses: { 201: jsonResponse(book) },
        },
      },
      '/books/{id}': {
        parameters: [item],
        get: { responses: { 200: jsonResponse(rack), 404: missing } },
      },
    },
  });
  const responder = createResponder({ document, store: new MemoryStore(), referrersOf });
  return (method, path, value) => {
    const body = value === undefined ? '' : JSON.stringify(value);
    return String(responder.respond(mockRequest(method, path, { body })).status);
  };
}

it.each([
  [
    'are deleted with it where the document says so',
    'All its books are deleted with it.',
    '204',
    '404',
  ],
  ['keep it where the document says so', 'A rack that has books can’t be deleted.', '409', '200'],
  ['stay where it says nothing of them', 'It is gone then.', '204', '200'],
])('resources that refer to what is deleted %s', (_, description, removal, left) => {
  const ask = library(description);
  for (const name of ['a', 'b']) ask('POST', '/racks', { name });
  ask('POST', '/books', { title: 'of the first', rack_id: '1' });
  ask('POST', '/books', { title: 'of the second', rack_id: '2' });
  expect(ask('DELETE', '/racks/1')).toBe(removal);
  expect(ask('GET', '/books/1')).toBe(left);
  expect(ask('GET', '/books/2')).toBe('200');
});
