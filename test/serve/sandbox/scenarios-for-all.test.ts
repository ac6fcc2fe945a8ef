/** Scenarios that every document has. */
import { expect, it } from 'vitest';
import { createMock } from '../../../src/index.ts';
import { documentFrom } from '../../../src/model/inspect-document.ts';

const json = { 'application/json': { schema: { type: 'object', properties: { a: {} } } } };
const document = documentFrom({
  openapi: '3.1.0',
  info: { title: 't', version: '1' },
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  security: [{ token: [] }],
  paths: {
    '/things': {
      get: { responses: { 200: { description: 'x', content: json } } },
      post: {
        requestBody: { content: json },
        responses: { 201: { description: 'x', content: json }, 400: { description: 'x' } },
      },
    },
  },
});

it('are slow, flaky, an outage, and strict about credentials', async () => {
  const mock = createMock({ document });
  const ask = async (method = 'GET', authorization = 'Bearer t'): Promise<number> => {
    const headers = { authorization, 'content-type': 'application/json' };
    const sent = method === 'POST' ? { method, body: '{}' } : {};
    const request = new Request('http://mock.example/things', { headers, ...sent });
    return (await mock.fetch(request)).status;
  };
  mock.scenario('flaky');
  expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 503]);
  mock.scenario('outage');
  expect([await ask(), await ask(), await ask()]).toEqual([500, 0, 200]);
  mock.scenario('slow');
  expect(mock.latency).toBe(500);
  mock.scenario(null);
  expect(await ask('POST', 'Basic eA==')).toBe(400);
  mock.scenario('strict-auth');
  for (const method of ['GET', 'POST']) expect(await ask(method, 'Basic eA==')).toBe(401);
  expect(await ask('POST')).toBe(201);
});
