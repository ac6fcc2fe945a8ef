import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Front, createRequest, creates, exchange, freshBody, fronts } from './fronts.ts';
import { RawConnection } from './raw-connection.ts';

const CLOSE = ['Connection: close'];

function refusal(message: RegExp): unknown {
  return {
    error: expect.any(Number) as number,
    message: expect.stringMatching(message) as string,
  };
}

describe.each(Object.entries(fronts))('%s', (name, start) => {
  let front: Front;
  beforeAll(async () => {
    front = await start();
  });
  afterAll(() => front[Symbol.asyncDispose]());

  it.each<[string, () => string]>([
    ['', () => createRequest(freshBody(), CLOSE)],
    ['in a chunked body', chunkedRequest],
  ])('answers a client that sends byte by byte %s', async (_name, request) => {
    using connection = await RawConnection.open(front.port);
    connection.socket.setNoDelay();
    for (const byte of request()) {
      await connection.send(byte);
      await new Promise(setImmediate);
    }
    expect(await connection.responses()).toMatchObject([{ status: 200, body: '{"name":"Lamp"}' }]);
  });

  it('answers pipelined requests in their order, also before a broken one', async () => {
    const requests = Array.from({ length: 20 }, () => createRequest(freshBody()));
    const statuses = Array.from({ length: 20 }, () => 200);
    const answers = await exchange(front.port, `${requests.join('')}NO HTTP\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([...statuses, 400]);
    expect(JSON.parse(answers.at(-1)!.body)).toEqual(refusal(/not well-formed HTTP/));
  });

  it('carries pipelined requests out in their order, also behind one that is decoded first', async () => {
    const body = freshBody();
    const packed = gzipSync(body);
    const [head] = createRequest(body, ['Content-Encoding: gzip']).split('\r\n\r\n');
    const sized = head!.replace(/Content-Length: \d+/, `Content-Length: ${packed.length}`);
    const first = Buffer.concat([Buffer.from(`${sized}\r\n\r\n`), packed]);
    const second = Buffer.from(createRequest(body, CLOSE));
    const answers = await exchange(front.port, Buffer.concat([first, second]));
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  });

  it('forgets an upload that is broken off', async () => {
    const before = front.mock.store.size;
    for (const end of ['destroy', 'resetAndDestroy'] as const) {
      using connection = await RawConnection.open(front.port);
      await connection.send(createRequest(freshBody()).slice(0, -4));
      await delay(20);
      connection.socket[end]();
    }
    expect(await creates(front.port)).toBe(true);
    expect(front.mock.store.size).toBe(before + 1);
  });

  it('asks for a body that is announced with Expect: 100-continue', async () => {
    using connection = await RawConnection.open(front.port);
    const request = createRequest(freshBody(), ['Expect: 100-continue', ...CLOSE]);
    const end = request.indexOf('\r\n\r\n') + 4;
    await connection.send(request.slice(0, end));
    await expect.poll(() => connection.received).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    await connection.send(request.slice(end));
    expect(await connection.responses()).toMatchObject([{ status: 200 }]);
  });

  it('asks for no body that it refuses', async () => {
    const expecting = (...more: string[]): string =>
      createRequest(freshBody(), ['Expect: 100-continue', ...more]);
    const requests = [createRequest(freshBody()), expecting(), expecting('Host: b')];
    using connection = await RawConnection.open(front.port);
    await connection.send(requests.join(''));
    const answers = await connection.responses();
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
    expect(connection.received.match(/ 100 Continue/g)).toHaveLength(1);
  });

  it.each<[string, number, () => string, RegExp]>([
    [
      'another expectation',
      417,
      () => createRequest(freshBody(), ['Expect: something']),
      /Expect may only ask for 100-continue/,
    ],
    [
      'a length and a transfer coding',
      400,
      () => createRequest(freshBody(), ['Transfer-Encoding: chunked']),
      /not well-formed HTTP/,
    ],
    [
      'two lengths',
      400,
      () => createRequest(freshBody(), ['Content-Length: 3']),
      /not well-formed/,
    ],
    [
      'a negative length',
      400,
      () => 'POST /things HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n',
      /not well-formed/,
    ],
    ['two Hosts', 400, () => createRequest(freshBody(), ['hOST: b']), /Host is there twice/],
    ['no Host', 400, () => 'GET /things HTTP/1.1\r\nConnection: close\r\n\r\n', /Host is missing/],
    [
      'two credentials',
      400,
      () => createRequest(freshBody(), ['authorization: Bearer u']),
      /Authorization is there twice/,
    ],
    [
      '64 KiB of headers',
      431,
      () => createRequest(freshBody(), [`X: ${'x'.repeat(65_536)}`]),
      /headers must have at most 16384 bytes/,
    ],
    [
      'a broken chunk',
      400,
      () => chunkedRequest().replace('\r\n1\r\n', '\r\nz\r\n'),
      /not well-formed HTTP/,
    ],
    [
      'the method CONNECT',
      400,
      () => 'CONNECT h:443 HTTP/1.1\r\nHost: h\r\n\r\n',
      /CONNECT is for proxies/,
    ],
    [
      'TLS',
      400,
      () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
      /not well-formed HTTP/,
    ],
    ['HTTP/2', 400, () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', /not well-formed HTTP/],
  ])('refuses %s with %i, in the error shape', async (_name, status, request, message) => {
    const [answer, ...more] = await exchange(front.port, request());
    expect(more).toEqual([]);
    expect(answer?.status).toBe(status);
    expect(answer?.head).toMatch(/^content-type: application\/json\r?$/m);
    expect(answer?.head).toMatch(/^connection: close\r?$/m);
    expect(JSON.parse(answer!.body)).toEqual(refusal(message));
  });

  // A proxy takes a client that ends its side for one that is gone: it asks no upstream in vain.
  it.skipIf(name === 'the proxy')('answers a client that has closed its sending side', async () => {
    using connection = await RawConnection.open(front.port);
    connection.socket.end(createRequest(freshBody()));
    expect(await connection.responses()).toMatchObject([{ status: 200 }]);
  });

  it('goes on after all this', async () => {
    expect(await creates(front.port)).toBe(true);
  });
});

function chunkedRequest(): string {
  const [head = ''] = createRequest('', CLOSE).split('\r\n\r\n');
  const chunks = freshBody()
    .split('')
    .map((character) => `1\r\n${character}\r\n`)
    .join('');
  return `${head.replace('Content-Length: 0', 'Transfer-Encoding: chunked')}\r\n\r\n${chunks}0\r\n\r\n`;
}
