import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { bodiesInFlight } from '../../src/serve/bodies-in-flight.ts';
import { BODIES_IN_FLIGHT } from '../../src/serve/limits.ts';
import { control } from './control/control-client.ts';
import { fronts } from './hardening/fronts.ts';
import { serveThings } from './serve-things.ts';

/** Takes all room but some bytes, until it is disposed of. */
function leaving(bytes: number): Disposable {
  const answer = new EventEmitter() as EventEmitter & ServerResponse;
  expect(bodiesInFlight.hold(answer, BODIES_IN_FLIGHT - bytes)).toBe(true);
  return { [Symbol.dispose]: () => answer.emit('close') };
}

const create = (port: number, name: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/things`, {
    method: 'POST',
    headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
    body: JSON.stringify({ id: Math.floor(Math.random() * 1e9), name }),
  });

it.each(['the mock', 'the mock behind Prism'] as const)(
  '%s refuses bodies for which there is no memory, in the error shape, until there is some',
  async (name) => {
    await using front = await fronts[name]!();
    const room = leaving(1000);
    expect((await create(front.port, 'x')).status).toBe(200);
    const refused = await create(front.port, 'x'.repeat(2000));
    expect(refused.status).toBe(503);
    expect(await refused.json()).toEqual({
      error: 6003,
      message: expect.stringContaining('memory') as string,
    });
    room[Symbol.dispose]();
    expect((await create(front.port, 'x'.repeat(2000))).status).toBe(200);
  },
);

it('the proxy passes on what there is no memory for, without validating it', async () => {
  await using front = await fronts['the proxy']!();
  using _room = leaving(1000);
  expect((await create(front.port, 'x'.repeat(2000))).status).toBe(503);
});

it('the control API refuses them, too', async () => {
  await using mock = await serveThings();
  using _room = leaving(1000);
  const answer = await control(mock.url, 'POST', '/resources', {
    resources: [{ id: 1, name: 'x'.repeat(2000) }],
  });
  expect(answer.status).toBe(503);
});

it('a client that reads nothing of its answer takes no more memory than there is', async () => {
  await using mock = await serveThings({ seed: [{ id: 1, name: 'x'.repeat(200_000) }] });
  const snapshot = (): Promise<Response> => fetch(`${mock.url}/_kit/snapshot`);
  expect((await snapshot()).status).toBe(200);
  const room = leaving(1000);
  await expect(snapshot()).rejects.toThrow('fetch failed');
  room[Symbol.dispose]();
  expect(((await (await snapshot()).json()) as { resources: unknown[] }).resources).toHaveLength(1);
});
