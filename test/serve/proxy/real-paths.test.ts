import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MockServer, createMock, loadDocument } from '../../../src/index.ts';
import { type TestServer, send, serve } from '../http-helpers.ts';

const DOCUMENT = `
openapi: 3.1.0
info: { title: Shop, version: '1' }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Error: { type: object, required: [error], properties: { error: { type: string } } }
security: [{ token: [] }]
paths:
  /carts:
    post:
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { 201: { description: '', content: { application/json: { schema: { type: object } } } } }
  /payments/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      responses:
        200: { description: '', content: { application/json: { schema: { type: object } } } }
        default: { description: '', content: { application/json: { schema: { $ref: '#/components/schemas/Error' } } } }
    post:
      responses: { 200: { description: '', content: { application/json: { schema: { type: object } } } } }
`;

let upstream: TestServer;
let server: MockServer;
let seen: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = [];

beforeAll(async () => {
  upstream = await serve((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    seen.push({ method, url, headers });
    outgoing.writeHead(200, {
      'content-type': 'application/json',
      'access-control-allow-origin': 'https://www.shop.example',
      'x-total': '7',
    });
    incoming.pipe(outgoing);
  });
  const document = await loadDocument({ text: DOCUMENT, file: 'shop.yaml' });
  const real = { url: `${upstream.url}/v2`, paths: ['/payments/*'] };
  server = await createMock({ document }).listen({ real });
});
afterAll(async () => {
  await server.close();
  await upstream[Symbol.asyncDispose]();
});
beforeEach(() => {
  seen = [];
  server.reset();
});

const headers = { authorization: 'Bearer s3cret-token', 'content-type': 'application/json' };

describe('paths of a real server', () => {
  it('are passed on with query, body and credential; all others stay of the mock', async () => {
    const body = '{"sum":9007199254740993}';
    const paid = await send(server.url, { path: '/payments/7?dry=1', headers, body });
    expect(paid.status).toBe(200);
    expect(paid.body.toString()).toBe(body);
    expect((await send(server.url, { path: '/carts', headers, body: '{}' })).status).toBe(201);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/v2/payments/7?dry=1' });
    expect(seen[0]?.headers).toMatchObject({
      host: new URL(upstream.url).host,
      authorization: 'Bearer s3cret-token',
    });
  });

  it('are seen in the requests of their sandbox, without secrets', async () => {
    await send(server.url, { path: '/@one/payments/8/refunds', headers, body: '{"a":1}' });
    expect(seen[0]?.url).toBe('/v2/payments/8/refunds');
    expect(server.requests()).toEqual([]);
    const [view] = server.sandbox('one').requests();
    expect(view).toMatchObject({
      method: 'POST',
      target: '/payments/8/refunds',
      status: 200,
      note: `from ${upstream.url}`,
      request: { body: '{"a":1}' },
      response: { body: '{"a":1}' },
    });
    expect(JSON.stringify(view)).not.toContain('s3cret');
  });

  it('can be asked, and read, by pages of this machine', async () => {
    const origin = 'http://localhost:5173';
    const asked = { origin, 'access-control-request-method': 'POST' };
    const preflight = await send(server.url, {
      method: 'OPTIONS',
      path: '/payments/7',
      headers: asked,
    });
    expect(preflight.headers['access-control-allow-origin']).toBe(origin);
    expect(seen).toEqual([]);
    const paid = await send(server.url, { path: '/payments/7', headers: { ...headers, origin } });
    expect(paid.headers['access-control-allow-origin']).toBe(origin);
    expect(paid.headers['access-control-expose-headers']).toContain('x-total');
  });

  it.each([
    ['a foreign page', { origin: 'https://evil.test' }, 'foreign-origin'],
    ['a name of someone else', { host: 'evil.test' }, 'foreign-host'],
  ])('are refused to %s', async (_, foreign, code) => {
    const refused = await send(server.url, {
      path: '/payments/7',
      headers: { ...headers, ...foreign },
    });
    expect(refused.status).toBe(403);
    expect(refused.body.toString()).toContain(code);
    expect(seen).toEqual([]);
  });

  it.each([
    '/payments/../carts/1',
    '/payments/%2e%2e/carts/1',
    '/payments',
    '//payments/1',
    '/_kit/payments/1',
    '//',
  ])('are not %s', async (path) => {
    await send(server.url, { method: 'GET', path, headers });
    expect(seen).toEqual([]);
  });

  it('get an error in the shape of the document where the real server is down', async () => {
    const document = await loadDocument({ text: DOCUMENT, file: 'shop.yaml' });
    const real = { url: 'http://127.0.0.1:1', paths: ['/payments/*'] };
    await using alone = await createMock({ document }).listen({ real });
    const failed = await send(alone.url, { method: 'GET', path: '/payments/7', headers });
    expect(failed.status).toBe(502);
    expect(JSON.parse(failed.body.toString())).toEqual({
      error: expect.stringContaining('nothing listens there') as unknown,
    });
    expect(alone.requests()[0]).toMatchObject({ status: 502, problem: { kind: 'gateway' } });
  });
});
