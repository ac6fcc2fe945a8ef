import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProfileAnswers } from '../../../src/index.ts';
import { showJson } from '../../../src/openapi/json/stringify-json.ts';
import { readJournal } from '../../../src/serve/persist/read-journal.ts';
import { type ListeningProcess, startListening } from '../../setup/listening-process.ts';
import { thingsFile } from '../../setup/things-document.ts';

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

function startPersisting(
  document: string,
  file: string,
  answers: ProfileAnswers = {},
): Promise<ListeningProcess> {
  const script = join(import.meta.dirname, '../../setup/persisting-mock.ts');
  return startListening([script, document, file, JSON.stringify(answers)]);
}

function bodyOf(id: bigint): string {
  return `{"id":${id},"name":"Lamp ${'x'.repeat(Number(id % 300n))}","tag":"crash"}`;
}

/** The status of a create; `undefined` where the server went away first. */
function create(
  url: string,
  id: bigint,
  agent: Agent,
  path = '/things',
): Promise<number | undefined> {
  return send('POST', url + path, agent, bodyOf(id));
}

/** The status of an answer; `undefined` where the server went away first. */
function send(
  method: string,
  url: string,
  agent: Agent,
  body?: string,
): Promise<number | undefined> {
  const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const outgoing = request(url, { method, headers, agent }, (answer) => {
    answer.resume();
    // Acknowledged with the head: the body may be cut off by the crash.
    resolve(answer.statusCode);
  });
  outgoing.on('error', () => resolve(undefined));
  outgoing.end(body);
  return promise;
}

const RESPONSES = { 200: { description: 'Done.' } };

function collectionPath(id: string, parameters: readonly object[]): object {
  const schema = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer', format: 'int64' }, name: { type: 'string' } },
  };
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  const post = { operationId: id, requestBody, responses: RESPONSES };
  // What is listed is a collection, also below another resource.
  return { parameters, get: { responses: RESPONSES }, post };
}

function pathParameter(name: string, schema: object): object {
  return { name, in: 'path', required: true, schema };
}

/** A service of your own, with two creating operations and one that deletes. */
const SHOP = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/shelves/{shelf}/pots': collectionPath('createPot', [
      pathParameter('shelf', { type: 'string' }),
    ]),
    '/lamps': collectionPath('createLamp', []),
    '/lamps/{id}': {
      parameters: [pathParameter('id', { type: 'integer', format: 'int64' })],
      delete: { operationId: 'deleteLamp', responses: RESPONSES },
    },
  },
});

function pathsOf(ids: ReadonlySet<string>): Set<string | undefined> {
  return new Set([...ids].map((id) => id.split(' ')[0]));
}

/** The ids that a file holds in each of its collections. */
async function idsIn(file: string): Promise<{ kept: Set<string>; damages: number }> {
  const { collections, damages } = readJournal(await readFile(file), file);
  const ids = [...collections].flatMap(([name, list]) =>
    list.map(({ id }) => `${name} ${showJson(id!)}`),
  );
  return { kept: new Set(ids), damages: damages.length };
}

describe('a mock with two collections that is killed while it writes', () => {
  it(
    'has every acknowledged resource where it was created, and none that was deleted',
    { timeout: 60_000 },
    async () => {
      const file = join(folder, 'shop.jsonl');
      const spec = join(folder, 'shop.json');
      await writeFile(spec, SHOP);
      const acknowledged = new Set<string>();
      const deleted = new Set<string>();
      let next = 2n ** 53n;
      for (let round = 0; round < 2; round += 1) {
        await using mock = await startPersisting(spec, file);
        const agent = new Agent({ keepAlive: true });
        const clients = ['/lamps', '/shelves/a/pots', '/shelves/b/pots'].map(async (path) => {
          for (;;) {
            const id = (next += 1n);
            const status = await create(mock.url, id, agent, path);
            if (status === undefined) return;
            expect(status).toBe(200);
            if (path !== '/lamps' || id % 2n === 0n) {
              acknowledged.add(`${path} ${id}`);
              continue;
            }
            const gone = await send('DELETE', `${mock.url}${path}/${id}`, agent);
            if (gone === undefined) return;
            expect(gone).toBe(200);
            deleted.add(`${path} ${id}`);
          }
        });
        // On a busy machine it takes a while until each client had an answer.
        const before = deleted.size;
        const end = Date.now() + 20_000;
        const isEarly = (): boolean => deleted.size === before || pathsOf(acknowledged).size < 3;
        while (isEarly() && Date.now() < end) await delay(10);
        await delay(50);
        await mock.end('SIGKILL');
        await Promise.all(clients);
        agent.destroy();
        const { kept, damages } = await idsIn(file);
        expect(damages).toBeLessThanOrEqual(1);
        expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([]);
        expect([...deleted].filter((id) => kept.has(id))).toEqual([]);
      }
      expect(deleted.size).toBeGreaterThan(0);
      expect(pathsOf(acknowledged).size).toBe(3);
    },
  );
});

describe('a mock that is killed while it writes', () => {
  it('has every acknowledged resource after the restart', { timeout: 180_000 }, async () => {
    const file = join(folder, 'store.jsonl');
    const acknowledged = new Set<bigint>();
    // Around what `number` can hold, so that a rounded id would be missed.
    let next = 2n ** 53n;
    let torn = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await using mock = await startPersisting(thingsFile, file, {
        createThing: { 'used-id': 'refused 409' },
      });
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
      // Every other kill comes whatever has been answered, which on a busy machine may be nothing.
      const before = acknowledged.size;
      const end = Date.now() + (round % 2) * 10_000;
      while (acknowledged.size === before && Date.now() < end) await delay(1);
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
