import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type MockServer, createMockServer } from '../../mocks/server.ts';
import { freePort } from '../setup/free-port.ts';
import { programPath } from '../setup/program-path.ts';

const haproxy = programPath(['haproxy'], 'HAProxy as it is deployed');
const file = join(import.meta.dirname, '../../deploy/haproxy.cfg');

/** HAProxy as it is deployed, but for where it listens and where the mocks are. */
async function balance(mocks: readonly MockServer[]): Promise<AsyncDisposable & { url: string }> {
  const port = await freePort();
  const servers = mocks.map((mock, i) => `server mock${i} 127.0.0.1:${mock.port}`);
  const text = readFileSync(file, 'utf8')
    .replace(/^ {2}bind .*$/m, `  bind 127.0.0.1:${port}`)
    .replace(/^ {2}server-template .*$/m, servers.map((line) => `  ${line}`).join('\n'));
  const folder = mkdtempSync(join(tmpdir(), 'haproxy-'));
  writeFileSync(join(folder, 'haproxy.cfg'), text);
  const child = spawn(haproxy!, ['-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries += 1) {
    const isUp = await fetch(`${url}/_kit/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) break;
    await delay(20);
  }
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}

/** Waits until something holds, for 10 seconds at most: checks are late where the machine is busy. */
async function waitUntil(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !holds(); tries += 1) await delay(20);
}

it.skipIf(haproxy === undefined)(
  'behind HAProxy, a replica that ends fails no request, and is asked again when it is back',
  async () => {
    await using stack = new AsyncDisposableStack();
    const start = async (port = 0): Promise<MockServer> =>
      stack.use(
        await createMockServer({
          port,
          host: '0.0.0.0',
          controlToken: 'a-secret-token',
          prism: false,
        }),
      );
    const mocks = [await start(), await start(), await start()];
    const { url } = stack.use(await balance(mocks));
    let id = 0;
    const over = new AbortController();
    const statuses = new Map<number, number>();
    const client = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const response = await fetch(`${url}/plants`, {
          method: 'POST',
          headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
          body: JSON.stringify({ id: (id += 1), name: 'Fern' }),
        });
        await response.text();
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      }
    };
    const clients = Promise.all(Array.from({ length: 8 }, client));
    const isServing = (mock: MockServer): boolean => mock.plants.list().length > 0;
    await waitUntil(() => mocks.every(isServing));
    expect(mocks.map(isServing)).toEqual([true, true, true]);
    const { port } = mocks[0]!;
    await mocks[0]!.close(10_000);
    await delay(200);
    const again = await start(port);
    await waitUntil(() => isServing(again));
    over.abort();
    await clients;
    expect(isServing(again)).toBe(true);
    expect([...statuses.keys()]).toEqual([200]);
  },
);
