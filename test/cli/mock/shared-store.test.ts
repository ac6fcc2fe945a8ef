import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RedisServer, redisPath, startRedis } from '../../setup/redis-server.ts';
import { run, serve } from '../run-main.ts';

const mock = ['mock', '--no-prism', '--port', '0'];

it.each([
  {
    name: 'a store that is away',
    flags: ['--store', 'redis://me:hidden@127.0.0.1:1/3', '--wait', '50'],
    says: /^Failed to connect to the store redis:\/\/127\.0\.0\.1:1\/3: .*\. Start it, or wait longer with --wait\.\n$/,
  },
  {
    name: 'another kind of address',
    flags: ['--store', 'http://127.0.0.1:1'],
    says: /^Failed to share the store: --store is no redis:.* Write it as redis:\/\/host:6379\.\n$/,
  },
  {
    name: 'a file beside it',
    flags: ['--store', 'redis://127.0.0.1:1', '--persist', 'plants.json'],
    says: /^Failed to share the store: --persist is for a mock of its own\. /,
  },
])('says what is wrong with $name', async ({ flags, says }) => {
  const { code, stderr } = await run([...mock, ...flags]);
  expect(stderr).toMatch(says);
  expect(code).toBe(2);
});

it('says what may be wrong with one that closes the connection', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.end('-DENIED Redis is running in protected mode\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `redis://127.0.0.1:${port}`;
  const { code, stderr } = await run([...mock, '--store', url, '--wait', '1s']);
  server.close();
  expect(stderr).toMatch(/DENIED|may want TLS \(rediss:\/\/…\), or be in protected mode/);
  expect(code).toBe(2);
});

const program = redisPath();

describe.skipIf(program === undefined)('a store with a password', () => {
  let redis: RedisServer;

  beforeAll(async () => {
    redis = await startRedis(program!, { password: 'hidden' });
  });
  afterAll(async () => await redis[Symbol.asyncDispose]());

  it.each(['', ':wrong@', 'somebody:hidden@'])('is refused with "%s"', async (user) => {
    const url = redis.url.replace('//', `//${user}`);
    const { code, stderr } = await run([...mock, '--store', url, '--wait', '1s']);
    expect(stderr).toContain(redis.url);
    expect(stderr).toMatch(
      /Give user and password in its URL: redis:\/\/USER:PASSWORD@host:6379\.\n$/,
    );
    expect(stderr).not.toMatch(/wrong|hidden/);
    expect(code).toBe(2);
  });

  it('is used, and outlives its mocks', async () => {
    const url = redis.url.replace('//', '//:hidden@');
    const first = await serve([...mock, '--store', url]);
    await fetch(`${first.url}/plants`, {
      method: 'POST',
      headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
      body: '{"id":9007199254740993,"name":"Fern"}',
    });
    const { stdout, stderr } = await first.stop();
    expect(`${stdout}${stderr}`).not.toContain('hidden');
    const second = await serve([...mock, '--store', url]);
    const stored = await (await fetch(`${second.url}/_kit/resources`)).text();
    await second.stop();
    expect(stored).toContain('9007199254740993');
  });
});
