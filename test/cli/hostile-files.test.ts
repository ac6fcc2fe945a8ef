import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NewPlant } from '../../mocks/plant.generated.ts';
import { createMockServer } from '../../mocks/server.ts';
import { plantStore } from '../../mocks/command.ts';
import { readSeed } from '../../src/model/inspect-resources.ts';
import { loadDocument } from '../../src/model/load-document.ts';
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
  await writeFile(join(folder, 'broken-bomb.yaml'), `${bomb.join('\n')}\nx: [\n`);
  await writeFile(join(folder, 'behind.yaml'), "openapi: 3.1.0\nx: { $ref: 'bomb.yaml#/a' }\n");
  await writeFile(join(folder, 'broken.yaml'), '- "\n'.repeat(5000));
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  await writeFile(join(folder, 'polluted.yaml'), polluted);
  await writeFile(join(folder, 'deep.yaml'), `scenario: 1\nx: ${deep}\n`);
});
afterAll(() => rm(folder, { recursive: true }));

const places = [
  ['mock', '--seed'],
  ['mock', '--profile'],
  ['mock', '--spec'],
  ['mock', '--scenario'],
  ['verify', 'http://127.0.0.1:1', '--config'],
  ['verify', 'http://127.0.0.1:1', '--cases'],
];

it.each(
  ['bomb.yaml', 'broken.yaml', 'polluted.yaml', 'deep.yaml'].flatMap((file) =>
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

it.each([
  ['bomb.yaml', 'bomb.yaml', /aliases expand to over 1000000 nodes/],
  ['deep.yaml', 'deep.yaml', /nested deeper than 500 levels/],
  ['broken-bomb.yaml', 'broken-bomb.yaml', /aliases expand/],
  ['behind.yaml', 'bomb.yaml', /aliases expand/],
])('lint refuses %s before anyone expands it', async (file, culprit, message) => {
  const signal = AbortSignal.timeout(20_000);
  const words = ['lint', file, '--format', 'json'];
  const { code, stdout, stderr } = await run(words, { cwd: folder, signal });
  expect(stderr).toMatch(new RegExp(`${join(folder, culprit)}:\\d+:\\d+ yaml-value: `));
  expect(stderr).toMatch(message);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});

it('keys such as __proto__ in a seed that is accepted are keys like any other', async () => {
  const document = loadDocument(await readFile(plantStore.document, 'utf8'), 'spec.yaml');
  const text =
    '- { id: 1, name: A, __proto__: { polluted: 1, tag: p }, constructor: { prototype: 2 } }\n';
  const { seed } = readSeed(text, 'seed.yaml', document);
  await using server = await createMockServer({ seed: seed as NewPlant[] });
  const [plant] = server.plants.list();
  expect(Object.keys(plant!)).toEqual(['id', 'name', '__proto__', 'constructor']);
  expect(Object.getPrototypeOf(plant)).toBe(Object.prototype);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

it('init edits a package.json with very many keys, and with __proto__, soon', async () => {
  const cwd = join(folder, 'project');
  await mkdir(cwd);
  const keys = Array.from({ length: 20_000 }, (_, i) => `"k${i}":${i}`).join(',');
  const text = `{"x":{${keys}},"__proto__":{"scripts":{"mock":"p"}},"scripts":{"constructor":"c"}}`;
  await writeFile(join(cwd, 'package.json'), text);
  const signal = AbortSignal.timeout(20_000);
  expect((await run(['init', '--yes'], { cwd, signal })).code).toBe(0);
  const edited = await readFile(join(cwd, 'package.json'), 'utf8');
  expect(edited.startsWith(text.slice(0, -2))).toBe(true);
  const { scripts } = JSON.parse(edited) as { scripts: object };
  expect(scripts).toEqual({
    constructor: 'c',
    mock: 'plant-store mock',
    verify: 'plant-store verify',
  });
});
