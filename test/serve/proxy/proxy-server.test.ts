import { readFileSync } from 'node:fs';
import {
  type IncomingMessage,
  createServer as createPlain,
  request as httpRequest,
} from 'node:http';
import { createServer as createTls } from 'node:https';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExchangeRecord } from '../../../src/serve/exchange-record.ts';
import { createValidator } from '../../../src/addons/prism/prism.ts';
import {
  type ProxyServer,
  type ProxyServerOptions,
  createProxyServer,
} from '../../../src/serve/proxy/proxy-server.ts';
import { startProxy } from './start-proxy.ts';
import {
  JSON_HEADERS,
  type Received,
  type TestServer,
  send,
  serve,
  until,
} from '../http-helpers.ts';
import { serveResponder } from '../serve-responder.ts';
import { thingsDocument } from '../../setup/things-document.ts';
import { deviations, requestTable } from '../../addons/prism/request-table.ts';

const stack: AsyncDisposable[] = [];
afterEach(async () => {
  for (const disposable of stack.splice(0).reverse()) await disposable[Symbol.asyncDispose]();
});

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

let seen: Seen[] = [];
let records: ExchangeRecord[] = [];
beforeEach(() => {
  seen = [];
  records = [];
});

async function proxyTo(
  target: string,
  options: Partial<ProxyServerOptions> = {},
): Promise<ProxyServer> {
  const proxy = await startProxy({
    document: thingsDocument,
    port: 0,
    ...options,
    target: new URL(target),
  });
  stack.push(proxy);
  proxy.events.on('exchange', (record) => records.push(record));
  return proxy;
}

/** A server that notes what it gets and answers with `answer`. */
async function upstreamWith(
  body: string | Uint8Array = '{"name":"a"}',
  headers: Record<string, string> = { 'Content-Type': 'application/json' },
  status = 200,
): Promise<TestServer> {
  const server = await serve((incoming, outgoing) => {
    const chunks: Uint8Array[] = [];
    incoming.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method, url } = incoming;
      seen.push({ method, url, headers: incoming.headers, body: Buffer.concat(chunks) });
      outgoing.writeHead(status, headers).end(body);
    });
  });
  stack.push(server);
  return server;
}

const THING = '{"id":1,"name":"a"}';

describe('bytes', () => {
  it.each(['9007199254740993', '9223372036854775807', '-9223372036854775808'])(
    'of id %s are the same in both directions',
    async (id) => {
      const text = `{ "id" : ${id}, "name":"\\u00e4 \u{1f331}" }`;
      const upstream = await upstreamWith(text);
      const proxy = await proxyTo(upstream.url);
      const answer = await send(proxy.url, { body: text });
      expect(seen[0]?.body.toString()).toBe(text);
      expect(answer.body.toString()).toBe(text);
      expect(answer.headers['sl-violations']).toBeUndefined();
    },
  );

  it('of packed bodies stay packed', async () => {
    const packed = gzipSync('{"name":"a"}');
    const upstream = await upstreamWith(packed, {
      'Content-Type': 'application/json',
      'Content-Encoding': 'gzip',
    });
    const proxy = await proxyTo(upstream.url);
    const body = gzipSync(THING);
    const headers = { ...JSON_HEADERS, 'content-encoding': 'gzip' };
    const answer = await send(proxy.url, { body, headers });
    expect(seen[0]?.body.equals(body)).toBe(true);
    expect(answer.body.equals(packed)).toBe(true);
    expect(answer.headers['sl-violations']).toBeUndefined();
  });

  it.each([...requestTable, ...deviations])(
    'of the answer to $name are those of the upstream',
    async ({ body, headers }) => {
      const upstream = await serveResponder(thingsDocument);
      stack.push(upstream);
      const proxy = await proxyTo(upstream.url);
      const sent = {
        headers: { ...JSON_HEADERS, ...headers },
        ...(body === undefined ? {} : { body }),
      };
      const direct = await send(upstream.url, sent);
      const through = await send(proxy.url, sent);
      expect(through.status).toBe(direct.status);
      expect(through.body.equals(direct.body)).toBe(true);
      expect(endToEndOf(through)).toEqual(endToEndOf(direct));
    },
  );
});

function endToEndOf({ headers }: Received): Record<string, unknown> {
  const names = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'];
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => ![...names, 'sl-violations'].includes(name)),
  );
}

