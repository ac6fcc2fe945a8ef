import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rules } from '../../../src/addons/spectral/rules/index.ts';
import { type LintResult, severities } from '../../../src/openapi/linter.ts';
import { toPointer } from '../../../src/openapi/pointer.ts';
import { lintText } from './lint-in-process.ts';
import { madeDocuments } from './mistakes/mistakes.ts';

const source = join(import.meta.dirname, 'mistakes', 'made.yaml');
const made = madeDocuments();
const sound = made.filter(({ mistake }) => mistake === undefined);
const broken = made.flatMap(({ name, text, mistake }) =>
  mistake ? [{ name, text, ...mistake }] : [],
);

async function mistakesIn(text: string): Promise<LintResult[]> {
  const results = await lintText(text, source);
  return results.filter(({ severity }) => severity < severities.indexOf('hint'));
}

describe('a sound document has no finding', () => {
  it.each(sound)('$name', async ({ text }) => {
    expect(await mistakesIn(text)).toEqual([]);
  });
});

describe('one mistake is told where it was made', () => {
  it.each(broken)('$name', async ({ text, rule, place }) => {
    const found = await mistakesIn(text);
    const there = found.filter(({ path }) => toPointer(path) === place).map(({ code }) => code);
    expect(there).toContainEqual(rule === '*' ? expect.any(String) : rule);
  });
});

it('every rule that is not of style has a mistake', () => {
  const told = new Set(broken.map(({ rule }) => rule));
  const untold = rules.filter(({ name, severity }) => severity !== 'hint' && !told.has(name));
  expect(untold.map(({ name }) => name)).toEqual([]);
});
