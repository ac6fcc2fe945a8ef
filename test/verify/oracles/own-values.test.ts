/** What a server sets by itself is no matter of what changes and replaces. */
import { expect, it } from 'vitest';
import { type Change, runOnMock } from './support.ts';

const body = `content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } }`;
const DOCUMENT = `
openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /orders:
    post: { operationId: add, requestBody: { required: true, ${body} }, responses: { '201': { description: it, ${body} }, '400': { description: bad } } }
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: read, responses: { '200': { description: it, ${body} }, '404': { description: none } } }
    put: { operationId: replace, requestBody: { required: true, ${body} }, responses: { '200': { description: it, ${body} }, '400': { description: bad }, '404': { description: none } } }
    patch: { operationId: change, requestBody: { required: true, ${body} }, responses: { '200': { description: it, ${body} }, '400': { description: bad }, '404': { description: none } } }
components:
  schemas:
    Order:
      type: object
      required: [customer]
      properties:
        id: { type: string, readOnly: true }
        customer: { type: string, maxLength: 80 }
        note: { type: string, maxLength: 80 }
        total: { type: number, minimum: 0, maximum: 1000 }
        createdAt: { type: string, format: date-time }
`;

/** Sets what it tells of a new one by itself, and keeps that. */
const own: Change = async (request, next) => {
  const isWrite = ['POST', 'PUT', 'PATCH'].includes(request.method);
  const text = await request.clone().text();
  const sent: unknown = isWrite && text.startsWith('{') ? readOrNothing(text) : undefined;
  if (typeof sent !== 'object' || sent === null) return next(request);
  const set = { total: 7, createdAt: '2026-01-01T00:00:00Z' };
  const { method, url, headers } = request;
  const whole = JSON.stringify({ ...sent, ...(method === 'PATCH' ? {} : set) });
  const changed = JSON.stringify({ ...sent, total: undefined, createdAt: undefined });
  return next(new Request(url, { method, headers, body: method === 'PATCH' ? changed : whole }));
};

function readOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

it('is told once, as what it is', async () => {
  const { findings } = await runOnMock(DOCUMENT, own, {
    only: ['oracle/changes', 'boundary/', 'random/'],
  });
  const told = findings.filter(({ severity }) => severity !== 'note');
  const messages = told.map(({ severity, message }) => `${severity}: ${message}`);
  expect([...new Set(messages)].filter((message) => !message.includes('whatever is sent'))).toEqual(
    [],
  );
});
