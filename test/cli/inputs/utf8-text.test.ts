import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { utf8Problem, utf8Text } from '../../../src/openapi/files/read-text-file.ts';
import { run } from '../run-main.ts';

test.each([
  ['\xFF', 'byte 0xFF at line 1, column 1'],
  ['a\n"\xEF\xBF\xBD\xC3\xA4\xE4"', 'byte 0xE4 at line 2, column 4'],
  ['a\r\nb\xC3', 'byte 0xC3 at line 2, column 2'],
  ['\xEF\xBF\xBD\xEF\xBF', 'byte 0xEF at line 1, column 2'],
  ['\xFF\xFEa\0', 'byte 0xFF at line 1, column 1'],
])('the first byte that is wrong in %j is told with its place', (text, place) => {
  const bytes = Buffer.from(text, 'latin1');
  expect(utf8Problem(bytes)).toBe(`it is not text in UTF-8 (${place})`);
  expect(() => utf8Text(bytes)).toThrow(place);
});

test('UTF-8 is read as it is, with its mark and with replacement characters', () => {
  expect(utf8Text(Buffer.from('\u{FEFF}ä\u{FFFD}桜'))).toBe('\u{FEFF}ä\u{FFFD}桜');
});

describe('a file in Latin-1', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latin1-'));
    await writeFile(join(folder, 'a.yaml'), Buffer.from('a: 1\nname: "\xFF"\n', 'latin1'));
    await writeFile(join(folder, 'refers.yaml'), "openapi: 3.1.0\nx: { $ref: 'a.yaml' }\n");
  });
  afterAll(() => rm(folder, { recursive: true }));

  const nowhere = ['verify', 'http://127.0.0.1:1'];
  it.each([
    ['mock', '--seed', 'a.yaml'],
    ['mock', '--profile', 'a.yaml'],
    ['mock', '--spec', 'a.yaml'],
    ['mock', '--scenario', 'a.yaml'],
    ['mock', '--scenarios', '.'],
    [...nowhere, '--cases', 'a.yaml'],
    [...nowhere, '--config', 'a.yaml'],
    [...nowhere, '--rerun', 'a.yaml'],
    ['judge', 'a.yaml'],
    ['lint', 'a.yaml'],
    ['lint', 'refers.yaml'],
  ])('is refused: %s %s %s', async (...words) => {
    const signal = AbortSignal.timeout(10_000);
    const { code, stderr } = await run(words, { cwd: folder, signal });
    expect(stderr).toMatch(
      /^Failed to read .*\ba\.yaml: it is not text in UTF-8 \(byte 0xFF at line 2, column 8\)\. \w+/,
    );
    expect(code).toBe(2);
  });
});
