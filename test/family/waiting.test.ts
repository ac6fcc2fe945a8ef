/** The stores that are slow or silent: many at once, so that their waiting doesn't add up. */
import { expect, it } from 'vitest';
import { conformant } from './conformant.ts';
import { faulty } from './faults/index.ts';
import { type Judgement, judgeConformant, judgeFaulty } from './judge-store.ts';

type Judge = () => Promise<Judgement>;

it('judges every store that makes it wait', async () => {
  const faults = faulty.filter(({ waits }) => waits);
  // Most of their latencies climb, which those who keep the machine busy would hide.
  const climbing = faults.filter(({ severity }) => severity === 'warning');
  const others = faults.filter((member) => !climbing.includes(member));
  const slow = conformant.filter(({ waits }) => waits);
  expect(faults.length + slow.length).toBeGreaterThan(25);
  expect(climbing.length).toBeGreaterThan(2);
  const wrong = [
    ...(await judgedWrong([
      ...slow.map((member) => () => judgeConformant(member)),
      ...others.map((member) => () => judgeFaulty(member)),
    ])),
    ...(await judgedWrong(climbing.map((member) => () => judgeFaulty(member)))),
  ];
  expect(wrong.length).toBeLessThanOrEqual(MAX_AGAIN);
  // On a busy machine they keep each other waiting: then one has to be alone.
  for (const judge of wrong) expect((await judge()).problem).toBeUndefined();
}, 240_000);

/** Judges all at once, and gives those whose judgement was wrong. */
async function judgedWrong(judges: readonly Judge[]): Promise<Judge[]> {
  const judgements = await Promise.all(judges.map((judge) => judge()));
  return judges.filter((_, i) => judgements[i]?.problem !== undefined);
}

/** Whoever is judged again takes up to half a minute. */
const MAX_AGAIN = 6;
