import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const FILES: readonly [name: string, text: string, place: string | null][] = [
  ['not-parsed.mjs', 'export const x = 1;\nexport default [', 'not-parsed.mjs:2'],
  ['not-parsed.cjs', '\nmodule.exports = [', 'not-parsed.cjs:2'],
  ['throws.mjs', '\n  nothing();\n', 'throws.mjs:2:3'],
  ['throws.cjs', '\nnothing();\n', 'throws.cjs:2:1'],
  ['no-export.mjs', "import { none } from 'node:fs';\n", 'no-export.mjs:1'],
  ['no-module.mjs', "import './none.mjs';\n", null],
  ['text.mjs', "throw 'text';\n", null],
];

const source = import.meta.resolve('../../../src/cli/mock/mock-inputs.ts');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'a place '));
  await Promise.all(FILES.map(([name, text]) => writeFile(join(folder, name), text)));
});
afterAll(() => rm(folder, { recursive: true }));

it('the place is told where Node knows it, below the working folder or whole', async () => {
  const list = FILES.map(([name]) => {
    const path = join(folder, name);
    return [path, `${pathToFileURL(path).href}?again=1`];
  });
  // Vitest has modules of its own making.
  const script = `
    import { failedPlace } from ${JSON.stringify(source)};
    const told = [];
    for (const [path, address] of ${JSON.stringify(list)}) {
      const error = await import(address).catch((error) => error);
      const cwd = ${JSON.stringify(folder)};
      told.push([await failedPlace(error, path, cwd), await failedPlace(error, path, '/nowhere')]);
    }
    console.log(JSON.stringify(told));`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    script,
  ]);
  expect(JSON.parse(stdout)).toEqual(
    FILES.map(([, , place]) => [place, place === null ? null : join(folder, place)]),
  );
});
