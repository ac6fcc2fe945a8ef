import { describe, expect, test } from 'vitest';
import { junit } from '../../src/report/junit.ts';
import { readXml } from './support/read-xml.ts';
import {
  nasty,
  reportOf,
  richRun,
  sampleEvents,
  sampleExchange,
  sampleFinding,
} from './support/sample-run.ts';
import { expectValidJunit } from './support/valid-junit.ts';

describe('junit', () => {
  test('keeps to the schemas of Ant and of Jenkins', () => {
    expectValidJunit(reportOf(junit, richRun()));
    expectValidJunit(reportOf(junit, sampleEvents([], [])));
  });

  test('is a suite an operation and a test a case, however often it was sent', () => {
    const exchanges = [0, 1, 2].map((i) => sampleExchange({ id: i < 2 ? 'twice' : 'once' }, i));
    const findings = [sampleFinding(1, { case: 'twice' })];
    const [suite] = readXml(reportOf(junit, sampleEvents(exchanges, findings))).children;
    expect(suite?.attributes).toMatchObject({ name: 'createThing', tests: '2', failures: '1' });
    const tests = suite!.children.filter(({ name }) => name === 'testcase');
    expect(tests.map(({ attributes }) => attributes['name'])).toEqual([
      'twice: the case twice',
      'once: the case once',
    ]);
    const [failure] = tests[0]!.children;
    expect(failure?.attributes).toEqual({ message: findings[0]?.message, type: 'R1' });
    expect(failure?.text).toContain('Received:   500 {"error":500}');
    expect(failure?.text).toContain('Document:   test/setup/things.openapi.yaml:');
    expect(failure?.text).toContain(findings[0]?.curl);
    const output = suite!.children.find(({ name }) => name === 'system-out');
    expect(output?.text).toContain(findings[0]?.curl);
  });

  test('several violations of one case are one failure with all their texts', () => {
    const findings = [sampleFinding(0), sampleFinding(0, { rule: 'R3', message: 'no media type' })];
    const report = readXml(
      reportOf(junit, sampleEvents([sampleExchange({ id: 'a' }, 0)], findings)),
    );
    const [failure, ...more] = report.children[0]!.children[1]!.children;
    expect(more).toEqual([]);
    expect(failure?.attributes['message']).toMatch(/ \(and 1 more\)$/);
    expect(failure?.text).toContain('R3 no media type');
  });

  test('warnings and notes pass, and stand in the output', () => {
    const findings = [sampleFinding(0, { severity: 'warning', message: 'slow' })];
    const [suite] = readXml(
      reportOf(junit, sampleEvents([sampleExchange({ id: 'a' }, 0)], findings)),
    ).children;
    expect(suite?.attributes['failures']).toBe('0');
    expect(suite?.children.find(({ name }) => name === 'system-out')?.text).toContain(
      'warning R1: slow',
    );
  });

  test('a finding without an exchange is a test too', () => {
    const findings = [sampleFinding(99, { case: 'profile/used-identity' })];
    const [suite] = readXml(reportOf(junit, sampleEvents([], findings))).children;
    expect(suite?.attributes).toMatchObject({ tests: '1', failures: '1' });
  });

  test('a run that was cut short is an error', () => {
    const stopped = { reason: 'hanging', message: 'the server hangs' } as const;
    const text = reportOf(junit, sampleEvents([], [], { stopped, verdict: 'fail' }));
    expectValidJunit(text);
    expect(readXml(text).children[0]?.attributes['errors']).toBe('1');
  });

  test('writes what XML forbids as readable escapes, and keeps everything else', () => {
    const findings = [sampleFinding(0, { message: `${nasty}\u{0}\u{FFFF}\u{D800}` })];
    const report = readXml(
      reportOf(junit, sampleEvents([sampleExchange({ id: 'a' }, 0)], findings)),
    );
    const [failure] = report.children[0]!.children[1]!.children;
    expect(failure?.attributes['message']).toContain(String.raw`]]> & 'q' \u{7}\u{1b}[31m`);
    expect(failure?.attributes['message']).toContain('abc\n::error::no');
    expect(failure?.attributes['message']).toContain(String.raw`\u{0}\u{ffff}\u{d800}`);
  });
});
