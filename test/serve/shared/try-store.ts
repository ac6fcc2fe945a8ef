/** Tries a store that replicas share with hostile requests, and looks at all that it keeps of them. */
import { join } from 'node:path';
import * as fc from 'fast-check';
import { loadDocument } from '../../../src/index.ts';
import { startRedis } from '../../setup/redis-server.ts';
import { BesideMemory, type Sent } from './beside-memory.ts';
import { KeptInRedis } from './kept-in-redis.ts';
import { SANDBOXES, TOKEN, hostileScript, inSandbox } from './hostile-script.ts';

const file = join(import.meta.dirname, '../../shared/shelves.openapi.yaml');

/** Milliseconds of CPU that the mocks and the test may need for one request. */
const MOST_CPU = 2000;

const SNAPSHOTS = SANDBOXES.map((name) => inSandbox(name, '/_kit/snapshot'));

/** What came of it. */
export interface StoreTrial {
  readonly requests: number;
  /** By status. */
  readonly answers: ReadonlyMap<number, number>;
}

/**
 * Sends scripts of requests to a mock in memory and to replicas with a store of their own: both must answer alike.
 *
 * @param program Redis or Valkey.
 * @throws {Error} with the smallest script that went wrong, and the seed.
 */
export async function tryStore(program: string, count: number, seed: number): Promise<StoreTrial> {
  const document = await loadDocument(file);
  await using redis = await startRedis(program);
  await using content = await KeptInRedis.connect(redis.url);
  const answers = new Map<number, number>();
  let requests = 0;
  const property = fc.asyncProperty(hostileScript, async (script) => {
    await using mocks = await BesideMemory.start(redis.url, 'own', { document });
    await content.clear();
    for (const sent of script) {
      const status = await tryOne(mocks, sent);
      requests += 1;
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
    const [different] = await mocks.differences([], SNAPSHOTS);
    if (different !== undefined) throw new Error(`They have not stored the same: ${different}`);
    await content.assertClean('own', TOKEN);
  });
  const { failed, counterexample, errorInstance } = await fc.check(property, {
    numRuns: count,
    seed,
  });
  if (!failed) return { requests, answers };
  const shown = (counterexample?.[0] ?? []).map(
    ({ method, path, body }) => `${method} ${path} ${String(body).slice(0, 500)}`,
  );
  throw new Error(`Seed ${seed}. ${String(errorInstance)}\n${shown.join('\n')}`);
}

async function tryOne(mocks: BesideMemory, sent: Sent): Promise<number> {
  const before = process.cpuUsage();
  const { answer, other } = await mocks.ask(sent);
  const { user, system } = process.cpuUsage(before);
  if ((user + system) / 1000 > MOST_CPU) throw new Error(`${sent.path} takes too long`);
  // In memory there is a sandbox as soon as it is named, in a store only when it has something.
  if (other !== undefined && !sent.path.includes('/_kit/sandboxes/')) {
    throw new Error(`In memory:\n${answer.slice(0, 2000)}\nShared:\n${other.slice(0, 2000)}`);
  }
  const status = Number(answer.slice(0, 3));
  if (status >= 500 || answer.includes(TOKEN)) throw new Error(`Not to be answered: ${answer}`);
  return status;
}
