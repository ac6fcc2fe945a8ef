import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { RECORDED_BYTES } from '../../../src/serve/limits.ts';
import { serveThings } from '../serve-things.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { control, createThing, errorCode } from '../control/control-client.ts';
import { readEvents } from '../control/event-client.ts';
import { until } from '../http-helpers.ts';
import { fakeTimers } from '../../setup/fake-timers.ts';

let server: MockServer;
let validated: MockServer;

beforeAll(async () => {
  [server, validated] = await Promise.all([
    serveThings({ seed: [{ id: 1, name: 'Seeded' }], profile: 'typical' }),
    serveThings({}, { prism: true }),
  ]);
});
afterAll(async () => {
  agent.destroy();
  await Promise.all([server.close(), validated.close()]);
});

const agent = new Agent({ keepAlive: true });

/** The status of a create. As `fetch` does it, five thousand would take twice the processor. */
function statusOf(
  base: string,
  id: number,
  name: string,
  headers: Readonly<Record<string, string>>,
): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const outgoing = request(`${base}/things`, {
    method: 'POST',
    agent,
    headers: { authorization: 'Bearer t', 'content-type': 'application/json', ...headers },
  });
  outgoing.on('response', (incoming) => {
    incoming.resume().on('end', () => resolve(incoming.statusCode));
  });
  outgoing.on('error', reject);
  outgoing.end(`{"id":${id},"name":"${name}"}`);
  return promise;
}

/** Fills sandboxes at the same time, each with things named after it; what each holds then. */
async function fill(at: MockServer, sandboxes: number, things: number): Promise<string[][]> {
  const names = Array.from({ length: sandboxes }, (_, i) => `test-${i}`);
  const all = names.flatMap((name) => Array.from({ length: things }, (_, i) => [name, i] as const));
  // By turns, so that requests of all sandboxes are under way at the same time.
  const turns = all.toSorted(([, a], [, b]) => a - b);
  const workers = Array.from({ length: 32 }, async () => {
    for (let turn = turns.pop(); turn !== undefined; turn = turns.pop()) {
      const [name, i] = turn;
      const byHeader = i % 2 === 0;
      const base = byHeader ? at.url : `${at.url}/@${name}`;
      const headers: Record<string, string> = byHeader ? { 'x-sandbox': name } : {};
      const status = await statusOf(base, i + 10, name, headers);
      if (status !== 200) throw new Error(`${name}: ${status}`);
    }
  });
  await Promise.all(workers);
  return await Promise.all(
    names.map(async (name) => {
      const { body } = await control(`${at.url}/@${name}`, 'GET', '/resources?limit=1000');
      return (body['resources'] as { id: number; name: string }[]).map(
        (thing) => `${thing.id} ${thing.name}`,
      );
    }),
  );
}

function expected(sandbox: number, things: number): string[] {
  return Array.from({ length: things }, (_, i) => `${i + 10} test-${sandbox}`).sort();
}

/** Its one operation takes a number as `?limit=`. */
const listing = {
  openapi: '3.1.0',
  info: { title: 'Listing', version: '1' },
  paths: {
    '/things': {
      get: {
        operationId: 'listThings',
        parameters: [{ name: 'limit', in: 'query', required: true, schema: { type: 'integer' } }],
        responses: { '200': { description: 'Things' }, '400': { description: 'Wrong' } },
      },
    },
  },
};

async function sandboxNames(url: string): Promise<unknown[]> {
  const { body } = await control(url, 'GET', '/sandboxes');
  return (body['sandboxes'] as JsonObject[]).map(({ name }) => name);
}

/** Whether there is the default one only. */
async function areGone(url: string): Promise<true | undefined> {
  return (await sandboxNames(url)).length === 1 ? true : undefined;
}

