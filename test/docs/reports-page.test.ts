import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { reporterHelp } from '../../src/cli/commands/shared-options.ts';
import { reporters } from '../../src/report/index.ts';
import { reportOf, richRun } from '../report/support/sample-run.ts';

const page = readFileSync('docs/reports.md', 'utf8');

describe.each(Object.entries(reporters))('%s', (name, create) => {
  test('stands in docs/reports.md with one command', () => {
    const section = page.split(`\n## ${name}\n`)[1]?.split('\n## ')[0];
    expect(section?.match(/^npx plant-store verify .*$/gm)).toHaveLength(1);
    expect(section).toMatch(name === 'har' ? /--har \S+/ : new RegExp(`--reporter ${name}\\b`));
    expect(page).toMatch(new RegExp(`^\\| \`${name}\` +\\|`, 'm'));
  });

  test('stands in the help', () => {
    expect(reporterHelp).toMatch(new RegExp(`\\b${name}\\b`));
  });

  test('ends its text with a line break', () => {
    expect(reportOf(create, richRun())).toMatch(/[^\n]\n$/);
  });
});
