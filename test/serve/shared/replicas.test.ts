import { join } from 'node:path';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type MockOptions,
  type MockServer,
  type OpenApiDocument,
  type SharedStore,
  connectStore,
  createMock,
  loadDocument,
} from '../../../src/index.ts';
import { type RedisServer, redisPath, startRedis } from '../../setup/redis-server.ts';

const program = redisPath();
const file = join(import.meta.dirname, '../../shared/boxes.openapi.yaml');

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

describe.skipIf(program === undefined)('replicas that share a store', () => {
  let redis: RedisServer;
  let document: OpenApiDocument;
  const open: AsyncDisposable[] = [];
  const troubles: string[] = [];

  beforeAll(async () => {
    redis = await startRedis(program!);
    document = await loadDocument(file);
  });

  afterAll(async () => {
    for (const disposable of open.toReversed()) await disposable[Symbol.asyncDispose]();
    await redis[Symbol.asyncDispose]();
  });

  async function connect(prefix: string, limits = {}): Promise<SharedStore> {
    const onTrouble = (message: string): void => void troubles.push(message);
    const store = await connectStore({ url: redis.url, prefix, onTrouble, ...limits });
    open.push(store);
    return store;
  }

  async function replica(
    prefix: string,
    options: Partial<MockOptions> = {},
    limits = {},
  ): Promise<MockServer> {
    const sharedStore = await connect(prefix, limits);
    const server = await createMock({ document, sharedStore, ...options }).listen({ port: 0 });
    open.push(server);
    return server;
  }

  async function ask(
    { url }: MockServer,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const typed = body === undefined ? {} : { 'content-type': 'application/json' };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const init = {
      method,
      headers: { ...typed, ...headers },
      body: body === undefined ? null : text,
    };
    const response = await fetch(url + path, init);
    return { status: response.status, headers: response.headers, body: await response.text() };
  }

  it('have what each of them creates, changes and deletes, at once', async () => {
    const [server, other] = [await replica('at-once'), await replica('at-once')];
    const created = await ask(server, 'POST', '/boxes', { label: 'a', weight: 1 });
    expect(created).toMatchObject({ status: 201, body: '{"id":1,"label":"a","weight":1}' });
    expect((await ask(other, 'GET', '/boxes/1')).body).toBe(created.body);
    await ask(other, 'PATCH', '/boxes/1', { label: 'b' });
    expect((await ask(server, 'GET', '/boxes/1')).body).toContain('"label":"b"');
    expect((await ask(server, 'GET', '/boxes')).body).toContain('"label":"b"');
    await ask(server, 'DELETE', '/boxes/1');
    expect((await ask(other, 'GET', '/boxes/1')).status).toBe(404);
    expect((await ask(other, 'GET', '/boxes')).body).toBe('[]');
    expect((await ask(other, 'POST', '/boxes', { label: 'c' })).body).toContain('"id":2');
  });

  it('keep numbers and texts exact', async () => {
    const [server, other] = [await replica('exact'), await replica('exact')];
    const label = '\u0000 \ud800 \n " 桜 🌱';
    const body = `{"label":${JSON.stringify(label)},"weight":9223372036854775807}`;
    const { body: created } = await ask(server, 'POST', '/boxes', body);
    const { body: read } = await ask(other, 'GET', '/boxes/1');
    expect(read).toBe(created);
    expect(read).toContain('9223372036854775807');
    expect(JSON.parse(read)).toMatchObject({ label });
  });

  it('take what is below a resource away with it, on all of them', async () => {
    const [server, other] = [await replica('below'), await replica('below')];
    await ask(server, 'POST', '/boxes', { label: 'a' });
    await ask(server, 'POST', '/boxes', { label: 'b' });
    expect((await ask(other, 'POST', '/boxes/1/things', { name: 'x' })).status).toBe(201);
    await ask(other, 'POST', '/boxes/2/things', { name: 'y' });
    expect((await ask(server, 'GET', '/boxes/1/things')).body).toContain('"x"');
    await ask(server, 'DELETE', '/boxes/1');
    const { body } = await ask(other, 'GET', '/_kit/resources?collection=/boxes/2/things');
    expect(JSON.parse(body)).toMatchObject({ total: 1, stored: 2 });
  });

  it('give no identity twice, and let one of many have a code, from 16 clients', async () => {
    const servers = [await replica('many'), await replica('many'), await replica('many')];
    const clients = Array.from({ length: 16 }, async (_, client) => {
      const made: string[] = [];
      for (let i = 0; i < 12; i += 1) {
        const { status, body } = await ask(servers[(client + i) % 3]!, 'POST', '/boxes', {
          label: 'x',
        });
        expect(status).toBe(201);
        const { id } = JSON.parse(body) as { id: number };
        made.push(String(id));
        const read = await ask(servers[(client + i + 1) % 3]!, 'GET', `/boxes/${id}`);
        expect(read.status).toBe(200);
      }
      const shelf = { code: 'the-one', height: client };
      return { made, shelf: (await ask(servers[client % 3]!, 'POST', '/shelves', shelf)).status };
    });
    const all = await Promise.all(clients);
    const ids = all.flatMap(({ made }) => made);
    expect(new Set(ids).size).toBe(16 * 12);
    const statuses = all.map(({ shelf }) => shelf).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, ...Array<number>(15).fill(409)]);
  });

  it('answer a request with an idempotency key once, whichever is asked', async () => {
    const [first, other] = [await replica('once'), await replica('once')];
    const key = { 'idempotency-key': 'k-1' };
    const answers = await Promise.all(
      [first, other, first, other].map((server) =>
        ask(server, 'POST', '/boxes', { label: 'a' }, key),
      ),
    );
    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(['{"id":1,"label":"a"}']));
    expect((await ask(first, 'GET', '/boxes')).body).toBe('[{"id":1,"label":"a"}]');
  });

  it('have the same settings, faults and answers', async () => {
    const [first, other] = [await replica('settings'), await replica('settings')];
    await ask(first, 'POST', '/_kit/faults', { kind: 'answer', status: 418, times: 2, after: 1 });
    const statuses = [];
    for (const server of [other, first, other, first])
      statuses.push((await ask(server, 'GET', '/boxes')).status);
    expect(statuses).toEqual([200, 418, 418, 200]);
    expect(JSON.parse((await ask(other, 'GET', '/_kit/faults')).body)).toEqual({ faults: [] });
    await ask(other, 'PUT', '/_kit/settings', { latency: 60 });
    const start = performance.now();
    await ask(first, 'GET', '/boxes');
    expect(performance.now() - start).toBeGreaterThan(50);
    await ask(first, 'POST', '/_kit/reset');
    expect((await ask(other, 'GET', '/_kit/settings')).body).toBe('{"latency":0}');
  });

  it('begin with the seed once, and have sandboxes of their own that end by themselves', async () => {
    const seed = { collections: { '/boxes': [{ id: 7, label: 'seeded' }] } };
    const limits = { sandboxIdle: 600, maxSandboxes: 2 };
    const servers = [await replica('seeded', seed, limits), await replica('seeded', seed, limits)];
    const [first, other] = servers as [MockServer, MockServer];
    const lists = await Promise.all(servers.map((server) => ask(server, 'GET', '/@a/boxes')));
    expect(lists.map(({ body }) => body)).toEqual(Array(2).fill('[{"id":7,"label":"seeded"}]'));
    await ask(first, 'POST', '/@a/boxes', { label: 'mine' });
    expect((await ask(other, 'GET', '/@a/boxes/8')).status).toBe(200);
    expect((await ask(other, 'GET', '/boxes/8')).status).toBe(404);
    await ask(first, 'GET', '/@b/boxes');
    expect((await ask(other, 'GET', '/@c/boxes')).status).toBe(503);
    const { body } = await ask(other, 'GET', '/_kit/sandboxes');
    const { sandboxes } = JSON.parse(body) as { sandboxes: { name: string; resources: number }[] };
    expect(sandboxes.map(({ name, resources }) => [name, resources])).toEqual([
      ['default', 1],
      ['a', 2],
      ['b', 1],
    ]);
    expect((await ask(other, 'DELETE', '/_kit/sandboxes/b')).status).toBe(204);
    expect((await ask(first, 'DELETE', '/_kit/sandboxes/b')).status).toBe(404);
    await expect
      .poll(async () => (await ask(first, 'GET', '/_kit/sandboxes')).body, { timeout: 5000 })
      .not.toContain('"a"');
    expect((await ask(other, 'GET', '/@a/boxes')).body).toBe('[{"id":7,"label":"seeded"}]');
  });

  it('tell what was asked of any of them, and what has changed', async () => {
    const [server, other] = [await replica('events'), await replica('events')];
    await ask(server, 'GET', '/boxes', undefined, { authorization: 'Bearer hush-hush' });
    await ask(other, 'GET', '/boxes/1');
    await expect
      .poll(async () => JSON.parse((await ask(server, 'GET', '/_kit/requests')).body) as object)
      .toMatchObject({
        last: 2,
        dropped: 0,
        requests: [
          { seq: 1, target: '/boxes' },
          { seq: 2, target: '/boxes/1' },
        ],
      });
    expect((await ask(other, 'GET', '/_kit/requests')).body).not.toContain('hush-hush');
    const stream = await fetch(`${other.url}/_kit/events`, { headers: { 'last-event-id': '1' } });
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    const listening = (async () => {
      for (;;) {
        const { done, value = '' } = await reader.read();
        heard += value;
        if (done) break;
      }
    })();
    await expect.poll(() => heard).toContain('id: 2');
    const asked = performance.now();
    await ask(server, 'POST', '/boxes', { label: 'news' });
    await expect.poll(() => heard, { interval: 5 }).toContain('event: resources');
    await expect.poll(() => heard, { interval: 5 }).toContain('id: 3');
    expect(performance.now() - asked).toBeLessThan(1000);
    expect(heard).not.toContain('id: 1\n');
    await reader.cancel();
    await listening;
  });

  it('refuse everything while the store is away, and go on when it is back', async () => {
    const [server, other] = [await replica('away'), await replica('away')];
    await ask(server, 'POST', '/boxes', { label: 'kept' });
    await ask(other, 'GET', '/boxes/1');
    redis.pause();
    const refused = await Promise.all([
      ask(server, 'POST', '/boxes', { label: 'maybe' }),
      ask(other, 'GET', '/boxes/1'),
      ask(other, 'GET', '/_kit/resources?collection=/boxes'),
    ]);
    redis.resume();
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(['1', '1', '1']);
    expect(refused[0].body).toMatch(/^\{"message":"the store redis:.*does not answer"\}$/);
    await expect.poll(async () => (await ask(other, 'GET', '/boxes/1')).body).toContain('kept');
    expect((await ask(server, 'POST', '/boxes', { label: 'next' })).status).toBe(201);
  });

  it('refuse changes while the store is full, and make none of them by half', async () => {
    const server = await replica('full');
    await ask(server, 'POST', '/boxes', { label: 'kept' });
    const admin = createClient({ url: redis.url });
    await admin.connect();
    await admin.configSet('maxmemory', '1');
    const refused = await ask(server, 'POST', '/boxes', { label: 'much' });
    const listed = await ask(server, 'GET', '/boxes');
    await admin.configSet('maxmemory', '0');
    admin.destroy();
    expect(refused.status).toBe(503);
    expect(refused.body).toMatch(/^\{"message":"the store redis:.* can't be used: OOM [^:]*"\}$/);
    expect(listed.body).toContain('kept');
    expect((await ask(server, 'POST', '/boxes', { label: 'next' })).body).toMatch(/"id":2\b/);
  });

  it('have nothing that is of one process alone', async () => {
    const sharedStore = await connect('alone');
    const mock = createMock({ document, sharedStore });
    expect(() => mock.handlers).toThrow(/shared with other processes/);
    await expect(mock.fetch(new Request('http://127.0.0.1/boxes'))).rejects.toThrow(/shared/);
    expect(() => mock.collection('/boxes').list()).toThrow(/shared with other processes/);
    expect(() => mock.reset()).toThrow(/shared with other processes/);
  });
});

describe.skipIf(program === undefined)('a store', () => {
  it('that can’t be reached in time is named without its password', async () => {
    const connecting = connectStore({ url: 'redis://me:hush@127.0.0.1:1/3', wait: 300 });
    await expect(connecting).rejects.toThrow(
      /^Failed to connect to the store redis:\/\/127\.0\.0\.1:1\/3: .*\. Start it, or wait longer with --wait\.$/,
    );
  });
});
