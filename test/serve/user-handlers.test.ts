import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { HttpResponse, http } from 'msw/http';
import { passthrough } from 'msw/utils/passthrough';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MockServer } from '../../src/index.ts';
import { serveThings } from './serve-things.ts';
import { createRequest, exchange, freshBody } from './hardening/fronts.ts';
import { rawExchange } from './raw-exchange.ts';

let server: MockServer;
let id = 0;

beforeAll(async () => {
  server = await serveThings();
});
afterEach(() => server.reset());
afterAll(() => server.close());

interface Sent {
  readonly body?: BodyInit;
  readonly headers?: Record<string, string>;
}

function post(init: Sent = {}, path = '/things'): Promise<Response> {
  id += 1;
  return fetch(server.url + path, {
    method: 'POST',
    body: `{"id":${id},"name":"Lamp"}`,
    ...init,
    headers: { authorization: 'Bearer t', 'content-type': 'application/json', ...init.headers },
  });
}

describe('handlers of the user', () => {
  it.each(['/things', '*/things', /things/])('match %s and come first', async (path) => {
    server.use(http.post(path, () => HttpResponse.json({ name: 'mine' }, { status: 201 })));
    const response = await post();
    expect(response.status).toBe(201);
    expect(await response.text()).toBe('{"name":"mine"}');
  });

  it('the one added last comes first; resetHandlers takes all back', async () => {
    server.use(http.post('/things', () => HttpResponse.text('one')));
    server.use(http.post('/things', () => HttpResponse.text('two')));
    expect(await (await post()).text()).toBe('two');
    server.resetHandlers();
    expect(await (await post()).text()).toBe('{"name":"Lamp"}');
  });

  it('that answer once leave the rest to the store', async () => {
    server.use(http.post('/things', () => HttpResponse.text('once'), { once: true }));
    expect(await (await post()).text()).toBe('once');
    expect(await (await post()).text()).toBe('{"name":"Lamp"}');
  });

  it('that pass through, say nothing or are for others leave the request to the store', async () => {
    server.use(
      http.post('/things', () => passthrough()),
      http.post('/things', () => undefined),
      http.post('/other', () => HttpResponse.text('other')),
    );
    const response = await post();
    expect(response.status).toBe(200);
    expect(server.store.size).toBe(1);
  });

  it('read the body as it was meant', async () => {
    server.use(
      http.post('/things', async ({ request }) => {
        const coding = request.headers.get('content-encoding');
        return HttpResponse.json({ body: await request.json(), coding, url: request.url });
      }),
    );
    const body = Uint8Array.from(gzipSync('{"name":"🌱"}'));
    const response = await post({ body, headers: { 'content-encoding': 'gzip' } }, '/things?a=b');
    expect(await response.json()).toEqual({
      body: { name: '🌱' },
      coding: null,
      url: `${server.url}/things?a=b`,
    });
  });

  it('are read by pages, unless they say otherwise', async () => {
    const headers = { origin: 'https://page.example' };
    server.use(http.post('/things', () => HttpResponse.text('x')));
    const open = await post({ headers });
    expect(open.headers.get('access-control-allow-origin')).toBe('https://page.example');
    const ownHeaders = { 'access-control-allow-origin': 'https://only.example' };
    server.use(http.post('/things', () => HttpResponse.text('x', { headers: ownHeaders })));
    const closed = await post({ headers });
    expect(closed.headers.get('access-control-allow-origin')).toBe('https://only.example');
  });

  it('may set several cookies', async () => {
    const headers = new Headers([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
    server.use(http.post('/things', () => HttpResponse.text('x', { headers })));
    expect((await post()).headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it('may name trailers, which are not sent: Node would end the process', async () => {
    const headers = { trailer: 'X-Sum' };
    server.use(http.post('/things', () => HttpResponse.json({}, { headers })));
    const response = await post();
    expect([response.status, response.headers.get('trailer')]).toEqual([200, null]);
  });

  it('may answer at length behind another answer, also where the body was asked for', async () => {
    const long = 'x'.repeat(50_000);
    const slow = async (): Promise<Response> => {
      await delay(50);
      return HttpResponse.json({});
    };
    server.use(
      http.post('/things', slow),
      http.post('/long', () => HttpResponse.json({ long })),
    );
    const first = createRequest(freshBody());
    const second = createRequest('{}', ['Expect: 100-continue', 'Connection: close']);
    const [, answer] = await exchange(server.port, first + second.replace('/things', '/long'));
    expect(answer).toMatchObject({ status: 200, body: JSON.stringify({ long }) });
  });

  it('may end the connection', async () => {
    server.use(http.post('/things', () => HttpResponse.error()));
    await expect(post()).rejects.toThrow('fetch failed');
  });

  it('that throw give a 500 in the error shape, and an event', async () => {
    const errors: Error[] = [];
    server.events.on('handlerError', (error) => errors.push(error));
    server.use(
      http.post('/things', () => {
        throw new Error('oh no');
      }),
    );
    const response = await post();
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ error: 9001, message: 'a handler threw' });
    expect(errors).toMatchObject([{ message: 'oh no' }]);
  });

  it('whose answer cannot be written give a 500, and a warning of the process', async () => {
    const headers = { 'x-odd': 'a\u0001b' };
    server.use(http.post('/things', () => HttpResponse.json({}, { headers })));
    const warned = once(process, 'warning');
    const response = await post({}, '/things?token=secret');
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ error: 9001, message: 'the mock failed to answer' });
    const message = 'Failed to answer POST /things: Invalid character in header content ["x-odd"].';
    expect(await warned).toMatchObject([{ message }]);
  });

  it.each([
    ['of a handler', 1],
    ['of the responder', 0],
  ])('a listener that throws does not end the process, with the answer %s', async (_of, count) => {
    const answer = http.post('/things', () => HttpResponse.json({}));
    server.use(...[answer].slice(0, count));
    const listener = (): never => {
      throw new Error('listener');
    };
    server.events.once('exchange', listener);
    const warned = once(process, 'warning');
    expect((await post()).status).toBe(200);
    expect(await warned).toMatchObject([{ message: 'Failed to answer POST /things: listener.' }]);
  });

  it.each(['TRACE /things', 'POST //', 'POST *', 'OPTIONS *'])(
    'are not troubled by %s',
    async (line) => {
      server.use(http.post('/other', () => HttpResponse.text('x')));
      const response = await rawExchange(server.port, [
        `${line} HTTP/1.1`,
        'Host: h',
        'Content-Length: 0',
      ]);
      expect(response.status).toBeGreaterThan(200);
      expect(response.status).toBeLessThan(500);
    },
  );
});