describe('sandboxes', () => {
  it('see the query, too', async () => {
    await using other = await serveThings({ document: documentFromValue(listing) });
    const status = async (target: string): Promise<number> =>
      (await fetch(other.url + target)).status;
    expect(await status('/@a/things?limit=1')).toBe(200);
    expect(await status('/@a/things?limit=x')).toBe(400);
    expect(await status('/@a/things')).toBe(400);
  });

  it('in parallel, 50 with 100 creates each, see only their own', async () => {
    const held = await fill(server, 50, 100);
    for (const [i, list] of held.entries()) {
      expect(list.toSorted()).toEqual(['1 Seeded', ...expected(i, 100)].sort());
    }
    expect(server.resources.list()).toEqual([{ id: 1, name: 'Seeded' }]);
    for (let i = 0; i < 50; i += 1) server.dropSandbox(`test-${i}`);
  });

  it('in parallel behind Prism see only their own', async () => {
    const held = await fill(validated, 10, 10);
    for (const [i, list] of held.entries()) expect(list.toSorted()).toEqual(expected(i, 10));
    expect(validated.requests()).toEqual([]);
    expect(validated.sandbox('test-3').requests()).toHaveLength(10);
    expect(
      validated
        .sandbox('test-3')
        .requests()
        .flatMap(({ findings }) => findings),
    ).toEqual([]);
  });

  it('begin as the server began', async () => {
    const base = `${server.url}/@fresh`;
    expect((await createThing(base, 1)).status).toBe(409);
    expect(await (await createThing(base, 2)).json()).toEqual({ id: 2, name: 'Lamp' });
    await control(base, 'PUT', '/profile', { profile: 'documented' });
    expect((await createThing(base, 1)).status).toBe(400);
    expect((await createThing(server.url, 1)).status).toBe(409);
    await control(base, 'POST', '/reset');
    expect(server.sandbox('fresh').resources.list()).toEqual([{ id: 1, name: 'Seeded' }]);
    expect((await createThing(base, 1)).status).toBe(409);
  });

  it('are listed, and dropped', async () => {
    await createThing(`${server.url}/%40gone`, 5);
    const { body } = await control(server.url, 'GET', '/sandboxes');
    expect(body['sandboxes']).toContainEqual({
      name: 'gone',
      resources: 2,
      requests: 1,
      idle: expect.any(Number) as number,
    });
    expect((await control(server.url, 'DELETE', '/sandboxes/gone')).status).toBe(204);
    expect((await control(server.url, 'DELETE', '/sandboxes/gone')).status).toBe(404);
    expect(server.sandbox('gone').resources.list()).toHaveLength(1);
  });

  it('keep the query, and an own path "/"', async () => {
    await fetch(`${server.url}/@query?x=1`);
    await fetch(`${server.url}/@query/things?x=1`);
    const targets = server
      .sandbox('query')
      .requests()
      .map(({ target }) => target);
    expect(targets).toEqual(['/?x=1', '/things?x=1']);
  });

  it('named "default" are the one without a name', async () => {
    await createThing(`${server.url}/@default`, 77);
    expect(server.store.has(77)).toBe(true);
    server.reset();
  });

  it.each(['/@-x/things', '/@/things', `/@${'x'.repeat(65)}/things`, '/@a b/things'])(
    'can not be called as in %s',
    async (path) => {
      const response = await fetch(server.url + path);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: 6001,
        message: expect.stringContaining('is no name of a sandbox') as string,
      });
    },
  );

  it('are told apart in the log', async () => {
    const targets: string[] = [];
    const listener = ({ target }: { target: string }): void => void targets.push(target);
    server.events.on('exchange', listener);
    await createThing(`${server.url}/@logged`, 5);
    await createThing(server.url, 5, 'Lamp', { cookie: 'x-sandbox=logged' });
    server.events.off('exchange', listener);
    expect(targets).toEqual(['/@logged/things', '/@logged/things']);
  });
});

it.each(['', '/@a'])('at %j keeps no more bytes of requests than it may', async (place) => {
  await using other = await serveThings({});
  const max = place === '' ? RECORDED_BYTES.default : RECORDED_BYTES.named;
  const name = 'x'.repeat(60_000);
  const most = Math.floor(max / name.length);
  for (let id = 1; id <= most + 5; id += 1) {
    expect(await statusOf(other.url + place, id, name, {})).toBe(200);
  }
  const { body } = await control(other.url + place, 'GET', '/requests?limit=10000');
  expect(Number(body['dropped'])).toBeGreaterThan(0);
  expect((body['requests'] as JsonObject[]).length).toBeLessThanOrEqual(most);
});

