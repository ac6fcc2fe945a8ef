import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveThings } from '../serve-things.ts';
import { heapAfterCollection } from '../heap.ts';
import { type Front, createRequest, creates, exchange, freshBody, fronts } from './fronts.ts';
import { RawConnection, type WireResponse } from './raw-connection.ts';

const LIMIT = 64 * 1024;
/** Milliseconds that a request has. */
const TIMEOUT = 2000;
const GIBIBYTE = 2 ** 30;
/** What is sent of a huge body at a time. */
const CHUNK = 256 * 1024;

const started = new Map<string, Front>();
beforeAll(async () => {
  for (const [name, start] of Object.entries(fronts)) {
    const front = await start({ bodyLimit: LIMIT, requestTimeout: TIMEOUT });
    started.set(name, front);
    // So that everything is compiled before the clock runs.
    if (!(await creates(front.port))) throw new Error(`Nothing can be created by ${name}.`);
  }
});
afterAll(async () => {
  for (const front of started.values()) await front[Symbol.asyncDispose]();
});

// What waits does so together.
describe.concurrent.each(Object.keys(fronts))('%s', (name) => {
  it.each<[string, string, readonly string[]]>([
    ['announced', '/things', []],
    ['announced with Expect: 100-continue', '/things', ['Expect: 100-continue']],
    ['announced to the control API', '/_kit/resources', []],
  ])('refuses 1 GiB that is %s, unseen', async (_what, path, headers) => {
    const head = createRequest('', headers)
      .replace('Length: 0', `Length: ${GIBIBYTE}`)
      .replace('/things', path)
      .replace('store.example', '127.0.0.1');
    const answers = await exchange(started.get(name)!.port, head);
    expect(answers).toMatchObject([{ status: 400 }]);
    expect(answers[0]?.head).toContain('connection: close');
    expect(answers[0]?.body).toMatch(/at most \d+ bytes/);
  });

  it.each(['announced', 'in chunks'])(
    'answers a huge body that is really sent %s, and soon reads no more of it',
    async (how) => {
      using connection = await RawConnection.open(started.get(name)!.port);
      const head = createRequest('');
      await connection.send(
        how === 'announced'
          ? head.replace('Length: 0', `Length: ${GIBIBYTE * 64}`)
          : head.replace('Content-Length: 0', 'Transfer-Encoding: chunked'),
      );
      const memory = process.memoryUsage().rss;
      const chunk = Buffer.alloc(CHUNK, 'x');
      const size = Buffer.from(`${CHUNK.toString(16)}\r\n`);
      const wrapped = Buffer.concat([size, chunk, Buffer.from('\r\n')]);
      const end = Date.now() + 20_000;
      let sent = 0;
      while (!connection.socket.destroyed && connection.error === undefined && Date.now() < end) {
        await connection.send(how === 'announced' ? chunk : wrapped);
        sent += CHUNK;
        await setTimeout(5);
      }
      expect(connection.error).toMatchObject({
        code: expect.stringMatching(/EPIPE|ECONNRESET/) as string,
      });
      expect(connection.received).toMatch(/^HTTP\/1\.1 400 [\s\S]*at most 65536 bytes/);
      expect(sent).toBeGreaterThan(LIMIT * 16);
      // Far less than what was sent; the rest of the process lives, too.
      expect(process.memoryUsage().rss - memory).toBeLessThan(200 * 2 ** 20);
    },
  );

  it('refuses a huge body behind another request without mixing up the answers', async () => {
    const [head = ''] = createRequest('', ['Expect: 100-continue']).split('\r\n\r\n');
    const chunk = `${(LIMIT * 2).toString(16)}\r\n${'x'.repeat(LIMIT * 2)}\r\n`;
    const huge = `${head.replace('Content-Length: 0', 'Transfer-Encoding: chunked')}\r\n\r\n${chunk}`;
    const answers = await exchange(started.get(name)!.port, createRequest(freshBody()) + huge);
    expect(answers).toMatchObject([{ status: 200 }, { status: 400 }]);
  });

  it.each<[string, (connection: RawConnection) => Promise<void>]>([
    ['nothing', async () => {}],
    ['half a head', (connection) => connection.send('POST /things HTTP/1.1\r\nHost: h\r\nX:')],
    ['half a body', (connection) => connection.send(createRequest(freshBody()).slice(0, -4))],
  ])('gives a client that sends %s its time, and no more', async (_what, begin) => {
    using connection = await RawConnection.open(started.get(name)!.port);
    await begin(connection);
    const answers = await connection.responses();
    expect(answers).toMatchObject([{ status: 408 }]);
    expect(answers[0]?.body).toContain(`must arrive within ${TIMEOUT} ms`);
  });
});

