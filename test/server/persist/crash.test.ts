import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showJson } from '../../../src/openapi/json/stringify-json.ts';
import { readJournal } from '../../../src/server/persist/read-journal.ts';
import { startProcess } from '../mock-process.ts';

/** `CRASH_ROUNDS=100` for the long form. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 8);
const CLIENTS = 4;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crash-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** The status of a create; `undefined` where the server went away first. */
function create(
  url: string,
  id: bigint,
  agent: Agent,
  path = '/plants',
): Promise<number | undefined> {
  const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const outgoing = request(`${url}${path}`, { method: 'POST', headers, agent }, (answer) => {
    answer.resume();
    // Acknowledged with the head: the body may be cut off by the crash.
    resolve(answer.statusCode);
  });
  outgoing.on('error', () => resolve(undefined));
  outgoing.end(`{"id":${id},"name":"Fern ${'x'.repeat(Number(id % 300n))}","tag":"crash"}`);
  return promise;
}

/** A service of your own, with two creating operations. */
const SHOP = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: Object.fromEntries(
    ['/shelves/{shelf}/pots', '/plants'].map((path, i) => {
      const parameter = { name: 'shelf', in: 'path', required: true, schema: { type: 'string' } };
      const schema = {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { type: 'integer', format: 'int64' }, name: { type: 'string' } },
      };
      const post = {
        operationId: `create${i}`,
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { 200: { description: 'Kept.' } },
      };
      return [path, { parameters: i === 0 ? [parameter] : [], post }];
    }),
  ),
});

/** The ids that a file holds in each of its collections. */
async function idsIn(file: string): Promise<{ kept: Set<string>; damages: number }> {
  const { collections, damages } = readJournal(await readFile(file), file);
  const ids = [...collections].flatMap(([name, list]) =>
    list.map(({ id }) => `${name} ${showJson(id!)}`),
  );
  return { kept: new Set(ids), damages: damages.length };
}

describe('a mock with two collections that is killed while it writes', () => {
  it('has every acknowledged resource where it was created', { timeout: 60_000 }, async () => {
    const file = join(folder, 'shop.jsonl');
    const spec = join(folder, 'shop.json');
    await writeFile(spec, SHOP);
    const acknowledged = new Set<string>();
    let next = 2n ** 53n;
    for (let round = 0; round < 2; round += 1) {
      await using mock = await startProcess(['--persist', file, '--spec', spec]);
      const agent = new Agent({ keepAlive: true });
      const clients = ['/plants', '/shelves/a/pots', '/shelves/b/pots'].map(async (path) => {
        for (;;) {
          const id = (next += 1n);
          const status = await create(mock.url, id, agent, path);
          if (status === undefined) return;
          expect(status).toBe(200);
          acknowledged.add(`${path} ${id}`);
        }
      });
      await delay(100);
      await mock.end('SIGKILL');
      await Promise.all(clients);
      agent.destroy();
      const { kept, damages } = await idsIn(file);
      expect(damages).toBeLessThanOrEqual(1);
      expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([]);
    }
    expect(new Set([...acknowledged].map((one) => one.split(' ')[0])).size).toBe(3);
  });
});

describe('a mock that is killed while it writes', () => {
  it('has every acknowledged resource after the restart', { timeout: 180_000 }, async () => {
    const file = join(folder, 'store.jsonl');
    const acknowledged = new Set<bigint>();
    // Around what `number` can hold, so that a rounded id would be missed.
    let next = 2n ** 53n;
    let torn = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await using mock = await startProcess(['--persist', file, '--profile', 'typical']);
      torn += mock.stderr().includes('damaged') ? 1 : 0;
      const agent = new Agent({ keepAlive: true });
      const latest = [...acknowledged].at(-1);
      if (latest !== undefined) expect(await create(mock.url, latest, agent)).toBe(409);
      const clients = Array.from({ length: CLIENTS }, async () => {
        for (;;) {
          const id = (next += 1n);
          const status = await create(mock.url, id, agent);
          if (status === undefined) return;
          expect(status).toBe(200);
          acknowledged.add(id);
        }
      });
      await delay(5 + ((round * 7) % 40));
      await mock.end('SIGKILL');
      await Promise.all(clients);
      agent.destroy();
      const { resources, damages } = readJournal(await readFile(file), file);
      // The last line can be torn; no other.
      expect(damages.length).toBeLessThanOrEqual(1);
      const kept = new Set(resources.map(({ id }) => BigInt(showJson(id!))));
      expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([]);
    }
    expect(acknowledged.size).toBeGreaterThan(0);
    if (process.env['CRASH_ROUNDS'] !== undefined) {
      process.stdout.write(`${ROUNDS} kills, ${acknowledged.size} acknowledged, ${torn} torn\n`);
    }
  });
});
