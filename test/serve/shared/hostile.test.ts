import { expect, it } from 'vitest';
import { redisPath } from '../../setup/redis-server.ts';
import { tryStore } from './try-store.ts';

const program = redisPath();

it.skipIf(program === undefined)(
  'whatever comes, replicas that share a store answer as a mock in memory does, and keep no token',
  async () => {
    const seed = Date.now() % 2 ** 31;
    const { answers } = await tryStore(program!, 8, seed);
    expect(answers.get(201), `seed ${seed}`).toBeGreaterThan(0);
  },
  60_000,
);
