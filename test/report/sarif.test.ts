import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { rules } from '../../src/verify/checks/check.ts';
import { sarif } from '../../src/report/sarif.ts';
import { sarifSubset } from './support/sarif-subset.ts';
import {
  nasty,
  reportOf,
  richRun,
  sampleEvents,
  sampleExchange,
  sampleFinding,
  sampleResult,
} from './support/sample-run.ts';
import { thingsDocument, thingsFile } from '../setup/things-document.ts';

interface Result {
  ruleId: string;
  ruleIndex: number;
  level: string;
  message: { text: string };
  occurrenceCount: number;
  partialFingerprints: Record<string, string>;
  locations: {
    physicalLocation: {
      artifactLocation: { uri: string; uriBaseId?: string };
      region: Record<string, unknown>;
    };
  }[];
  webRequest?: { body?: { text?: string; binary?: string } };
  webResponse?: object;
}
interface Log {
  runs: {
    automationDetails: { id: string };
    tool: { driver: { rules: { id: string; help: { text: string } }[] } };
    results: Result[];
    invocations: { executionSuccessful: boolean }[];
  }[];
}

const parse = (text: string) => (JSON.parse(text) as Log).runs[0]!;

describe('sarif', () => {
  test('keeps to SARIF 2.1.0', () => {
    const validate = new Ajv({ allErrors: true }).compile(sarifSubset);
    const stopped = { reason: 'hanging', message: 'the server hangs' } as const;
    const known = { known: { reason: 'Mended soon', expires: '2099-01-31' } };
    const [cause] = sampleResult([sampleFinding(0)], 1).causes;
    const suppressed = sampleEvents([], [], { causes: [{ ...cause!, ...known }] });
    const runs = [richRun(), sampleEvents([], []), sampleEvents([], [], { stopped }), suppressed];
    for (const events of runs) {
      validate(JSON.parse(reportOf(sarif, events)));
      expect(validate.errors).toBeNull();
    }
  });

  test('has every rule, with help', () => {
    const { driver } = parse(reportOf(sarif, sampleEvents([], []))).tool;
    expect(driver.rules.map(({ id }) => id)).toEqual(Object.keys(rules));
    for (const { help } of driver.rules) expect(help.text.length).toBeGreaterThan(40);
  });

  test("a result stands at the document's line", () => {
    const pointer = '/components/schemas/Thing/required';
    const run = parse(reportOf(sarif, sampleEvents([], [sampleFinding(0, { pointer })])));
    const { line, column } = thingsDocument.locate(pointer)!;
    const text = thingsDocument.text.split('\n')[line - 1]!;
    expect(run.results[0]?.locations[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: thingsFile, uriBaseId: '%SRCROOT%' },
      region: {
        startLine: line,
        startColumn: column,
        endColumn: text.length + 1,
        snippet: { text },
      },
    });
  });

  test('a document outside the folder is named by a file URI', () => {
    const location = { file: '/elsewhere/a b.yaml', line: 1, column: 1 };
    const run = parse(reportOf(sarif, sampleEvents([], [sampleFinding(0, { location })])));
    expect(run.results[0]?.locations[0]?.physicalLocation.artifactLocation).toEqual({
      uri: 'file:///elsewhere/a%20b.yaml',
    });
  });

  test('equal findings are one result; its level and rule follow the finding', () => {
    const run = parse(reportOf(sarif, richRun()));
    expect(
      run.results.map(({ ruleId, level, occurrenceCount }) => [ruleId, level, occurrenceCount]),
    ).toEqual([
      ['R4', 'error', 12],
      ['R6', 'error', 1],
      ['R6', 'error', 1],
      ['R6', 'warning', 1],
      ['R8', 'note', 1],
    ]);
    for (const { ruleId, ruleIndex } of run.results) {
      expect(run.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    }
  });

  test('a fault keeps its fingerprint when its line and case change', () => {
    const at = (line: number, id: string) =>
      parse(
        reportOf(
          sarif,
          sampleEvents(
            [],
            [sampleFinding(0, { case: id, location: { file: thingsFile, line, column: 1 } })],
          ),
        ),
      ).results[0]?.partialFingerprints;
    expect(at(3, 'a')).toEqual(at(9, 'b'));
    const other = parse(reportOf(sarif, sampleEvents([], [sampleFinding(0, { rule: 'R2' })])));
    expect(other.results[0]?.partialFingerprints).not.toEqual(at(3, 'a'));
  });

  test('has the request and the response, bytes that are not text as base64', () => {
    const sent = Uint8Array.of(0xff, 0);
    const run = parse(
      reportOf(
        sarif,
        sampleEvents(
          [sampleExchange({ id: 'a', sent, failure: 'no answer' }, 0)],
          [sampleFinding(0)],
        ),
      ),
    );
    expect(run.results[0]?.webRequest?.body).toEqual({ binary: '/wA=' });
    expect(run.results[0]?.webResponse).toEqual({ noResponseReceived: true });
  });

  test('a run that was cut short was not successful', () => {
    const stopped = { reason: 'hanging', message: nasty } as const;
    const run = parse(reportOf(sarif, sampleEvents([], [], { stopped })));
    expect(run.invocations[0]?.executionSuccessful).toBe(false);
    expect(run.automationDetails.id).toBe('verifier/http://127.0.0.1:4010/');
  });
});
