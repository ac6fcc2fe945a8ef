import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest. First one that needs the processor, one that waits for slow stores, and
 * one that is between the two: npm packs and installs the kit meanwhile, which the next ones use.
 */
const LONGEST: readonly RegExp[] = [
  /family\.test/,
  /waiting\.test/,
  /browser\/inspector\//,
  /rich\/faults/,
  /package\/install/,
  /cli\/verify-sparing/,
  /test\/(?:examples|package)\//,
  /contracts\/round-trip|cli\/dredd/,
  /cli\/lint\.test/,
  /hardening\/limits/,
  /test\/own-api|hostile\.test|cli\/judge|verify\/run\/(?:run|promises)\.test|oracles\/(?:lists|resources)|rich\.test|own-mock|learnt/,
  /hostile-files|against-ajv|cli\/verify|prism\/prism|verify\/shard|agreement|sandbox\/sandboxes/,
  // Short texts that take long, which would come last.
  /contracts\/(?:vitest|prism)|completion|serve\/soak|hardening|persist|read-once|proxy-server|cli\/(?:mock|secrets)/,
];

/**
 * Vitest starts the largest files first where it hasn't run them before, as in a fresh clone. A long
 * one that comes last keeps one worker busy while the others have nothing to do.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a.moduleId) - rank(b.moduleId));
  }
}

function rank(file: string): number {
  const index = LONGEST.findIndex((pattern) => pattern.test(file));
  return index === -1 ? LONGEST.length : index;
}