describe.concurrent.each(Object.keys(fronts))('%s, with all its time', (name) => {
  it(
    'answers beside 1,000 idle connections, which cost little and end',
    { timeout: 60_000 },
    async () => {
      const front = started.get(name)!;
      const connections = await Promise.all(
        Array.from({ length: 1000 }, () => RawConnection.open(front.port)),
      );
      expect(await creates(front.port)).toBe(true);
      const answers = await Promise.all(connections.map((connection) => connection.responses()));
      expect(new Set(answers.flat().map(({ status }) => status))).toEqual(new Set([408]));
      for (const connection of connections) connection[Symbol.dispose]();
      expect(await creates(front.port)).toBe(true);
    },
  );
});

it('all of them have the heap they had before, after many refusals', async () => {
  const ports = [...started.values()].map(({ port }) => port);
  const abuse = async (): Promise<void> => {
    const huge = createRequest('').replace('Length: 0', `Length: ${GIBIBYTE}`);
    for (const bytes of ['NO HTTP\r\n\r\n', huge, createRequest('x', ['Host: b'])]) {
      const all = ports.flatMap((port) => Array.from({ length: 20 }, () => refused(port, bytes)));
      for (const answers of await Promise.all(all)) expect(answers).toHaveLength(1);
    }
  };
  await abuse();
  const before = heapAfterCollection();
  for (let round = 0; round < 2; round += 1) await abuse();
  expect(heapAfterCollection() / before).toBeLessThan(1.2);
});

describe('a store that is full', () => {
  it.each([false, true])('refuses to create, with Prism: %s', async (prism) => {
    await using mock = await serveThings({ maxResources: 2 }, { prism });
    await mock.ready;
    const send = (): Promise<{ status: number; body: string }[]> =>
      exchange(mock.port, createRequest(freshBody(), ['Connection: close']));
    expect((await send())[0]?.status).toBe(200);
    expect((await send())[0]?.status).toBe(200);
    const [answer] = await send();
    expect(answer?.status).toBe(400);
    expect(JSON.parse(answer!.body)).toEqual({
      error: 5001,
      message: expect.stringMatching(/2/) as string,
    });
    expect(mock.store.size).toBe(2);
  });
});

it('takes no more bytes than it may, in all sandboxes together', async () => {
  await using mock = await serveThings({ maxBytes: 200_000 });
  const answers: WireResponse[] = [];
  for (const prefix of ['', '/@one', '/@two']) {
    const body = JSON.stringify({ id: 1, name: 'x'.repeat(90_000) });
    const request = createRequest(body, ['Connection: close']);
    answers.push(...(await exchange(mock.port, request.replace('/things', `${prefix}/things`))));
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
  expect(JSON.parse(answers[2]!.body)).toEqual({
    error: 5001,
    message: expect.stringContaining('200000 bytes') as string,
  });
  mock.sandbox('one').resources.clear();
  mock.sandbox('two').resources.seed([{ id: 2, name: 'x'.repeat(90_000) }]);
  expect(() => mock.resources.seed([{ id: 3, name: 'x'.repeat(90_000) }])).toThrow(/is full/);
  mock.dropSandbox('two');
  mock.resources.seed([{ id: 3, name: 'x'.repeat(90_000) }]);
});

/** A client that has read its refusal, and goes. */
async function refused(port: number, bytes: string): Promise<WireResponse[]> {
  using connection = await RawConnection.open(port);
  await connection.send(bytes);
  if (connection.received === '')
    await once(connection.socket, 'data', { signal: AbortSignal.timeout(10_000) });
  connection.socket.end();
  return await connection.responses();
}
