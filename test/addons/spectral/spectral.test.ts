import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import {
  inRuns,
  positionsFromOne,
  rewritePositions,
} from '../../../src/addons/spectral/spectral.ts';
import type { LintFormat } from '../../../src/openapi/linter.ts';

const HEAD = [
  '| Code | Path | Message | Severity | Start | End   | Source  |',
  '| ---- | ---- | ------- | -------- | ----- | ----- | ------- |',
];
const row = (start: string, end: string): string =>
  `| a    |      | x \\| Error | 3:7 | 4:8 | | Warning  | ${start} | ${end} | \\/a.yaml |`;
const markdown = (...rows: string[]): string => [...HEAD, ...rows].join('\n');
const issues = (line: number, column: number): string =>
  JSON.stringify(
    [
      {
        check_name: 'a',
        location: { positions: { begin: { line, column }, end: { line, column } } },
      },
    ],
    null,
    '\t',
  );

describe('positions count from 1', () => {
  it('in markdown, and nothing else changes there', () => {
    const report = markdown(row('0:0  ', '11:50'), row('3:7  ', '9:9  '));
    const counted = markdown(row('1:1  ', '12:51'), row('4:8  ', '10:10'));
    expect(positionsFromOne('markdown', report)).toBe(counted);
  });

  it.each(['code-climate', 'gitlab'] as const)('in %s', (format) => {
    expect(positionsFromOne(format, issues(0, 6))).toBe(issues(1, 7));
    expect(positionsFromOne(format, '[]')).toBe('[]');
  });

  it('in files, and no device is read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'positions-'));
    try {
      const file = join(folder, 'a.md');
      await writeFile(file, row('0:0  ', '0:9  '));
      await rewritePositions([
        { format: 'markdown', file },
        { format: 'json', file: undefined },
        { format: 'markdown', file: devNull },
      ]);
      expect(await readFile(file, 'utf8')).toBe(row('1:1  ', '1:10 '));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

const FORMATS: readonly LintFormat[] = ['stylish', 'pretty', 'json', 'sarif', 'github-actions'];

test.each([
  ['uncoloured', false, [['stylish', 'pretty', 'json', 'sarif'], ['github-actions']]],
  ['coloured', true, [['stylish', 'json', 'sarif'], ['pretty'], ['github-actions']]],
])('reports are made in as few runs as they can be, %s', (_how, color, runs) => {
  const outputs = FORMATS.map((format) => ({
    format,
    file: format === 'stylish' ? undefined : format,
  }));
  const formats = inRuns(outputs, color).map((reports) => reports.map(({ format }) => format));
  expect(formats).toEqual(runs);
});
