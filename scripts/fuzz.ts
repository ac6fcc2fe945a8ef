/**
 * Attacks mock, gateway, proxy and, where there is a Redis, a mock whose store is shared, on raw sockets:
 * `npm run fuzz -- [connections] [seed]`, by default 10,000 connections, as many to each. With `npm run fuzz -- documents [count] [seed]`, documents
 * that are hard to take go through mock and `verify`; with `npm run fuzz -- servers [count] [seed]`,
 * `verify` judges servers that do harm now and then; with `npm run fuzz -- secrets [count] [seed]`, servers
 * that repeat its credential; with `npm run fuzz -- persist [count] [seed]`, mocks that keep their store on
 * file are killed; with `npm run fuzz -- shared [count] [seed]`, replicas that share a Redis of its own are
 * compared with a mock in memory. By default 200 of each.
 */
import * as fc from 'fast-check';
import { hostileAnswers } from '../test/cli/hostile/answers.ts';
import { leak, leaksOf } from '../test/cli/hostile/leaks.ts';
import { tryCrashes } from '../test/cli/persist/crashes.ts';
import { harmDoneBy } from '../test/cli/hostile/judge-hostile.ts';
import { tryDocuments } from '../test/face/documents/try-documents.ts';
import { fronts } from '../test/serve/hardening/fronts.ts';
import { startSharedFront } from '../test/serve/hardening/shared-front.ts';
import { fuzzTable } from '../test/serve/hardening/fuzz/fuzz-table.ts';
import { fuzz } from '../test/serve/hardening/fuzz/fuzz-run.ts';
import { tryStore } from '../test/serve/shared/try-store.ts';
import { redisPath } from '../test/setup/redis-server.ts';

/** Of CPU, for one document. */
const MOST_SECONDS = 2;

const kinds: Readonly<Record<string, (count: number, seed: number) => Promise<void>>> = {
  documents: fuzzDocuments,
  servers: fuzzServers,
  secrets: fuzzSecrets,
  persist: fuzzPersist,
  shared: fuzzShared,
};
const kind = kinds[process.argv[2] ?? ''];
const [first, second] = process.argv.slice(kind ? 3 : 2);
const [count, seed] = [
  Number(first ?? (kind ? 200 : 10_000)),
  Number(second ?? Date.now() % 2 ** 31),
];
if (!(count > 0) || !Number.isInteger(seed)) {
  throw new Error('Failed to fuzz: both arguments are numbers, `npm run fuzz -- 10000 42`.');
}
await (kind ?? fuzzFronts)(count, seed);

async function fuzzFronts(count: number, seed: number): Promise<void> {
  const redis = redisPath();
  const shared = redis === undefined ? {} : { 'the shared store': () => startSharedFront(redis) };
  const all = Object.entries({ ...fronts, ...shared });
  const each = Math.ceil(count / all.length);
  for (const [name, start] of all) {
    const begin = performance.now();
    await using front = await start();
    try {
      const result = await fuzz(front, each, seed);
      const seconds = ((performance.now() - begin) / 1000).toFixed(1);
      console.log(`${name}: ${seconds} s, seed ${seed}\n${fuzzTable(result)}`);
    } catch (error) {
      console.error(`${name}: ${(error as Error).message}`);
      process.exitCode = 1;
    }
  }
}

async function fuzzDocuments(count: number, seed: number): Promise<void> {
  const { broken, seconds } = await tryDocuments({ count, seed });
  for (const { document, problem } of broken) console.error(`${problem}\n${document}\n`);
  const most = Math.max(0, ...seconds);
  console.log(
    `${seconds.length} of ${count} documents, seed ${seed}: ${broken.length} broke something; ${most.toFixed(1)} s of CPU at most`,
  );
  if (broken.length > 0 || most > MOST_SECONDS) process.exitCode = 1;
}

/** Each is a server of its own: some of the hostile answers, one in so many requests. */
async function fuzzServers(count: number, seed: number): Promise<void> {
  const names = fc.constantFrom(...Object.keys(hostileAnswers));
  const server = fc.record({
    answers: fc.array(names, { minLength: 1, maxLength: 4 }),
    oneIn: fc.constantFrom(1, 2, 5, 20, 100),
    after: fc.nat(60),
  });
  let harmful = 0;
  for (const { answers, oneIn, after } of fc.sample(server, { numRuns: count, seed })) {
    let requests = 0;
    const harms = await harmDoneBy(() => {
      requests += 1;
      const isHostile = requests > after && requests % oneIn === 0;
      return isHostile ? answers[(requests / oneIn) % answers.length] : undefined;
    });
    if (harms.length === 0) continue;
    harmful += 1;
    console.error(`${answers.join(', ')}; one in ${oneIn} after ${after}:\n${harms.join('\n')}\n`);
  }
  console.log(`${count} servers, seed ${seed}: ${harmful} did harm`);
  if (harmful > 0) process.exitCode = 1;
}

/** Each is a server of its own that repeats the credential, spelled in some of all ways. */
async function fuzzSecrets(count: number, seed: number): Promise<void> {
  let leaking = 0;
  for (const tried of fc.sample(leak, { numRuns: count, seed })) {
    const leaks = await leaksOf(tried);
    if (leaks.length === 0) continue;
    leaking += 1;
    const { secret, places } = tried;
    console.error(`${JSON.stringify(secret)} in ${places.join(', ')}:\n${leaks.join('\n')}\n`);
  }
  console.log(`${count} secrets, seed ${seed}: ${leaking} leaked`);
  if (leaking > 0) process.exitCode = 1;
}

/** Mocks with `--persist` that are killed, on full disks and with rivals. */
async function fuzzPersist(count: number, seed: number): Promise<void> {
  const { wrong, isSmall, ...counts } = await tryCrashes(count, seed);
  for (const problem of wrong) console.error(problem);
  console.log(`${count} processes, seed ${seed}: ${wrong.length} wrong`, counts);
  if (!isSmall) console.log('No disk was full: mounting a small one takes root, on Linux.');
  if (wrong.length > 0) process.exitCode = 1;
}

/** Scripts of requests to replicas that share a store; skipped, with a word, where there is no Redis. */
async function fuzzShared(count: number, seed: number): Promise<void> {
  const program = redisPath();
  if (program === undefined) return;
  const { requests, answers } = await tryStore(program, count, seed);
  console.log(
    `${count} scripts of ${requests} requests, seed ${seed}: all answered alike`,
    answers,
  );
}
