import { expect, it } from 'vitest';
import { fronts } from './fronts.ts';
import { fuzz } from './fuzz/fuzz-run.ts';

it.each(Object.keys(fronts))(
  'whatever comes, %s answers as documented, or with its own refusal',
  async (name) => {
    const seed = Date.now() % 2 ** 31;
    await using front = await fronts[name]!();
    const { answers } = await fuzz(front, 150, seed);
    // The attacks are neither all refused nor all taken.
    expect(answers.get('create: valid')?.get(200), `seed ${seed}`).toBeGreaterThan(0);
    expect(answers.get('create: body')?.get(400), `seed ${seed}`).toBeGreaterThan(0);
  },
  120_000,
);
