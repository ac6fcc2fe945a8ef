import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'special-'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  const head = 'openapi: 3.1.0\ninfo: { title: t, version: 1.0.0 }\npaths: {}\n';
  await writeFile(
    join(folder, 'refers.yaml'),
    `${head}components: { schemas: { A: { $ref: pipe } } }`,
  );
});
afterAll(() => rm(folder, { recursive: true }));

const NOBODY = ['verify', 'http://127.0.0.1:1'];
const places = [
  ['mock', '--spec'],
  ['mock', '--seed'],
  ['mock', '--profile'],
  ['mock', '--scenario'],
  [...NOBODY, '--cases'],
  [...NOBODY, '--config'],
  ['judge'],
  ['lint'],
];
const kinds: [string, string][] = [
  ['/dev/zero', 'no file but a device, a pipe or a socket'],
  ['.', 'a folder'],
];

const SCRIPT = `
const { main } = await import(${JSON.stringify(import.meta.resolve('./run-main.ts'))});
const outcomes = [];
for (const words of JSON.parse(process.argv[1])) {
  let stderr = '';
  let stdout = '';
  const code = await main(words, {
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    env: {},
    cwd: process.cwd(),
    signal: AbortSignal.timeout(20_000),
  });
  outcomes.push({ code, stderr, stdout });
}
process.stdout.write(JSON.stringify(outcomes), () => process.exit(0));
`;

it('is told of each file that is none, and waits for nothing', { timeout: 60_000 }, async () => {
  const tries = places.flatMap((words) =>
    kinds.map(([file, cause]) => ({ words: [...words, file], cause })),
  );
  const words = [...tries.map((attempt) => attempt.words), ['lint', 'refers.yaml']];
  // A process of its own, since what waits for a pipe can't be stopped from within.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', SCRIPT, JSON.stringify(words)],
    {
      cwd: folder,
      timeout: 50_000,
      killSignal: 'SIGKILL',
    },
  );
  const outcomes = JSON.parse(stdout) as {
    readonly code: number;
    readonly stderr: string;
    readonly stdout: string;
  }[];
  for (const [i, { words: line, cause }] of tries.entries()) {
    const { code, stderr } = outcomes[i]!;
    expect(stderr, line.join(' ')).toMatch(/^Failed to read /);
    expect(stderr, line.join(' ')).toContain(`it is ${cause}`);
    expect(code, line.join(' ')).toBe(2);
  }
  // Lint tells of the reference, and of all the rest.
  expect(outcomes.at(-1)?.stdout).toMatch(/4:\d+ +error +readable .*"pipe".* no file but a device/);
  expect(outcomes.at(-1)?.code).toBe(1);
});
