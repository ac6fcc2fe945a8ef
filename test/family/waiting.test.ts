/** The stores that are slow or silent: all at once, so that their waiting doesn't add up. */
import { expect, it } from 'vitest';
import { conformant } from './conformant.ts';
import { faulty } from './faults/index.ts';
import { type Judgement, judgeConformant, judgeFaulty } from './judge-store.ts';

it('judges every store that makes it wait', async () => {
  const judging: Promise<Judgement>[] = [
    ...conformant.filter(({ waits }) => waits).map(judgeConformant),
    ...faulty.filter(({ waits }) => waits).map(judgeFaulty),
  ];
  expect(judging.length).toBeGreaterThan(25);
  const judgements = await Promise.all(judging);
  const wrong = judgements.filter(({ problem }) => problem !== undefined);
  expect(wrong).toEqual([]);
}, 120_000);
