import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../run-main.ts';

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
