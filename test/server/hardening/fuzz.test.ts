import { expect, it } from 'vitest';
import { fronts } from './fronts.ts';
import { fuzz } from './fuzz-run.ts';

it.each(['the mock', 'the mock behind Prism'])(
  'whatever comes, %s answers as documented, or with its own refusal',
  async (name) => {
    const seed = Date.now() % 2 ** 31;
    await using front = await fronts[name]!();
    const { answers } = await fuzz(front, 250, seed);
    // The attacks are neither all refused nor all taken.
    expect(answers[200], `seed ${seed}`).toBeGreaterThan(0);
    expect(answers[400], `seed ${seed}`).toBeGreaterThan(0);
  },
  120_000,
);
