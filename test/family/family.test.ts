import { describe, expect, it } from 'vitest';
import { conformant } from './conformant.ts';
import { faulty } from './faults/index.ts';
import type { Faulty } from './member.ts';
import {
  inGroups,
  judgeConformantTogether,
  judgeFaulty,
  judgeFaultyTogether,
} from './judge-store.ts';

const quick = <Member extends { readonly waits?: boolean }>(members: readonly Member[]): Member[] =>
  members.filter(({ waits }) => waits !== true);

/** One of so many is judged; `npm run family` has all. The CI does it as well. */
const CONFORMANT_SAMPLE = 15;
const FAULTY_SAMPLE = 40;

/** Milliseconds: whoever comes first waits for the whole group. */
const patience = { timeout: 150_000 };

describe('a sample of the conformant stores passes twice', patience, () => {
  const members = quick(conformant).filter((_, i) => i % CONFORMANT_SAMPLE === 0);
  const judge = inGroups(members, judgeConformantTogether);
  it.each(members)('$name', async (member) => {
    expect(await judge(member)).toMatchObject({ name: member.name, problem: undefined });
  });
});

const isSteady = ({ severity }: Faulty): boolean => severity !== 'warning';

describe('a sample of the faulty stores is found out, under a right rule', patience, () => {
  const steady = quick(faulty.filter(isSteady)).filter((_, i) => i % FAULTY_SAMPLE === 0);
  const judge = inGroups(steady, judgeFaultyTogether);
  it.each(steady)('$rules: $name', async (member) => {
    expect(await judge(member)).toMatchObject({ name: member.name, problem: undefined });
  });

  // Some of these are latencies that climb by little, which a busy machine can hide.
  const unsteady = quick(faulty.filter((member) => !isSteady(member))).filter(
    ({ isFaint }) => isFaint !== true,
  );
  it.each(unsteady)('$rules, a warning: $name', { retry: 2 }, async (member) => {
    expect((await judgeFaulty(member)).problem).toBeUndefined();
  });
});

it('is a large family, of which each has a name of its own', () => {
  const names = [...conformant, ...faulty].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(conformant.length).toBeGreaterThan(60);
  expect(faulty.length).toBeGreaterThan(400);
});
