import { describe, expect, it } from 'vitest';
import { causesOf } from '../../src/verify/causes.ts';
import type { Finding } from '../../src/verify/checks/check.ts';
import { operations } from '../../src/model/operation.ts';
import { documentFromValue } from '../../src/openapi/document.ts';
import type { JudgedExchange } from '../../src/verify/cases/case.ts';
import { reporters } from '../../src/report/index.ts';
import type { ReporterName } from '../../src/report/reporter.ts';
import type { RunEvent, RunResult } from '../../src/verify/run/event.ts';
import { checkReport } from '../setup/check-report.ts';

const finding: Finding = {
  severity: 'violation',
  rule: 'R5',
  check: 'accepted-invalid',
  operation: 'createThing',
  case: 'curated/without-an-id',
  exchange: 3,
  message: 'an invalid request is accepted: id is required',
  received: '200 {"name":"Rosa"}',
  documented: 'a refusal (400): id is required',
  pointer: '/components/schemas/Thing/required',
  location: { file: 'spec.yaml', line: 12, column: 3 },
  curl: 'curl -H \'Authorization: Bearer \'"$TOKEN" http://store.test/things',
};

const findings: Finding[] = [
  finding,
  { ...finding, case: 'b' },
  { ...finding, case: 'c' },
  { ...finding, case: 'd' },
  { ...finding, severity: 'warning', rule: 'R6', message: 'a 400 shows a stack trace' },
  { ...finding, severity: 'note', rule: 'R8', message: 'refused with 409', location: undefined },
];

const result: RunResult = {
  verdict: 'fail',
  target: 'http://store.test',
  document: 'spec.yaml',
  seed: 1,
  durationMs: 120,
  counts: { cases: 70, exchanges: 200, violations: 4, warnings: 1, notes: 1 },
  findings,
  causes: causesOf(findings, []),
  answers: {},
  failed: [],
  created: [],
  withToken: false,
};

function report(name: ReporterName, events: readonly RunEvent[], color = false): string {
  let text = '';
  const reporter = reporters[name]({ color, version: '1.0.0', write: (part) => (text += part) });
  for (const event of events) reporter(event);
  return text;
}

const end: RunEvent = { type: 'end', result };

describe('json', () => {
  it.each<[string, RunResult]>([
    ['violations', result],
    ['no finding', { ...result, verdict: 'pass', findings: [] }],
    ['answers', { ...result, answers: { createThing: { 'used-id': 'refused with 409' } } }],
    [
      'a smallest request',
      { ...result, findings: [{ ...finding, smallest: { curl: 'curl', received: '200' } }] },
    ],
    ['an early end', { ...result, stopped: { reason: 'hanging', message: 'it hangs' } }],
  ])('fits its schema with %s', (_, run) => {
    const parsed: unknown = JSON.parse(report('json', [{ type: 'end', result: run }]));
    expect(() => checkReport(parsed)).not.toThrow();
  });

  it('breaks its schema with a field too many or too few, and says its version', () => {
    const parsed = JSON.parse(report('json', [end])) as Record<string, unknown>;
    const { seed: _, ...less } = parsed;
    expect(() => checkReport(less)).toThrow('seed');
    expect(() => checkReport({ ...parsed, more: 1 })).toThrow('more');
    expect(parsed['reportVersion']).toBe(1);
  });

  it('has the parts of a finding that are promised', () => {
    const parsed = JSON.parse(report('json', [end])) as { findings: object[] };
    expect(Object.keys(parsed.findings[0]!)).toEqual(
      'severity rule check operation case message received documented pointer location curl'.split(
        ' ',
      ),
    );
  });

  it('says nothing before the end', () => {
    const start: RunEvent = { type: 'start', target: 'x', document: 'y', seed: 1, cases: 1 };
    expect(report('json', [start])).toBe('');
  });
});

describe('pretty', () => {
  it('groups equal findings below their rule', () => {
    expect(report('pretty', [end])).toMatchInlineSnapshot(`
      "  violation R5: an invalid request is accepted: id is required (4 times)
          Operation   createThing
          Received    200 {"name":"Rosa"}
          Documented  a refusal (400): id is required
          Document    spec.yaml:12:3
          Cases       curated/without-an-id, b, c and 1 more
          Reproduce   curl -H 'Authorization: Bearer '"$TOKEN" http://store.test/things

        warning R6: a 400 shows a stack trace
          Operation   createThing
          Received    200 {"name":"Rosa"}
          Documented  a refusal (400): id is required
          Document    spec.yaml:12:3
          Case        curated/without-an-id
          Reproduce   curl -H 'Authorization: Bearer '"$TOKEN" http://store.test/things

      note R8: refused with 409 (curated/without-an-id)

      FAIL http://store.test: 4 violations of 1 cause, 1 warning, 1 note in 200 requests of 70 cases, 120 ms, seed 1
      "
    `);
  });

  it('writes colour and progress on a terminal only', () => {
    const start: RunEvent = { type: 'start', target: 'x', document: 'y', seed: 1, cases: 9 };
    const [operation] = operations(
      documentFromValue({ paths: { '/things': { post: { operationId: 'createThing' } } } }),
    );
    const request = { method: 'POST', target: '/things', headers: [] };
    const exchange: JudgedExchange = {
      case: { id: 'a', title: 'a', operation: operation!, validity: { kind: 'valid' }, request },
      sequence: 3,
      connection: { id: 1, request: 1 },
      request: { method: 'POST', url: 'http://store.test/things', headers: [], body: undefined },
      outcome: { kind: 'failure', failure: { kind: 'reset', message: 'reset' } },
      startedAt: 0,
      durationMs: 1,
    };
    const sent: RunEvent = { type: 'exchange', exchange, findings: [finding] };
    expect(report('pretty', [start, sent, end])).not.toContain('\u001B');
    expect(report('pretty', [start, sent, end], true)).toContain('1 of 9 requests, 1 violation');
    expect(report('pretty', [start, sent, end], true)).toContain('\u001B[31mFAIL');
  });

  it('says why a run was cut short', () => {
    const stopped = { reason: 'hanging', message: 'the server hangs' } as const;
    const text = report('pretty', [{ type: 'end', result: { ...result, stopped } }]);
    expect(text.trimEnd()).toMatch(/; stopped: the server hangs$/);
  });
});