describe('headers', () => {
  it('for one hop stay on it, in both directions', async () => {
    const upstream = await upstreamWith('{"name":"a"}', {
      'Content-Type': 'application/json',
      Connection: 'close, X-Hop',
      'X-Hop': '1',
      'Proxy-Authenticate': 'Basic',
      'X-End': '2',
    });
    const proxy = await proxyTo(upstream.url);
    const answer = await send(proxy.url, {
      body: THING,
      headers: {
        ...JSON_HEADERS,
        connection: 'close, x-mine',
        'x-mine': '1',
        te: 'trailers',
        upgrade: 'websocket',
        'proxy-authorization': 'Basic eA==',
        'x-other': '2',
      },
    });
    const got = seen[0]!.headers;
    const hop = new Set(['x-mine', 'te', 'upgrade', 'proxy-authorization']);
    expect(Object.keys(got).filter((name) => hop.has(name))).toEqual([]);
    expect(got['x-other']).toBe('2');
    expect(answer.headers).not.toHaveProperty('x-hop');
    expect(answer.headers).not.toHaveProperty('proxy-authenticate');
    expect(answer.headers['x-end']).toBe('2');
  });

  it('tell the upstream who asks, and keep what an earlier proxy said', async () => {
    const upstream = await upstreamWith();
    const proxy = await proxyTo(`${upstream.url}/api/v1/`);
    await send(proxy.url, { body: THING, path: '/things?a=%20b' });
    await send(proxy.url, {
      body: THING,
      headers: { ...JSON_HEADERS, 'x-forwarded-for': '10.0.0.1', 'x-forwarded-proto': 'https' },
    });
    expect(seen[0]?.url).toBe('/api/v1/things?a=%20b');
    expect(seen[0]?.headers).toMatchObject({
      host: new URL(upstream.url).host,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': new URL(proxy.url).host,
      via: '1.1 prism-gateway',
    });
    expect(seen[1]?.headers).toMatchObject({
      'x-forwarded-for': '10.0.0.1, 127.0.0.1',
      'x-forwarded-proto': 'https',
    });
  });

  it('that stand there twice do so behind the proxy', async () => {
    const upstream = await serve((_incoming, outgoing) => {
      outgoing.writeHead(200, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'Content-Type', 'a/b']);
      outgoing.end();
    });
    stack.push(upstream);
    const proxy = await proxyTo(upstream.url);
    const answer = await send(proxy.url, { body: THING });
    expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2']);
  });

  it.each([
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 304],
  ])('of %s with status %i frame no body', async (method, status) => {
    const upstream = await upstreamWith(
      '',
      { 'Content-Length': status === 200 ? '12' : '0' },
      status,
    );
    const proxy = await proxyTo(upstream.url);
    const answer = await send(proxy.url, { method, path: '/none' });
    expect(answer.status).toBe(status);
    expect(answer.body).toHaveLength(0);
    if (method === 'HEAD') expect(answer.headers['content-length']).toBe('12');
  });
});

