import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest. One that needs the processor goes on beside those that wait: for
 * slow stores, and then for npm, which has packed the kit by then.
 */
const LONGEST: readonly RegExp[] = [
  /family\.test/,
  /waiting\.test/,
  /package\/install/,
  /test\/(?:examples|package)\//,
  /cli\/verify-sparing/,
  /cli\/lint\.test/,
  /inspector\.test/,
  /hardening\/limits/,
  /round-trip|cli\/dredd/,
  /test\/own-api|cli\/judge|runner\/run\.test/,
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
