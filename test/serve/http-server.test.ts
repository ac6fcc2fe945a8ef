import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MockServer } from '../../src/index.ts';
import { loadDocument } from '../../src/model/load-document.ts';
import type { ServerExchange } from '../../src/serve/server-events.ts';
import { rawExchange } from './raw-exchange.ts';
import { serveThings } from './serve-things.ts';

const BODY = '{"id":1,"name":"Lamp"}';
const LIMIT = 100_000;
const CREATE = [
  'Host: store.example',
  'Authorization: Bearer t',
  'Content-Type: application/json',
  `Content-Length: ${BODY.length}`,
];

let server: MockServer;

beforeAll(async () => {
  server = await serveThings({}, { bodyLimit: LIMIT });
});
afterAll(() => server.close());
beforeEach(() => server.reset());

function post(
  body: string | Uint8Array,
  headers: Record<string, string> = {},
  to = server,
): Promise<Response> {
  return fetch(`${to.url}/things`, {
    method: 'POST',
    body: typeof body === 'string' ? body : Uint8Array.from(body),
    headers: { authorization: 'Bearer t', 'content-type': 'application/json', ...headers },
  });
}

async function expectRefused(
  response: Response | { status: number; body: string },
  message: RegExp,
): Promise<void> {
  const body =
    typeof response.body === 'string' ? response.body : await (response as Response).text();
  expect(response.status).toBe(400);
  const error = JSON.parse(body) as { error: number; message: string };
  expect(error).toEqual({
    error: expect.any(Number) as number,
    message: expect.stringMatching(message) as string,
  });
}

describe('content codings', () => {
  it.each<[string, (text: string) => Uint8Array]>([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['identity', (text) => Buffer.from(text)],
    ['deflate, gzip', (text) => gzipSync(deflateSync(text))],
  ])('%s is undone', async (coding, encode) => {
    const response = await post(encode(BODY), { 'content-encoding': coding });
    expect(await response.text()).toBe('{"name":"Lamp"}');
  });

  it('an unknown one is refused, for pages to read', async () => {
    const response = await post(BODY, { 'content-encoding': 'zz', origin: 'https://page.example' });
    expect(response.headers.get('access-control-allow-origin')).toBe('https://page.example');
    await expectRefused(response, /content coding "zz" is not known/);
  });

  it('bytes that are something else are refused', async () => {
    await expectRefused(await post(BODY, { 'content-encoding': 'gzip' }), /not well-formed gzip/);
  });

  it('a small one that holds much is refused', async () => {
    const bomb = gzipSync(' '.repeat(LIMIT * 50));
    expect(bomb.length).toBeLessThan(LIMIT);
    await expectRefused(
      await post(bomb, { 'content-encoding': 'gzip' }),
      /at most 100000 bytes after gzip/,
    );
  });
});

describe('bodies', () => {
  it('may be as large as the limit, and no larger', async () => {
    expect((await post(BODY.padEnd(LIMIT))).status).toBe(200);
    await expectRefused(await post(BODY.padEnd(LIMIT + 1)), /at most 100000 bytes$/);
  });

  it('may come in chunks that split a character', async () => {
    const bytes = Buffer.from('{"id":2,"name":"🌱"}');
    const chunks = [...bytes].map((byte) => Uint8Array.of(byte));
    const init: RequestInit & { readonly duplex: 'half' } = {
      method: 'POST',
      body: new ReadableStream<Uint8Array>({
        start(controller) {
          for (const chunk of chunks) controller.enqueue(chunk);
          controller.close();
        },
      }),
      duplex: 'half',
      headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
    };
    const response = await fetch(`${server.url}/things`, init);
    expect(await response.text()).toBe('{"name":"🌱"}');
  });

  it('nested 50,000 deep are answered', async () => {
    const deep = '['.repeat(40_000) + ']'.repeat(40_000);
    expect((await post(`{"id":3,"name":"a","x":${deep}}`)).status).toBe(200);
    await expectRefused(
      await post(`{"id":3,"name":${deep}}`),
      /name must be a string, got an array/,
    );
  });
});

