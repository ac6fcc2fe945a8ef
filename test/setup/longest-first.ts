import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest: those that wait for npm first, then those that need the processor. */
const LONGEST: readonly RegExp[] = [
  /test\/(?:examples|package)\//,
  /family\.test/,
  /test\/(?:family|own-api)\//,
  /cli\/verify-sparing/,
  /cli\/lint\.test/,
  /inspector\.test/,
  /hardening\/limits/,
  /round-trip|cli\/dredd/,
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
