import { expect, it } from 'vitest';
import { createResponder } from '../../src/mock/responder.ts';
import { MemoryStore } from '../../src/mock/resource-store.ts';
import { documentFromValue } from '../../src/openapi/document.ts';
import { jsonResponse, mockRequest } from './fixtures.ts';

it('what an answer requires and does not describe is as it was sent', () => {
  const name = { type: 'string' };
  const requestBody = {
    content: { 'application/json': { schema: { type: 'object', properties: { name } } } },
  };
  const told = { type: 'object', required: ['id', 'name'], properties: { id: name } };
  const document = documentFromValue({
    openapi: '3.1.0',
    info: { title: 'Files', version: '1' },
    paths: { '/files': { post: { requestBody, responses: { 201: jsonResponse(told) } } } },
  });
  const responder = createResponder({ document, store: new MemoryStore() });
  const { body } = responder.respond(mockRequest('POST', '/files', { body: '{"name":"a.txt"}' }));
  expect(JSON.parse(String(body))).toMatchObject({ name: 'a.txt' });
});

it('what is not sent within an object is its default, as the request has it', () => {
  const text = { type: 'string' };
  const starred = { type: 'boolean', example: true };
  const settings = {
    type: 'object',
    properties: { name: text, starred: { ...starred, default: false } },
  };
  const told = {
    type: 'object',
    required: ['id', 'settings'],
    properties: {
      id: text,
      settings: { ...settings, required: ['name', 'starred'], properties: { name: text, starred } },
    },
  };
  const requestBody = {
    content: { 'application/json': { schema: { type: 'object', properties: { settings } } } },
  };
  const document = documentFromValue({
    openapi: '3.1.0',
    info: { title: 'Lists', version: '1' },
    paths: { '/lists': { post: { requestBody, responses: { 201: jsonResponse(told) } } } },
  });
  const responder = createResponder({ document, store: new MemoryStore() });
  const settingsOf = (sent: string): unknown => {
    const { body } = responder.respond(mockRequest('POST', '/lists', { body: sent }));
    return (JSON.parse(String(body)) as { readonly settings: unknown }).settings;
  };
  expect(settingsOf('{"settings":{"name":"a"}}')).toEqual({ name: 'a', starred: false });
  expect(settingsOf('{"settings":{"name":"a","starred":true}}')).toMatchObject({ starred: true });
});
