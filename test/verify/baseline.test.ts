import { describe, expect, it } from 'vitest';
import { formatBaseline, loadBaseline } from '../../src/index.ts';
import { compareBaseline, lookupIn } from '../../src/verify/baseline.ts';
import { causesOf, stableCause } from '../../src/verify/causes.ts';
import type { Finding } from '../../src/verify/checks/check.ts';
import { makeResult } from '../../src/verify/run/result.ts';
import { sampleFinding } from '../report/support/sample-run.ts';

const TODAY = '2026-11-23';
const asked = new Set(['createThing', 'listThings']);
const baseline = async (findings: readonly Finding[]) =>
  loadBaseline({ text: await formatBaseline([{ findings }]), file: 'known.json' });

describe('a baseline', () => {
  it('knows a finding by its cause and its operation, whatever is drawn afresh', async () => {
    const before = sampleFinding(0, {
      message: 'id 4815162342 comes back as 48151, in "verify-1a2b3c4d-17" of 2026-11-23T10:00:00Z',
    });
    const after = { ...before, case: 'another', exchange: 9 };
    const known = await baseline([before]);
    const lookup = lookupIn(known, TODAY);
    const message = 'id 77777777777 comes back as 77777, in "verify-ffffffff-3" of 2027-01-01';
    expect(lookup({ ...after, message })).toEqual({});
    expect(lookup({ ...after, operation: 'listThings' })).toBeUndefined();
    expect(lookup({ ...after, message: 'refused with 404' })).toBeUndefined();
    expect(stableCause({ ...after, message: 'refused with 404' })).toContain('404');
  });
  it('ends on its last day', async () => {
    const { known } = await baseline([sampleFinding(0)]);
    const until = { file: 'known.json', known: [{ ...known[0]!, expires: TODAY, reason: 'soon' }] };
    expect(lookupIn(until, TODAY)(sampleFinding(1))).toEqual({ expires: TODAY, reason: 'soon' });
    expect(lookupIn(until, '2026-11-24')(sampleFinding(1))).toBeUndefined();
    const compare = (today: string, findings: readonly Finding[]) =>
      compareBaseline(until, findings, { asked, today });
    expect(compare('2026-11-24', [sampleFinding(1)]).expired).toHaveLength(1);
    expect(compare('2026-11-24', []).expired).toEqual([]);
    expect(compare(TODAY, [sampleFinding(1)])).toMatchObject({ mended: [], expired: [] });
  });
  it('names what is not found any more, of operations that were asked', async () => {
    const known = await baseline([
      sampleFinding(0),
      sampleFinding(1, { operation: 'listThings' }),
      sampleFinding(2, { operation: 'dropThing' }),
    ]);
    expect(known.known).toHaveLength(1);
    const { mended } = compareBaseline(known, [sampleFinding(5)], { asked, today: TODAY });
    expect(mended).toMatchObject([{ operations: ['listThings'] }]);
    const all = { findings: [sampleFinding(5)], baseline: { file: '', mended, expired: [] } };
    const text = await formatBaseline([all], known);
    expect(JSON.parse(text)).toMatchObject({
      known: [{ operations: ['createThing', 'dropThing'] }],
    });
  });
  it('keeps reasons and days when it is written again', async () => {
    const before = await baseline([sampleFinding(0)]);
    const known = [{ ...before.known[0]!, reason: 'the team is on it', expires: '2030-01-01' }];
    const added = sampleFinding(1, { message: 'something else' });
    const text = await formatBaseline([{ findings: [sampleFinding(0), added] }], {
      ...before,
      known,
    });
    const entries = (JSON.parse(text) as { known: object[] }).known;
    expect(entries).toContainEqual(known[0]);
    expect(entries).toHaveLength(2);
  });
  it('lets a run pass, and parts what is known from what is new', () => {
    const known = sampleFinding(0, { known: {} });
    const other = sampleFinding(1, { operation: 'listThings' });
    const common = { target: 'http://a', document: 'd', seed: 1, durationMs: 1, exchanges: [] };
    const run = (findings: readonly Finding[]) =>
      makeResult({ ...common, findings, answers: {}, created: [] });
    expect(run([known])).toMatchObject({ verdict: 'pass', counts: { violations: 0, known: 1 } });
    expect(run([known]).failed).toEqual([]);
    expect(run([known, other])).toMatchObject({
      verdict: 'fail',
      counts: { violations: 1, known: 1 },
      causes: [{ operations: ['listThings'] }, { operations: ['createThing'], known: {} }],
    });
    expect(causesOf([other, { ...other, operation: 'createThing' }], [])).toHaveLength(1);
  });
  it.each([
    ['[]', 'it is no object'],
    ['{"baseline": 2, "known": []}', 'baseline'],
    ['{"baseline": 1}', 'known is required'],
    ['{"baseline": 1, "known": [{"cause": "x"}]}', 'operations is required'],
    ['{"baseline": 1, "known": [{"cause": "x", "operations": ["a"], "until": 1}]}', 'until'],
    [
      '{"baseline": 1, "known": [{"cause": "x", "operations": ["a"], "expires": "soon"}]}',
      'expires',
    ],
    [
      '{"baseline": 1, "known": [{"cause": "x", "operations": ["a"], "expires": "2027-02-30"}]}',
      'known[0].expires is no day of the calendar: 2027-02-30',
    ],
    ['{', 'line 1, column 2'],
  ])('of another form is refused: %s', async (text, words) => {
    const reading = loadBaseline({ text, file: 'known.json' });
    await expect(reading).rejects.toThrow('Failed to read the baseline known.json: ');
    await expect(reading).rejects.toThrow(words);
  });
});
