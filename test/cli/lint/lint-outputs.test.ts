import { expect, test } from 'vitest';
import { inRuns, type LintFormat } from '../../../src/cli/lint/lint-outputs.ts';

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
