import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { measureFixtures } from '../../bench/lib/suites/openapi-fixtures.ts';

const SOUND = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: { '/things': { get: { responses: { 200: { description: 'All.' } } } } },
};
const FAULTY = { ...SOUND, paths: { '/things': { get: { responses: { 200: {} } } } } };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixtures-'));
  for (const [kind, document] of Object.entries({ pass: SOUND, fail: FAULTY })) {
    mkdirSync(join(folder, '3.1', kind), { recursive: true });
    writeFileSync(join(folder, '3.1', kind, 'things.json'), JSON.stringify(document));
  }
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

it.each([
  ['a whole path', (): string => folder],
  ['a path from here', (): string => relative(process.cwd(), folder)],
])('counts the faulty documents that are reported in a folder given as %s', async (_, given) => {
  const parts = await measureFixtures(given());
  expect(parts.map(({ name, figure }) => [name, figure.right, figure.wrong])).toEqual([
    ['OpenAPI 3.1, sound: load', 1, 0],
    ['OpenAPI 3.1, faulty: are reported', 1, 0],
  ]);
});
