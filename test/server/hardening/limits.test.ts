import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMockServer } from '../../../mocks/server.ts';
import { type Front, createRequest, creates, exchange, freshBody, fronts } from './fronts.ts';
import { RawConnection } from './raw-connection.ts';

const LIMIT = 64 * 1024;
const GIBIBYTE = 2 ** 30;

describe.each(Object.entries(fronts))('%s', (_name, start) => {
  let front: Front;
  beforeAll(async () => {
    front = await start({ bodyLimit: LIMIT, requestTimeout: 1000 });
  });
  afterAll(() => front[Symbol.asyncDispose]());

  it.each<[string, readonly string[]]>([
    ['announced', []],
    ['announced with Expect: 100-continue', ['Expect: 100-continue']],
  ])('refuses 1 GiB that is %s, unseen', async (_name, headers) => {
    const head = createRequest('', headers).replace('Length: 0', `Length: ${GIBIBYTE}`);
    const answers = await exchange(front.port, head);
    expect(answers).toMatchObject([{ status: 400 }]);
    expect(answers[0]?.body).toContain(`at most ${LIMIT} bytes`);
  });

  it.each(['announced', 'in chunks'])(
    'answers a huge body that is really sent %s, and soon reads no more of it',
    async (how) => {
      using connection = await RawConnection.open(front.port);
      const head = createRequest('');
      await connection.send(
        how === 'announced'
          ? head.replace('Length: 0', `Length: ${GIBIBYTE * 64}`)
          : head.replace('Content-Length: 0', 'Transfer-Encoding: chunked'),
      );
      const memory = process.memoryUsage().rss;
      const chunk = Buffer.alloc(2 ** 20, 'x');
      const wrapped = Buffer.concat([Buffer.from('100000\r\n'), chunk, Buffer.from('\r\n')]);
      const end = Date.now() + 20_000;
      let sent = 0;
      while (!connection.socket.destroyed && connection.error === undefined && Date.now() < end) {
        await connection.send(how === 'announced' ? chunk : wrapped);
        sent += 1;
      }
      expect(connection.error).toMatchObject({
        code: expect.stringMatching(/EPIPE|ECONNRESET/) as string,
      });
      expect(connection.received).toMatch(/^HTTP\/1\.1 400 [\s\S]*at most 65536 bytes/);
      expect(sent * 2 ** 20).toBeGreaterThan(LIMIT * 16);
      // Far less than what was sent; the rest of the process lives, too.
      expect(process.memoryUsage().rss - memory).toBeLessThan(200 * 2 ** 20);
    },
  );

  it.each<[string, (connection: RawConnection) => Promise<void>]>([
    ['nothing', async () => {}],
    ['half a head', (connection) => connection.send('POST /plants HTTP/1.1\r\nHost: h\r\nX:')],
    ['half a body', (connection) => connection.send(createRequest(freshBody()).slice(0, -4))],
  ])('gives a client that sends %s its time, and no more', async (_name, begin) => {
    using connection = await RawConnection.open(front.port);
    await begin(connection);
    const answers = await connection.responses();
    expect(answers).toMatchObject([{ status: 408 }]);
    expect(answers[0]?.body).toContain('must arrive within 1000 ms');
  });

  it(
    'answers beside 1,000 idle connections, which cost little and end',
    { timeout: 60_000 },
    async () => {
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

  it('has the heap it had before, after many refusals', async () => {
    const abuse = async (): Promise<void> => {
      const huge = createRequest('').replace('Length: 0', `Length: ${GIBIBYTE}`);
      for (const bytes of ['NO HTTP\r\n\r\n', huge, createRequest('x', ['Host: b'])]) {
        const all = Array.from({ length: 20 }, () => exchange(front.port, bytes));
        for (const answers of await Promise.all(all)) expect(answers).toHaveLength(1);
      }
    };
    await abuse();
    const before = heapAfterCollection();
    for (let round = 0; round < 2; round += 1) await abuse();
    expect(heapAfterCollection() / before).toBeLessThan(1.2);
  });
});

describe('a store that is full', () => {
  it.each([false, true])('refuses to create, with Prism: %s', async (prism) => {
    await using mock = await createMockServer({ maxPlants: 2, prism });
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

function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let i = 0; i < 4; i += 1) collect();
  return process.memoryUsage().heapUsed;
}
