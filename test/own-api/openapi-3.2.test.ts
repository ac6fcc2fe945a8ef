import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMock, loadDocument, verify } from '../../src/index.ts';

const text = `
openapi: 3.2.0
$self: https://example.com/api
info: { title: Readings, version: '1' }
tags: [{ name: all }, { name: some, parent: all, kind: nav }]
paths:
  /readings:
    query:
      operationId: search
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Reading' } } } }
      responses: { '200': { description: found, content: { application/json: { $ref: '#/components/mediaTypes/One' } } }, '400': { description: refused } }
    get:
      operationId: list
      parameters:
        - { name: filter, in: querystring, content: { application/json: { schema: { type: object, properties: { limit: { type: integer } } } } } }
        - { name: theme, in: cookie, style: cookie, schema: { enum: [dark, light] } }
      responses: { '200': { description: all, content: { application/jsonl: { itemSchema: { $ref: 'https://example.com/api#/components/schemas/Reading' } } } }, '400': { description: refused } }
    post:
      operationId: record
      requestBody: { required: true, content: { application/x-ndjson: { itemSchema: { $ref: '#/components/schemas/Reading' } } } }
      responses: { '204': { description: taken }, '400': { description: refused } }
    additionalOperations:
      COPY: { operationId: copy, responses: { '204': { description: copied } } }
components:
  mediaTypes: { One: { schema: { $ref: '#/components/schemas/Reading' } } }
  schemas: { Reading: { type: object, required: [value], properties: { value: { type: integer, format: int64 } } } }
`;
const document = await loadDocument({ text, file: 'readings.yaml' });
const mock = createMock({ document });
let server: Awaited<ReturnType<typeof mock.listen>>;

beforeAll(async () => {
  server = await mock.listen({ port: 0 });
});
afterAll(async () => {
  await server.close();
});

it('the mock takes methods of OpenAPI 3.2, whole queries and sequences', async () => {
  const ask = async (method: string, path: string, type?: string, body?: string) => {
    const headers = { cookie: 'theme=dark', ...(type ? { 'content-type': type } : {}) };
    const response = await fetch(`${server.url}${path}`, { method, headers, body: body ?? null });
    return [response.status, await response.text()];
  };
  expect(await ask('QUERY', '/readings', 'application/json', '{"value":1}')).toEqual([
    200,
    expect.stringContaining('"value"'),
  ]);
  expect(await ask('COPY', '/readings')).toEqual([204, '']);
  expect(await ask('GET', '/readings?%7B%22limit%22%3A1%7D')).toEqual([
    200,
    expect.stringMatching(/^\{"value":\d+\}\n$/),
  ]);
  expect(await ask('GET', '/readings?%7B%22limit%22%3A%22x%22%7D')).toEqual([
    400,
    expect.stringContaining('filter.limit'),
  ]);
  const type = 'application/x-ndjson';
  expect(await ask('POST', '/readings', type, '{"value":1}\n{"value":2}\n')).toEqual([204, '']);
  expect(await ask('POST', '/readings', type, '{"value":1}\n{"value":1.5}\n')).toEqual([
    400,
    expect.stringContaining('[1].value'),
  ]);
  expect(await ask('POST', '/readings', type, '{"value":')).toEqual([
    400,
    expect.stringContaining('of item 0'),
  ]);
});

it('verify sends them all, and the mock passes', async () => {
  const run = verify({ document, baseUrl: server.url });
  const sent = new Set<string>();
  for await (const event of run) {
    if (event.type === 'exchange') sent.add(event.exchange.request.method);
  }
  const { verdict, findings } = await run.result;
  expect(findings).toEqual([]);
  expect(verdict).toBe('pass');
  expect([...sent]).toEqual(expect.arrayContaining(['QUERY', 'GET', 'POST', 'COPY']));
});
