import { expect, test } from 'vitest';
import { caseWords, groupFindings } from '../../src/reporters/group-findings.ts';
import { sampleFinding } from './support/sample-run.ts';

test('equal findings are one group, violations first', () => {
  const groups = groupFindings([
    sampleFinding(0, { severity: 'note' }),
    sampleFinding(1, { case: 'a', curl: 'curl long' }),
    sampleFinding(2, { case: 'b', curl: 'curl' }),
    sampleFinding(3, { case: 'a', curl: 'curl long' }),
    sampleFinding(4, { message: 'other' }),
  ]);
  expect(groups.map(({ finding, findings }) => [finding.exchange, findings.length])).toEqual([
    [2, 3],
    [4, 1],
    [0, 1],
  ]);
  expect(groups[0]?.cases).toEqual(['a', 'b']);
});

test('cases are named up to a number', () => {
  const findings = ['a', 'b', 'c', 'd'].map((id, i) => sampleFinding(i, { case: id }));
  const [group] = groupFindings(findings);
  expect(caseWords(group!, 2)).toBe('a, b and 2 more');
  expect(caseWords(group!)).toBe('a, b, c, d');
});