describe('the request as it stands on the wire', () => {
  it('may have the whole address, and a query', async () => {
    const targets = ['http://store.example/things', '/things?x=/other'];
    for (const target of targets) {
      const response = await rawExchange(server.port, [`POST ${target} HTTP/1.1`, ...CREATE], BODY);
      expect(response).toMatchObject({ status: 200, body: '{"name":"Lamp"}' });
      server.reset();
    }
  });

  it('is told to go on by Expect: 100-continue', async () => {
    const socket = connect(server.port, '127.0.0.1');
    const lines = ['POST /things HTTP/1.1', ...CREATE, 'Expect: 100-continue', 'Connection: close'];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.end(BODY);
    const [second] = (await once(socket, 'data')) as [Buffer];
    expect(second.toString()).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  it.each<[string, string[], RegExp]>([
    ['without Host', ['POST /things HTTP/1.1', ...CREATE.slice(1)], /header Host is missing/],
    ['that is not HTTP', ['NOT HTTP'], /not well-formed HTTP/],
    [
      'with two lengths',
      ['POST /things HTTP/1.1', ...CREATE, 'Content-Length: 3'],
      /not well-formed HTTP/,
    ],
  ])('%s is refused in the error shape', async (_name, head, message) => {
    const response = await rawExchange(server.port, head, BODY);
    expect(response.head).toMatch(/content-type: application\/json/i);
    await expectRefused(response, message);
  });

  it('HEAD and 204 have no content', async () => {
    const head = await rawExchange(server.port, ['HEAD /things HTTP/1.1', 'Host: h']);
    expect(head).toMatchObject({ status: 405, body: '' });
    const options = await rawExchange(server.port, ['OPTIONS * HTTP/1.1', 'Host: h']);
    expect(options).toMatchObject({ status: 204, body: '' });
    expect(options.head).not.toMatch(/content-length|transfer-encoding/i);
  });

  it('may follow another on the same connection', async () => {
    const socket = connect(server.port, '127.0.0.1');
    const request = `${['POST /things HTTP/1.1', ...CREATE].join('\r\n')}\r\n\r\n${BODY}`;
    const last = ['GET /things HTTP/1.1', 'Host: h', 'Connection: close'].join('\r\n');
    socket.write(`${request}${request}${last}\r\n\r\n`);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await once(socket, 'close');
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      '200',
      '400',
      '405',
    ]);
  });
});

describe('clients that go away', () => {
  it.each([
    ['in the middle of the body', BODY.slice(0, 5)],
    ['while the answer waits', BODY],
  ])('%s leave the server as it was', async (_name, sent) => {
    await using slow = await serveThings({ latency: 400 });
    const socket = connect(slow.port, '127.0.0.1');
    socket.write(`${['POST /things HTTP/1.1', ...CREATE].join('\r\n')}\r\n\r\n${sent}`);
    await once(socket, 'ready');
    await delay(20);
    socket.resetAndDestroy();
    expect((await post('{"id":2,"name":"Mug"}', {}, slow)).status).toBe(200);
    expect(slow.store.list()).toEqual([{ id: 2, name: 'Mug' }]);
  });
});

describe('a server', () => {
  it('ends what is under way when it closes, and frees the port', async () => {
    const slow = await serveThings({ latency: 60_000 });
    const outcome = post(BODY, {}, slow).catch((error: unknown) => error);
    await delay(50);
    await slow.close();
    expect(await outcome).toBeInstanceOf(TypeError);
    await using again = await serveThings({}, { port: slow.port });
    expect(again.url).toBe(slow.url);
  });

  it('says with a code that a port is in use', async () => {
    await expect(serveThings({}, { port: server.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });

  it('tells listeners of every request, without headers', async () => {
    const seen: ServerExchange[] = [];
    const listen = (exchange: ServerExchange): void => void seen.push(exchange);
    server.events.on('exchange', listen);
    await post(BODY, { authorization: 'Bearer s3cret' });
    await post('[]', { authorization: 'Bearer s3cret' });
    server.events.off('exchange', listen);
    expect(seen).toMatchObject([
      { method: 'POST', target: '/things', status: 200 },
      { method: 'POST', target: '/things', status: 400, problem: { kind: 'schema' } },
    ]);
    expect(JSON.stringify(seen)).not.toContain('s3cret');
  });

  it.each<[string, number]>([
    ['documented', 400],
    ['typical', 409],
    ['lenient', 200],
  ])('answers a used id as the profile %s says: %i', async (profile, status) => {
    await using other = await serveThings({ profile });
    await post(BODY, {}, other);
    expect((await post(BODY, {}, other)).status).toBe(status);
  });

  it('reads a profile by name only where there is one', async () => {
    await expect(serveThings({ profile: 'strict' })).rejects.toThrow(
      /^Failed to find the profile "strict"\. Known: documented, lenient, typical\.$/,
    );
  });

  it('answers with 500 where an exception comes that nobody thought of, and goes on', async () => {
    const document = loadDocument('{"openapi":"3.1.0","paths":{"/a":{"get":{}}}}', 'small.json');
    await using other = await serveThings({ document, profiles: {}, scenarios: {} });
    let isFirst = true;
    const servers = (): undefined => {
      if (!isFirst) return undefined;
      isFirst = false;
      throw new Error('oh no');
    };
    Object.defineProperty(document.root, 'servers', { get: servers });
    const warned = once(process, 'warning');
    expect((await fetch(`${other.url}/a`)).status).toBe(500);
    expect(await warned).toMatchObject([{ message: 'Failed to answer GET /a: oh no.' }]);
    expect((await fetch(`${other.url}/a`)).status).toBe(200);
  });
});
