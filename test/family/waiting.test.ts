/** Stores that are slow or silent: several at once, so that their waiting doesn't add up. */
import { expect, it } from 'vitest';
import { conformant } from './conformant.ts';
import { faulty } from './faults/index.ts';
import { type Judgement, judgeConformant, judgeFaulty } from './judge-store.ts';

type Judge = () => Promise<Judgement>;

/** One of so many is judged; `npm run family` has all. The CI does it as well. */
const SAMPLE = 4;

it('judges a sample of the stores that make it wait', async () => {
  const judges: readonly Judge[] = [
    ...conformant.filter(isSlow).map((member) => () => judgeConformant(member)),
    ...faulty.filter(isSlow).map((member) => () => judgeFaulty(member)),
  ].filter((_, i) => i % SAMPLE === 0);
  expect(judges.length).toBeGreaterThan(6);
  const judgements = await Promise.all(judges.map((judge) => judge()));
  const wrong = judges.filter((_, i) => judgements[i]?.problem !== undefined);
  expect(wrong.length).toBeLessThanOrEqual(MAX_AGAIN);
  // On a busy machine they keep each other waiting, and a latency that climbs is hidden.
  for (const judge of wrong) expect((await judge()).problem).toBeUndefined();
}, 240_000);

function isSlow({ waits }: { readonly waits?: boolean | undefined }): boolean {
  return waits === true;
}

/** Whoever is judged again takes up to half a minute. */
const MAX_AGAIN = 3;
