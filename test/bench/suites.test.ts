import { expect, it } from 'vitest';
import { type SuitePart, Tally, regressions, suiteTable } from '../../bench/lib/suites/suite.ts';

function part(right: number, wrong: number): SuitePart {
  return { name: 'suite', figure: { right, wrong, refused: 0 }, wrong: [] };
}

it('counts right and wrong answers, and cases without one', () => {
  const tally = new Tally();
  for (const answer of [true, false, undefined, true]) tally.add(answer, `${answer}`);
  expect(tally.figure).toEqual({ right: 2, wrong: 1, refused: 1 });
  expect(tally.wrong).toEqual(['false']);
});

it.each([
  ['fewer are right', 7, 1, 'suite: 7 right, 8 were'],
  ['more are wrong', 8, 2, 'suite: 2 wrong, 1 were'],
])('says that %s', (_, right, wrong, sentence) => {
  const recorded = { suite: { right: 8, wrong: 1, refused: 0 } };
  expect(regressions([part(right, wrong)], recorded)).toEqual([sentence]);
});

it('says nothing of figures that are as before, better or new', () => {
  const recorded = { suite: { right: 8, wrong: 1, refused: 0 } };
  expect(regressions([part(8, 1), part(9, 0)], recorded)).toEqual([]);
  expect(regressions([part(1, 1)], {})).toEqual([]);
});

it("has ajv's figures in the table where there are any", () => {
  const ajv = { right: 3, wrong: 4, refused: 0 };
  const lines = suiteTable([part(1, 2), { ...part(1, 2), ajv }]).split('\n');
  expect(lines[2]).toMatch(/\| +3 \| +1 \| +2 \| +0 \| +– \| +– \|$/);
  expect(lines[3]).toMatch(/\| +3 \| +4 \|$/);
});
