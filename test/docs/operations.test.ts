import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { METRICS } from '../../src/serve/metrics.ts';

const page = readFileSync('docs/operations.md', 'utf8');

test('every metric has its row on the page of operations', () => {
  const missing = Object.keys(METRICS).filter((name) => !page.includes(`| \`${name}\``));
  expect(missing).toEqual([]);
});
