import { expect, test } from 'vitest';
import { caseWords, groupFindings } from '../../src/report/group-findings.ts';
import { readHar } from '../../src/verify/recording/read-har.ts';
import { reporters } from '../../src/report/index.ts';
import { reportOf, sampleEvents, sampleExchange, sampleFinding } from './support/sample-run.ts';
import { thingsDocument } from '../setup/things-document.ts';

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

test('every report shows the smallest failing request', () => {
  const smallest = { curl: 'curl --smallest', received: '500' };
  const events = sampleEvents(
    [sampleExchange({ id: 'a' }, 0)],
    [sampleFinding(0, { case: 'a', smallest })],
  );
  for (const name of ['json', 'junit', 'sarif', 'html', 'markdown', 'github', 'har'] as const) {
    expect(reportOf(reporters[name], events), `in ${name}`).toContain('curl --smallest');
  }
  const { smallest: read } = readHar(reportOf(reporters.har, events), 'a.har', {
    document: thingsDocument,
    tokenVariable: 'TOKEN',
  });
  expect(read).toMatchObject([{ exchange: 0, smallest }]);
});