describe('a large body', () => {
  it('is streamed through without validation, both ways', async () => {
    const half = Buffer.alloc(300_000, 'x');
    const upstream = await upstreamWith(Buffer.concat([half, half]));
    const proxy = await proxyTo(upstream.url, { maxBody: 100_000 });
    const answer = await send(proxy.url, { body: half });
    expect(seen[0]?.body.equals(half)).toBe(true);
    expect(answer.body).toHaveLength(600_000);
    expect(answer.headers['sl-violations']).toBeUndefined();
    await until(() => records[0]);
    expect(records[0]?.note).toContain('request body is larger than 100000 bytes');
    await send(proxy.url, { body: THING });
    await until(() => records[1]);
    expect(records[1]?.note).toContain('response body is larger than 100000 bytes');
  });

  it('in chunks arrives whole', async () => {
    const upstream = await upstreamWith();
    const proxy = await proxyTo(upstream.url, { maxBody: 1000 });
    const outgoing = httpRequest(`${proxy.url}/things`, { method: 'POST', headers: JSON_HEADERS });
    for (let i = 0; i < 50; i += 1) outgoing.write('x'.repeat(1000));
    outgoing.end();
    const [message] = (await once(outgoing, 'response')) as [IncomingMessage];
    message.resume();
    expect(message.statusCode).toBe(200);
    expect(seen[0]?.body).toHaveLength(50_000);
    expect(seen[0]?.headers['transfer-encoding']).toBe('chunked');
  });

  it('of events comes while it is being sent', async () => {
    let finish = (): void => {};
    const upstream = await serve((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'Content-Type': 'text/event-stream' });
      outgoing.write('data: 1\n\n');
      finish = () => outgoing.end('data: 2\n\n');
    });
    stack.push(upstream);
    const proxy = await proxyTo(upstream.url);
    const outgoing = httpRequest(`${proxy.url}/events`).end();
    const [message] = (await once(outgoing, 'response')) as [IncomingMessage];
    const [first] = (await once(message, 'data')) as [Buffer];
    expect(first.toString()).toBe('data: 1\n\n');
    finish();
    const [second] = (await once(message, 'data')) as [Buffer];
    expect(second.toString()).toBe('data: 2\n\n');
  });

  it.each(['the upstream', 'the client'])('that %s breaks off has no whole answer', async (who) => {
    const upstream = await serve((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'Content-Type': 'text/event-stream' });
      outgoing.write('data: 1\n\n');
      outgoing.on('error', () => {});
      if (who === 'the upstream') setTimeout(() => outgoing.destroy(), 50);
    });
    stack.push(upstream);
    const proxy = await proxyTo(upstream.url);
    const outgoing = httpRequest(`${proxy.url}/events`).end();
    outgoing.on('error', () => {});
    const [message] = (await once(outgoing, 'response')) as [IncomingMessage];
    message.on('error', () => {}).resume();
    if (who === 'the client') outgoing.destroy();
    const record = await until(() => records[0]);
    expect(record.failure).toContain('broke off');
    expect(record.failedBy).toBe(who === 'the upstream' ? 'upstream' : 'client');
  });
});

