import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from './run-main.ts';

const LEVELS = 'abcdefgh'.split('');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  const bomb = LEVELS.map((name, i) => {
    const items = i === 0 ? 'x,'.repeat(10) : `*${LEVELS[i - 1]!},`.repeat(10);
    return `${name}: &${name} [${items}]`;
  });
  const polluted = '__proto__: { polluted: 1 }\nconstructor: { prototype: { polluted: 1 } }\n';
  await writeFile(join(folder, 'bomb.yaml'), bomb.join('\n'));
  await writeFile(join(folder, 'broken.yaml'), '- "\n'.repeat(20_000));
  await writeFile(join(folder, 'polluted.yaml'), polluted);
});
afterAll(() => rm(folder, { recursive: true }));

const places = [
  ['mock', '--seed'],
  ['mock', '--profile'],
  ['mock', '--spec'],
  ['verify', 'http://127.0.0.1:1', '--config'],
  ['verify', 'http://127.0.0.1:1', '--cases'],
];

it.each(
  ['bomb.yaml', 'broken.yaml', 'polluted.yaml'].flatMap((file) =>
    places.map((words) => [file, words] as const),
  ),
)('%s is refused soon, with its place, after %j', async (file, words) => {
  const signal = AbortSignal.timeout(20_000);
  const { code, stderr } = await run([...words, file], { cwd: folder, signal });
  expect(stderr).toMatch(new RegExp(`^${file.replace('.', '\\.')}:\\d+:\\d+ [a-z-]+: `, 'm'));
  expect(stderr.length).toBeLessThan(20_000);
  expect(code).toBe(2);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});
