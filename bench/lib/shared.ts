import { type RedisServer, redisPath, startRedis } from '../../test/setup/redis-server.ts';
import { mockWithoutPrism, sharedMock } from './contenders.ts';
import { type Growth, type GrowthOptions, measureGrowth } from './growth.ts';
import { type Round, loadFor } from './load.ts';
import { cpuSeconds, residentMegabytes } from './process-facts.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
import { type Spread, spreadOf } from './statistics.ts';
import { type Effort, type Throughput, measureThroughput } from './throughput.ts';

/** What it costs that replicas share a Redis on the same machine, which writes no file. */
export interface Shared {
  /** Memory beside a shared store, each with one process. */
  readonly throughput: Throughput;
  readonly replicas: Replicas;
  readonly growth: Growth;
  /** MB that Redis took at the start, and with the largest number of plants. */
  readonly redisMemory: readonly [empty: number | undefined, full: number | undefined];
}

/** Several replicas at a time, beside one of them. */
export interface Replicas {
  readonly count: number;
  /** The sum of their answers a second as a ratio to what the first gives alone, in the same rounds. */
  readonly ratio: Spread;
  /** Answers a second, median. */
  readonly alone: number;
  readonly together: number;
  /** CPU seconds of Redis a million creates, median; one replica at work. */
  readonly redisCpu: number | undefined;
  readonly failed: number;
}

const REPLICAS = 3;

/** @returns `undefined` where there is no Redis on this machine. */
export async function measureShared(
  effort: Effort,
  growth: GrowthOptions,
  log: (line: string) => void,
): Promise<Shared | undefined> {
  const program = redisPath();
  if (program === undefined) return undefined;
  await using redis = await startRedis(program);
  const empty = residentMegabytes(redis.pid);
  const compared = sharedMock(redis.url, 'throughput');
  const throughput = await measureThroughput(() => [mockWithoutPrism, compared], effort, log);
  const replicas = await measureReplicas(redis, effort, log);
  const grown = await measureGrowth(sharedMock(redis.url, 'growth'), growth, log);
  return {
    throughput,
    replicas,
    growth: grown,
    redisMemory: [empty, residentMegabytes(redis.pid)],
  };
}

async function measureReplicas(
  redis: RedisServer,
  { rounds, seconds }: Effort,
  log: (line: string) => void,
): Promise<Replicas> {
  await using stack = new AsyncDisposableStack();
  const { command } = sharedMock(redis.url, 'replicas');
  const servers: ServerProcess[] = [];
  for (let i = 0; i < REPLICAS; i += 1) {
    servers.push(stack.use(await startProcess(command)));
  }
  const [first] = servers as [ServerProcess, ...ServerProcess[]];
  for (const server of servers) await loadFor(server, 1, 10_000);
  const alone: number[] = [];
  const together: number[] = [];
  const redisCpu: number[] = [];
  let failed = 0;
  for (let round = 1; round <= rounds; round += 1) {
    log(`shared: round ${round} of ${rounds}, ${REPLICAS} replicas`);
    const before = cpuSeconds(redis.pid);
    const single = await loadFor(first, seconds, alone.at(-1) ?? 10_000);
    const after = cpuSeconds(redis.pid);
    if (before !== undefined && after !== undefined)
      redisCpu.push(((after - before) / single.requests) * 1e6);
    const each = await Promise.all(
      servers.map(async (server) => await loadFor(server, seconds, single.rate)),
    );
    alone.push(single.rate);
    together.push(sumOf(each, ({ rate }) => rate));
    failed += single.failed + sumOf(each, (roundOfEach) => roundOfEach.failed);
  }
  return {
    count: REPLICAS,
    ratio: spreadOf(together.map((rate, i) => rate / alone[i]!)),
    alone: spreadOf(alone).median,
    together: spreadOf(together).median,
    redisCpu: redisCpu.length > 0 ? spreadOf(redisCpu).median : undefined,
    failed,
  };
}

function sumOf(rounds: readonly Round[], pick: (round: Round) => number): number {
  return rounds.reduce((sum, round) => sum + pick(round), 0);
}