it('keep the fewer bytes of requests each, the more they are', async () => {
  await using other = await serveThings({});
  const name = 'x'.repeat(50_000);
  // It is in the answer, too.
  const most = Math.floor(RECORDED_BYTES.named / (2 * name.length)) - 2;
  const droppedOf = async (): Promise<number> => {
    const { body } = await control(`${other.url}/@a`, 'GET', '/requests');
    return Number(body['dropped']);
  };
  for (let id = 1; id <= most; id += 1) await statusOf(`${other.url}/@a`, id, name, {});
  expect(await droppedOf()).toBe(0);
  for (let i = 0; i < 600; i += 1) await statusOf(`${other.url}/@s${i}`, 1, 'Lamp', {});
  expect(await droppedOf()).toBeGreaterThan(0);
});

describe('the number of sandboxes', () => {
  it('is bounded: then a request is refused with what to do', async () => {
    await using small = await serveThings({ maxSandboxes: 2 });
    for (const name of ['a', 'b']) await createThing(`${small.url}/@${name}`, 1);
    const refused = await createThing(`${small.url}/@c`, 1);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({
      message: expect.stringContaining('there are 2 sandboxes already') as string,
    });
    const answer = await control(`${small.url}/@c`, 'GET', '/resources');
    expect([answer.status, errorCode(answer)]).toEqual([503, 'too-many-sandboxes']);
    expect(() => small.sandbox('c')).toThrow(/there are 2 sandboxes already/);
    small.dropSandbox('a');
    expect((await createThing(`${small.url}/@c`, 1)).status).toBe(200);
    expect((await createThing(`${small.url}/@b`, 1)).status).toBe(400);
  });

  it('stays as it is where others are made than those that were not used for a minute', async () => {
    using clock = fakeTimers();
    await using small = await serveThings({ maxSandboxes: 2, maxBytes: 2e5 });
    for (const name of ['a', 'b']) await createThing(`${small.url}/@${name}`, 1);
    await clock.advance(50_000);
    await createThing(`${small.url}/@a`, 2);
    await clock.advance(20_000);
    expect((await createThing(`${small.url}/@c`, 1)).status).toBe(200);
    expect(await sandboxNames(small.url)).toEqual(['default', 'a', 'c']);
    await clock.advance(50_000);
    expect((await createThing(small.url, 1, 'x'.repeat(150_000))).status).toBe(200);
    expect((await createThing(small.url, 2, 'x'.repeat(150_000))).status).toBe(400);
    expect(await sandboxNames(small.url)).toEqual(['default', 'c']);
  });

  it('stays as it is by the one that was not used for longest, whichever is the oldest', async () => {
    using clock = fakeTimers();
    await using small = await serveThings({ maxSandboxes: 2 });
    for (const name of ['a', 'b', 'a']) {
      await createThing(`${small.url}/@${name}`, 1);
      await clock.advance(10_000);
    }
    await clock.advance(60_000);
    expect((await createThing(`${small.url}/@c`, 1)).status).toBe(200);
    expect(await sandboxNames(small.url)).toEqual(['default', 'a', 'c']);
  });

  it('falls when nobody uses them', async () => {
    using clock = fakeTimers();
    await using brief = await serveThings({ sandboxIdle: 5000 });
    await createThing(`${brief.url}/@idle`, 1);
    brief.sandbox('idle');
    await clock.advance(5000);
    expect(await sandboxNames(brief.url)).toContain('idle');
    await clock.advance(5000);
    expect(await sandboxNames(brief.url)).not.toContain('idle');
    expect((await createThing(`${brief.url}/@idle`, 1)).status).toBe(200);
  });

  it('keeps those that are asked or watched', async () => {
    using clock = fakeTimers();
    await using brief = await serveThings({ sandboxIdle: 300 });
    const events = await readEvents(`${brief.url}/@watched/_kit/events`);
    await createThing(`${brief.url}/@watched`, 1);
    await clock.advance(900);
    expect(await sandboxNames(brief.url)).toContain('watched');
    await events[Symbol.asyncDispose]();
    await until(async () => {
      await clock.advance(300);
      return areGone(brief.url);
    });
  });
});
