import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { gitlab } from '../../src/report/gitlab.ts';
import { codeQualitySchema } from './support/code-quality-schema.ts';
import { nasty, reportOf, richRun, sampleEvents, sampleFinding } from './support/sample-run.ts';
import { thingsFile } from '../setup/things-document.ts';

interface Issue {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: string;
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

const parse = (text: string): readonly Issue[] => JSON.parse(text) as readonly Issue[];

describe('gitlab', () => {
  test('keeps to the schema of GitLab', () => {
    const validate = new Ajv({ allErrors: true }).compile(codeQualitySchema);
    const stopped = { reason: 'hanging', message: nasty } as const;
    for (const events of [richRun(), sampleEvents([], []), sampleEvents([], [], { stopped })]) {
      validate(parse(reportOf(gitlab, events)));
      expect(validate.errors).toBeNull();
    }
  });

  test('has an issue for each fault, at its line', () => {
    const issues = parse(reportOf(gitlab, richRun()));
    expect(issues.map(({ severity }) => severity)).toEqual([
      'major',
      'major',
      'major',
      'minor',
      'info',
    ]);
    expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(5);
    for (const { description, location } of issues) {
      expect(description).toMatch(/^R\d createThing: .*\nReceived: /s);
      expect(location).toEqual({ path: thingsFile, lines: { begin: expect.any(Number) } });
    }
  });

  test('shows a document outside of the repository on the CI’s own file', () => {
    const location = { file: '/elsewhere/api.yaml', line: 7, column: 1 };
    const events = sampleEvents([], [sampleFinding(0, { location })]);
    const where = { root: '/repository', pipeline: '.gitlab-ci.yml' };
    expect(parse(reportOf(gitlab, events, where))[0]?.location).toEqual({
      path: '.gitlab-ci.yml',
      lines: { begin: 1 },
    });
  });

  test('a run that was cut short is the gravest issue, and an empty one is an empty list', () => {
    const stopped = { reason: 'hanging', message: nasty } as const;
    const [issue] = parse(reportOf(gitlab, sampleEvents([], [], { stopped })));
    expect(issue).toMatchObject({ severity: 'blocker', location: { lines: { begin: 1 } } });
    expect(issue?.description).not.toMatch(/[[\p{Cc}\u{202E}]--\n]/v);
    expect(parse(reportOf(gitlab, sampleEvents([], [])))).toEqual([]);
  });
});
