import { expect, it } from 'vitest';
import { redisPath } from '../../setup/redis-server.ts';
import { type Front, fronts } from './fronts.ts';
import { fuzz } from './fuzz/fuzz-run.ts';
import { startSharedFront } from './shared-front.ts';

/** How many attacks are taken, and how many refused: neither is none. */
async function attack(front: Front): Promise<{ taken: number; refused: number }> {
  const seed = Date.now() % 2 ** 31;
  const { answers } = await fuzz(front, 150, seed);
  const count = (kind: string, status: number): number => answers.get(kind)?.get(status) ?? 0;
  return { taken: count('create: valid', 200), refused: count('create: body', 400) };
}

const some = expect.toSatisfy((count: number) => count > 0) as number;

it.each(Object.keys(fronts))(
  'whatever comes, %s answers as documented, or with its own refusal',
  async (name) => {
    await using front = await fronts[name]!();
    expect(await attack(front)).toEqual({ taken: some, refused: some });
  },
  120_000,
);

const redis = redisPath();

it.skipIf(redis === undefined)(
  'whatever comes, a mock whose store is shared answers so, too, and keeps no token there',
  async () => {
    await using front = await startSharedFront(redis!);
    expect(await attack(front)).toEqual({ taken: some, refused: some });
  },
  120_000,
);
