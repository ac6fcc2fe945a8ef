import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { expect, it } from 'vitest';
import { packedKit } from '../setup/installed-kit.ts';

const bin = join(import.meta.dirname, '../../node_modules/@arethetypeswrong/cli/dist/index.js');

it('has nothing that publint would mend', async () => {
  const file = await readFile(await packedKit());
  const tarball = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
  const { messages } = await publint({ pack: { tarball }, strict: true });
  expect(messages).toEqual([]);
});

it('has types that are right, for importers of ES modules', async () => {
  // The kit has no CommonJS, so what `require` would get is not asked.
  const args = [bin, await packedKit(), '--profile', 'esm-only', '--format', 'json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 });
  const { analysis } = JSON.parse(stdout) as { analysis: Analysis };
  const problems = analysis.problems.filter((problem) => !isOfOthers(problem));
  expect(problems).toEqual([]);
  expect(Object.keys(analysis.entrypoints)).toContain('./mocks/browser');
});

interface Analysis {
  readonly problems: readonly Problem[];
  readonly entrypoints: Readonly<Record<string, unknown>>;
}

interface Problem {
  readonly kind: string;
  readonly resolutionKind?: string;
}

/** What only concerns resolutions that the profile leaves out. */
function isOfOthers({ resolutionKind = '' }: Problem): boolean {
  return resolutionKind === 'node10' || resolutionKind === 'node16-cjs';
}
