import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CaseTemplate, buildCase } from '../../src/verify/cases/case.ts';
import { collectCases, type CollectOptions } from '../../src/verify/cases/read-case-file.ts';
import { createFreshValues } from '../../src/model/requests/fresh-values.ts';
import { loadDocument } from '../../src/model/load-document.ts';
import { bodyText } from '../verify/cases/things.ts';
import { type YamlSource, readYaml } from '../../src/openapi/read-yaml.ts';

const read = (file: string): YamlSource => readYaml(readFileSync(file, 'utf8'), file);
const { text, file } = read('spec/plant-store.openapi.yaml');
const options: CollectOptions = {
  document: loadDocument(text, file),
  caseFiles: [read('contracts/create-plant.yaml')],
  seed: 1,
};
const groupOf = ({ id }: CaseTemplate): string => id.split('/')[0]!;

/** Every request of a run, one line each. */
function requests(runId: string, seed = 1): string[] {
  const fresh = createFreshValues({ seed, runId });
  return [...collectCases({ ...options, seed })].map((template) => {
    const { id, request } = buildCase(template, fresh);
    return `${id} ${JSON.stringify(request.headers)} ${bodyText(request)}`;
  });
}

const masked = (lines: readonly string[]): string[] =>
  lines.map((line) => line.replaceAll(/verify-\w+-\d+/g, 'MARK').replaceAll(/\d{10,16}\b/g, 'ID'));

describe('the default run', () => {
  const cases = [...collectCases(options)];

  it('has 150 to 200 cases, curated ones first', () => {
    expect(cases.length).toBeGreaterThanOrEqual(150);
    expect(cases.length).toBeLessThanOrEqual(200);
    expect([...new Set(cases.map(groupOf))]).toEqual([
      'curated',
      'examples',
      'boundary',
      'broken',
      'random',
    ]);
  });

  it('has no id twice, and no two requests with the same bytes', () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    const still = { integer: () => 1_234_567_890, text: (base: string) => `${base} mark` };
    const sent = cases.map((template) => {
      const { method, headers, body, withCredential } = template.build(still);
      const bytes = body === undefined ? 'none' : Buffer.from(body).toString('hex');
      return JSON.stringify([method, headers, bytes, withCredential]);
    });
    expect(new Set(sent).size).toBe(sent.length);
  });

  it('is the same for the same seed and run', () => {
    expect(requests('run')).toEqual(requests('run'));
  });

  it('differs from another run of the same seed in ids and markers only', () => {
    const [first, other] = [requests('one'), requests('two')];
    expect(first).not.toEqual(other);
    expect(masked(first)).toEqual(masked(other));
  });

  it('differs from another seed in the random cases only', () => {
    const [first, other] = [masked(requests('run', 1)), masked(requests('run', 2))];
    const steady = (lines: string[]) => lines.filter((line) => !line.startsWith('random/'));
    expect(first).not.toEqual(other);
    expect(steady(first)).toEqual(steady(other));
  });
});

describe('options', () => {
  it('goes without the generated ones', () => {
    const cases = [...collectCases({ ...options, generated: false })];
    expect(new Set(cases.map(groupOf))).toEqual(new Set(['curated']));
  });

  it('goes without large bodies', () => {
    const fresh = createFreshValues({ seed: 1, runId: 'run' });
    for (const template of collectCases({ ...options, large: false })) {
      expect(template.build(fresh).body?.length ?? 0).toBeLessThan(2000);
    }
  });
});
