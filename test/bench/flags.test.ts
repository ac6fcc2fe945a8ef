import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

const scripts = [
  'test/family/run.ts',
  'test/frameworks/run.ts',
  'test/projects/run.ts',
  'test/real-servers/run.ts',
  'test/rich/run.ts',
  'bench/fuller.ts',
];

it.each(scripts)('%s tells how it is called, and what it does not have', async (script) => {
  const file = resolve(import.meta.dirname, '../..', script);
  const { stdout, stderr } = await run(process.execPath, [file, '--help']);
  expect(stdout).toMatch(/^npm run [\w-]+ -- \[?[A-Z]/);
  expect(stderr).toBe('');
  const failure = run(process.execPath, [file, '--no-such-flag']);
  await expect(failure).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Failed to read the options: .*--no-such-flag.*\nWrite npm run/),
  });
});
