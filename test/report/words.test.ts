import { describe, expect, it } from 'vitest';
import { reporters } from '../../src/report/index.ts';
import type { ReporterName } from '../../src/report/reporter.ts';
import type { RunResult } from '../../src/verify/run/event.ts';
import { nasty, reportOf, richRun, sampleEvents, sampleExchange } from './support/sample-run.ts';

const remnants: Partial<RunResult> = {
  created: [
    { operation: 'createThing', case: 'a', status: 200, values: { id: '1042', name: 'Rosa' } },
    { operation: 'createThing', case: 'b', values: { id: '9223372036854775807', name: nasty } },
  ],
  marker: 'verify-1a2b3c4d',
  leftOut: [{ reason: 'max-creates', requests: 7, message: '2 requests … are sent' }],
  rerun: {
    report: 'old.json',
    mended: ['x'],
    notSeenAgain: [],
    failing: ['y'],
    untold: [],
    unsent: [],
    unknown: [],
  },
};
const events = sampleEvents([sampleExchange({ id: 'a' }, 0)], [], remnants);

it.each<ReporterName>(['pretty', 'markdown', 'github'])(
  'the verdict of %s counts the operations that nothing was said of',
  (name) => {
    const coverage = { operations: 9, verified: 8, unverified: ['b'] };
    const text = reportOf(reporters[name], sampleEvents([], [], { coverage }));
    expect(text).toContain('; 1 of 9 operations not verified: b');
    const verdict = 'inconclusive';
    const few = { ...coverage, inconclusive: 'too few' };
    const page = reportOf(reporters[name], sampleEvents([], [], { verdict, coverage: few }));
    expect(page).toContain('not verified: b; inconclusive: too few');
    expect(page).toMatch(/inconclusive/i);
  },
);

it.each<ReporterName>(['pretty', 'markdown', 'github', 'html'])(
  '%s calls a run that reached nothing no failure of the server',
  (name) => {
    const stopped = { reason: 'unreachable', message: 'nobody there' } as const;
    const page = reportOf(reporters[name], sampleEvents([], [], { verdict: 'fail', stopped }));
    const text = page.replace(/<style>[^]*?<\/style>/, '');
    expect(text).toMatch(/\bunreachable\b/i);
    expect(text).not.toMatch(/\bfail\b(?!")/i);
    expect(text).toContain('nobody there');
  },
);

it('the verdict tells operations that were left out from those of which some requests were', () => {
  const coverage = { operations: 9, verified: 8, unverified: ['stop'] };
  const leftOut: RunResult['leftOut'] = [
    { reason: 'harm', requests: 1, operations: ['stop', 'add'], message: 'they change things' },
  ];
  const text = reportOf(reporters.pretty, sampleEvents([], [], { coverage, leftOut }));
  expect(text).toContain(
    '; left out, to do no harm: stop; left out, to do no harm: requests of add',
  );
  expect(text).toContain('Left out: 1 request, of 2 operations (no harm): they change things: ');
});

describe('what a run leaves', () => {
  it.each<ReporterName>(['json', 'html', 'markdown', 'junit', 'sarif'])(
    'is listed by %s',
    (name) => {
      const text = reportOf(reporters[name], events);
      expect(text).toContain('1042');
      expect(text).toContain('9223372036854775807');
      expect(text).not.toContain('\u{1B}');
    },
  );
  it.each<ReporterName>(['pretty', 'html', 'markdown'])(
    'is counted by %s, with what was left out',
    (name) => {
      const text = reportOf(reporters[name], events).replaceAll('\\', '');
      expect(text).toContain('2 resources (1 of them perhaps: no answer came)');
      expect(text).toContain('verify-1a2b3c4d');
      expect(text).toContain('7 requests (--max-creates)');
    },
  );
  it.each<ReporterName>(['pretty', 'markdown'])('of an earlier report is said by %s', (name) => {
    const text = reportOf(reporters[name], events);
    expect(text).toMatch(/What failed in old\\?\.json/);
    expect(text).toMatch(/Fixed:\W+x\W/);
    expect(text).toMatch(/Still failing:\W+y\W/);
  });
  it.each<ReporterName>(['pretty', 'markdown'])('of nothing that failed is said by %s', (name) => {
    const none = { mended: [], notSeenAgain: [], failing: [], untold: [], unsent: [], unknown: [] };
    const rerun = { ...none, report: 'old' };
    const ended = events.map((event) =>
      event.type === 'end' ? { ...event, result: { ...event.result, rerun } } : event,
    );
    const text = reportOf(reporters[name], ended);
    expect(text).toContain('Nothing failed in old');
    expect(text).not.toContain('What failed');
  });
  it.each<ReporterName>(['pretty', 'html', 'markdown', 'junit'])(
    'is not spoken of by %s where it is nothing',
    (name) => {
      expect(reportOf(reporters[name], richRun())).not.toMatch(/nothing deletes|Left out/);
    },
  );
});
