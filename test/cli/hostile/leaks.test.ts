import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { leak, leaksOf } from './leaks.ts';

it('no report has a credential that a server repeats, however it spells it', async () => {
  const seed = Date.now() % 2 ** 31;
  for (const tried of fc.sample(leak, { numRuns: 12, seed })) {
    expect(await leaksOf(tried), `seed ${seed}: ${JSON.stringify(tried.secret)}`).toEqual([]);
  }
});
