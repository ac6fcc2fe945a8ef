import * as fc from 'fast-check';
import { schemaArbitrary } from './arbitrary.ts';
import { type BodyBase, baseWith, freshBody } from '../../../model/requests/body-base.ts';
import type { Candidate } from './candidate.ts';

/** Bodies drawn from the schema; the same ones for the same seed. */
export function randomCandidates(base: BodyBase, seed: number, count: number): Candidate[] {
  if (count <= 0) return [];
  const arbitrary = schemaArbitrary(base.document.root, base.schema);
  return fc.sample(arbitrary, { seed, numRuns: count }).map((value, i) => {
    const drawn = baseWith(base, value);
    return {
      group: 'random',
      title: `seed ${seed} number ${i + 1}`,
      aim: 'allowed',
      parts: (fresh) => ({ value: freshBody(drawn, fresh) }),
    };
  });
}