describe('an upstream', () => {
  const errorOf = (answer: Received): unknown => JSON.parse(answer.body.toString());

  it('that is down gets the client a 502 in the shape of the document', async () => {
    const upstream = await upstreamWith();
    await stack.pop()![Symbol.asyncDispose]();
    const proxy = await proxyTo(upstream.url);
    const answer = await send(proxy.url, { body: '{"id":"1","name":"a"}' });
    expect(answer.status).toBe(502);
    expect(errorOf(answer)).toEqual({
      error: 502,
      message: expect.stringContaining('nothing listens there') as string,
    });
    const record = await until(() => records[0]);
    expect(record).toMatchObject({ failedBy: 'upstream' });
    expect(record.failure).toContain('nothing listens there');
    expect(record.findings.request).toHaveLength(1);
    expect(record.findings.response).toEqual([]);
  });

  it('that is silent gets the client a 504', async () => {
    const upstream = await serve(() => {});
    stack.push(upstream);
    const proxy = await proxyTo(upstream.url, { timeout: 100 });
    const answer = await send(proxy.url, { body: THING });
    expect(answer.status).toBe(504);
    expect(errorOf(answer)).toMatchObject({ error: 504 });
    expect((await until(() => records[0])).failure).toContain('sent nothing for 100 ms');
  });

  it.each([
    ['drops the connection', ''],
    ['ends within the body', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"name"'],
    ['does not speak HTTP', 'hello\r\n\r\n'],
    [
      'switches protocols',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n',
    ],
  ])('that %s gets the client a 502', async (_what, bytes) => {
    const server = createSocketServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(bytes));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const proxy = await proxyTo(`http://127.0.0.1:${port}`);
    const answer = await send(proxy.url, { body: THING });
    server.close();
    expect(answer.status).toBe(502);
    expect(errorOf(answer)).toMatchObject({ error: 502 });
  });

  it('behind TLS is reached, and distrusted without its certificate', async () => {
    const pem = readFileSync(join(import.meta.dirname, 'localhost.pem'), 'utf8');
    const server = createTls({ key: pem, cert: pem }, (_incoming, outgoing) => {
      outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end('{"name":"a"}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const target = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const trusting = await proxyTo(target, { ca: pem });
    const careless = await proxyTo(target, { insecure: true });
    expect((await send(careless.url, { body: THING })).status).toBe(200);
    const wary = await proxyTo(target);
    expect((await send(trusting.url, { body: THING })).status).toBe(200);
    const refused = await send(wary.url, { body: THING });
    expect(refused.status).toBe(502);
    expect(refused.body.toString()).toMatch(/certificate is not trusted; --ca .* --insecure/);
    server.close();
    server.closeAllConnections();
  });

  it('is told when the client goes away', async () => {
    let gone = false;
    const upstream = await serve((_incoming, outgoing) => {
      outgoing.on('close', () => {
        gone = true;
      });
    });
    stack.push(upstream);
    const proxy = await proxyTo(upstream.url);
    await proxy.ready;
    await expect(
      send(proxy.url, { body: THING, signal: AbortSignal.timeout(300) }),
    ).rejects.toThrow('abort');
    await until(() => (gone ? true : undefined));
    const record = await until(() => records[0]);
    expect(record.failure).toContain('client went away');
    expect(record.failedBy).toBe('client');
  });
});

describe('with --errors', () => {
  it('a wrong request is refused in the shape of the document, and goes no further', async () => {
    const upstream = await upstreamWith();
    const proxy = await proxyTo(upstream.url, { errors: true });
    const cases: [string, Parameters<typeof send>[1]][] = [
      ['must have required property', { body: '{"name":"a"}' }],
      ['not JSON', { body: '{' }],
      ['security', { body: THING, headers: { 'content-type': 'application/json' } }],
      ['content types', { body: THING, headers: { ...JSON_HEADERS, 'content-type': 'a/b' } }],
    ];
    for (const [words, sent] of cases) {
      const answer = await send(proxy.url, sent);
      expect(answer.status).toBe(400);
      const body = JSON.parse(answer.body.toString()) as unknown;
      expect(body).toEqual({ error: 400, message: expect.stringContaining(words) as string });
      expect(answer.headers['sl-violations']).toBeDefined();
    }
    expect((await send(proxy.url, { path: '/none' })).status).toBe(404);
    expect((await send(proxy.url, { method: 'PUT' })).status).toBe(405);
    expect(seen).toEqual([]);
    expect((await send(proxy.url, { body: THING })).status).toBe(200);
  });

  it('a wrong response is replaced', async () => {
    const upstream = await upstreamWith('{"name":1}');
    const proxy = await proxyTo(upstream.url, { errors: true });
    const answer = await send(proxy.url, { body: THING });
    expect(answer.status).toBe(502);
    expect(JSON.parse(answer.body.toString())).toEqual({
      error: 502,
      message: 'Response body property name must be string',
    });
  });
});

describe('a record', () => {
  it('holds no secret, wherever it stands', async () => {
    const secret = 'tr0ub4dor-secret';
    const packed = gzipSync(`{"name":"${secret}"}`);
    const upstream = await upstreamWith(packed, {
      'Content-Type': 'application/json',
      'Content-Encoding': 'gzip',
      'Set-Cookie': `session=${secret}x; Path=/`,
      'X-Echo': secret,
    });
    const proxy = await proxyTo(upstream.url, { secretName: ['x-shop'] });
    await send(proxy.url, {
      path: `/things?access_token=${secret}q&a=1`,
      body: `{"id":1,"name":"${secret}"}`,
      headers: {
        ...JSON_HEADERS,
        authorization: `Bearer ${secret}`,
        cookie: `s=${secret}y`,
        'x-shop': 'sh0p-secret',
      },
    });
    const record = await until(() => records[0]);
    const texts = [record.request.body, record.response.body].map((bytes) =>
      Buffer.from(bytes ?? []).toString(),
    );
    expect(JSON.stringify(record) + texts.join('')).not.toContain(secret);
    expect(record.request.headers).toContainEqual(['authorization', 'Bearer ***']);
    expect(record.request.headers).toContainEqual(['x-shop', '***']);
    expect(record.request.target).toBe('/things?access_token=***&a=1');
    expect(texts[1]).toBe('{"name":"***"}');
  });
});

describe('listening', () => {
  it('fails where the port is taken', async () => {
    const taken = createPlain().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    await expect(proxyTo('http://127.0.0.1:1', { port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    taken.close();
  });

  it('goes on while Prism is loading, and every exchange is judged in the end', async () => {
    const upstream = await upstreamWith();
    const document = thingsDocument;
    const target = new URL(upstream.url);
    const proxy = await createProxyServer({ document, target, port: 0, createValidator });
    proxy.events.on('exchange', (record) => records.push(record));
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, id) =>
        send(proxy.url, { body: `{"id":"${id}","name":"a"}` }),
      ),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(seen).toHaveLength(100);
    await proxy.close();
    expect(records).toHaveLength(100);
    expect(records.every(({ findings }) => findings.request.length === 1)).toBe(true);
  });
});
