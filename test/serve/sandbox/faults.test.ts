import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { serveThings } from '../serve-things.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import type { FaultOptions } from '../../../src/mock/faults.ts';
import { control, createThing } from '../control/control-client.ts';
import { fakeTimers } from '../../setup/fake-timers.ts';

let plain: MockServer;
let validated: MockServer;

beforeAll(async () => {
  [plain, validated] = await Promise.all([serveThings(), serveThings({}, { prism: true })]);
});
afterAll(async () => {
  await Promise.all([plain.close(), validated.close()]);
});
beforeEach(() => {
  plain.reset();
  validated.reset();
});

/** Statuses of creates with these ids, one after the other; 0 for a dropped connection. */
async function statuses(base: string, ids: readonly number[]): Promise<number[]> {
  const list: number[] = [];
  for (const id of ids) {
    list.push(
      await createThing(base, id).then(
        ({ status }) => status,
        () => 0,
      ),
    );
  }
  return list;
}

describe.each<[string, () => MockServer]>([
  ['without Prism', () => plain],
  ['behind Prism', () => validated],
])('%s', (_, server) => {
  it('the next creates fail, then all is well', async () => {
    await control(server().url, 'POST', '/faults', {
      kind: 'answer',
      operation: 'createThing',
      times: 2,
      status: 503,
      headers: { 'Retry-After': '7' },
    });
    const failed = await createThing(server().url, 1);
    expect(failed.status).toBe(503);
    expect(failed.headers.get('retry-after')).toBe('7');
    expect(await failed.json()).toEqual({ error: 503, message: expect.any(String) as string });
    expect(await statuses(server().url, [2, 3])).toEqual([503, 200]);
    expect(server().resources.list()).toEqual([{ id: 3, name: 'Lamp' }]);
    expect(server().faults.list()).toEqual([]);
  });

  it.each<[string, Partial<FaultOptions>]>([
    ['a header with a line break', { headers: { 'x-a': 'b\r\nc' } }],
    ['a header whose name is none', { headers: { 'x a': 'b' } }],
    ['a status that HTTP has not', { status: 99 }],
    ['a time that is not a number of milliseconds', { latency: -1 }],
  ])('%s is refused when it is asked for', async (_, options) => {
    expect(() => server().failNext(options)).toThrow(/^Failed to add the fault: .+\.$/);
    expect(() => server().restore({ faults: [{ kind: 'answer', ...options }] })).toThrow(
      'Failed to add the fault',
    );
    expect(await statuses(server().url, [1])).toEqual([200]);
  });

  it('an answer is given as it was asked for, integers exact', async () => {
    server().failNext({ status: 200, body: { name: 'x', n: 2n ** 63n - 1n } });
    const exact = await createThing(server().url, 1);
    expect([exact.status, await exact.text()]).toEqual([
      200,
      '{"name":"x","n":9223372036854775807}',
    ]);
    server().failNext({ status: 418, body: 'teapot', headers: { 'Content-Type': 'text/plain' } });
    const text = await createThing(server().url, 1, 'x', { origin: 'https://page.example' });
    expect([text.status, await text.text()]).toEqual([418, 'teapot']);
    expect(text.headers.get('content-type')).toBe('text/plain');
    expect(text.headers.get('access-control-allow-origin')).toBe('https://page.example');
    server().failNext({ status: 204 });
    expect((await createThing(server().url, 1)).status).toBe(204);
  });

  it('a connection is dropped, and nothing stored', async () => {
    server().failNext({ kind: 'drop' });
    await expect(createThing(server().url, 1)).rejects.toThrow('fetch failed');
    expect(server().store.size).toBe(0);
    expect(server().requests().at(-1)).toMatchObject({
      status: 0,
      fault: expect.any(Number) as number,
    });
    expect((await createThing(server().url, 1)).status).toBe(200);
  });

  it('a body is cut in the middle of what was announced', async () => {
    server().failNext({ kind: 'truncate' });
    const socket = connect(server().port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const body = '{"id":1,"name":"Lamp"}';
    socket.write(
      `POST /things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer t\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await once(socket, 'close', { signal: AbortSignal.timeout(10_000) });
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text).toMatch(/content-length: 15\r\n/i);
    expect(text.split('\r\n\r\n')[1]).toBe('{"name"');
    expect(server().store.size).toBe(1);
  });

  it('an answer waits', async () => {
    using clock = fakeTimers();
    await control(server().url, 'PUT', '/settings', { latency: 60_000 });
    server().failNext({ kind: 'latency', latency: 120_000 });
    const answer = createThing(server().url, 1);
    await clock.waiting();
    await clock.advance(179_999);
    expect(server().store.size).toBe(0);
    await clock.advance(1);
    expect((await answer).status).toBe(200);
    expect(server().requests().at(-1)!.duration).toBeGreaterThan(0);
  });

  it('the longest times together are no short one', async () => {
    const longest = 2 ** 31 - 1;
    await control(server().url, 'PUT', '/settings', { latency: longest });
    server().failNext({ kind: 'latency', latency: longest });
    using clock = fakeTimers();
    const controller = new AbortController();
    const answer = fetch(`${server().url}/things`, { signal: controller.signal });
    await clock.waiting();
    await clock.advance(longest - 1);
    controller.abort(new Error('still waiting'));
    await expect(answer).rejects.toThrow('still waiting');
  });

  it('are of one sandbox only', async () => {
    const base = `${server().url}/@shaky`;
    await control(base, 'POST', '/faults', { kind: 'answer', times: null });
    expect(await statuses(server().url, [1])).toEqual([200]);
    expect(await statuses(base, [1, 2])).toEqual([500, 500]);
    await control(base, 'DELETE', '/faults');
    expect(await statuses(base, [1])).toEqual([200]);
    server().dropSandbox('shaky');
  });
});

describe('a fault', () => {
  it('can be taken back by its id', async () => {
    const { body } = await control(plain.url, 'POST', '/faults', { kind: 'drop' });
    const id = Number(body['id']);
    expect((await control(plain.url, 'GET', '/faults')).body['faults']).toHaveLength(1);
    expect((await control(plain.url, 'DELETE', `/faults/${id}`)).status).toBe(204);
    expect(await statuses(plain.url, [1])).toEqual([200]);
  });

  it('of an operation leaves other requests alone', async () => {
    plain.failNext({ operation: 'createThing' });
    expect((await fetch(`${plain.url}/other`)).status).toBe(404);
    expect((await fetch(`${plain.url}/things`)).status).toBe(405);
    expect(await statuses(plain.url, [1, 2])).toEqual([500, 200]);
  });

  it('of any request leaves preflights alone', async () => {
    plain.failNext();
    const preflight = await fetch(`${plain.url}/things`, {
      method: 'OPTIONS',
      headers: { origin: 'https://page.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect((await fetch(`${plain.url}/other`)).status).toBe(500);
  });
});

describe('faults and memory', () => {
  const large = (megabytes: number): { kind: 'answer'; body: string } => ({
    kind: 'answer',
    body: 'x'.repeat(megabytes * 2 ** 20),
  });

  it('take of it what all that is stored may take', async () => {
    await using server = await serveThings({ maxBytes: 4 * 2 ** 20 });
    const add = async (base: string): Promise<number> =>
      (await control(base, 'POST', '/faults', large(1))).status;
    const other = `${server.url}/@other`;
    const all = [await add(server.url), await add(server.url), await add(other), await add(other)];
    expect(all).toEqual([201, 201, 201, 400]);
    server.dropSandbox('other');
    expect(await add(server.url)).toBe(201);
    expect(await add(server.url)).toBe(400);
    // One that has acted is gone.
    expect(await statuses(server.url, [1])).toEqual([500]);
    expect(await add(server.url)).toBe(201);
    expect((await control(server.url, 'DELETE', '/faults')).status).toBe(204);
    expect([await add(server.url), await add(server.url)]).toEqual([201, 201]);
  });

  it('change nothing where a snapshot has too many of them', async () => {
    await using server = await serveThings({ maxBytes: 4 * 2 ** 20 });
    server.failNext(large(1));
    const before = (await control(server.url, 'GET', '/snapshot')).body;
    const states: JsonObject[] = [
      { faults: [large(2), large(2)], latency: 5 },
      { faults: [large(1)], resources: [{ id: 1, name: 'x'.repeat(4 * 2 ** 20) }] },
    ];
    for (const state of states) {
      const { status } = await control(server.url, 'PUT', '/snapshot', state);
      expect(status).toBe(400);
      expect((await control(server.url, 'GET', '/snapshot')).body).toEqual(before);
    }
    const whole = { faults: [large(1), large(1)] };
    expect((await control(server.url, 'PUT', '/snapshot', whole)).status).toBe(204);
  });
});
