import { describe, expect, test } from 'vitest';
import { github } from '../../src/report/github.ts';
import { nasty, reportOf, richRun, sampleEvents, sampleFinding } from './support/sample-run.ts';

describe('github', () => {
  test('annotates the document, once a fault', () => {
    const lines = reportOf(github, richRun()).trimEnd().split('\n');
    expect(lines).toHaveLength(6);
    expect(lines[0]).toMatch(
      /^::error file=test\/setup\/things\.openapi\.yaml,line=\d+,col=\d+,title=R4 createThing::tag is not returned/,
    );
    expect(lines[3]).toMatch(/^::warning /);
    expect(lines[4]).toMatch(/^::notice /);
    expect(lines[5]).toBe(
      '::notice title=fail::http://127.0.0.1:4010: 14 violations of 3 causes, 1 warning, 1 note in 44 requests (812 ms)',
    );
  });

  test('a response writes no command of its own', () => {
    const finding = sampleFinding(0, {
      message: nasty,
      operation: 'a,b:c%\r\nd',
      received: '\r\n::stop-commands::x',
    });
    const text = reportOf(github, sampleEvents([], [finding]));
    for (const line of text.trimEnd().split('\n')) expect(line).toMatch(/^::(error|notice) /);
    expect(text).not.toContain('\r');
    expect(text).toContain('title=R1 a%2Cb%3Ac%25%0D%0Ad::');
    expect(text).toContain('%0A::error::no');
  });

  test('writes a step summary where there is one', () => {
    let summary = '';
    reportOf(github, richRun(), {
      writeSummary: (page) => {
        summary += page;
      },
    });
    expect(summary).toMatch(/^## ❌ Fail/);
  });

  test('a run that was cut short is an error', () => {
    const stopped = { reason: 'hanging', message: 'no answer' } as const;
    expect(reportOf(github, sampleEvents([], [], { stopped }))).toContain('::error::no answer\n');
  });
});
