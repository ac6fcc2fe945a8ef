/** Every server of the rich family that keeps its contract, in a small run; `npm run rich` has the large ones. */
import { expect, it } from 'vitest';
import { conformant } from './conformant/index.ts';
import { falseAlarms, judge } from './judge.ts';
import { knownFalseAlarms } from './known-false-alarms.ts';

it.each(conformant)('is not blamed, unless that is known: $id, $title', async (member) => {
  const alarms = falseAlarms(await judge(member, { maxCases: 60, seed: 1 }), member);
  // What is blamed no more has to leave the list.
  if (knownFalseAlarms.has(member.id)) expect(alarms).not.toEqual([]);
  else expect(alarms).toEqual([]);
});

it.each(conformant.filter(({ id }) => ['trips', 'tickets', 'shop'].includes(id)))(
  'keeps to what a run has learnt of it in the next: $id',
  async (member) => {
    const way = { maxCases: 300, seed: 1, isLearnt: true };
    expect(falseAlarms(await judge(member, way), member)).toEqual([]);
  },
);

it('is a large family, of which each has an id of its own', () => {
  const ids = new Set(conformant.map(({ id }) => id));
  expect(ids.size).toBe(conformant.length);
  expect(ids.size).toBeGreaterThan(80);
  expect([...knownFalseAlarms].filter((id) => !ids.has(id))).toEqual([]);
});
