import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INSTALL } from '../setup/packed-kit.ts';
import { runNpm } from '../setup/run-npm.ts';
import { installedKit, packedKit } from '../setup/installed-kit.ts';
import { linkFolder } from '../setup/link-folder.ts';

const examples = join(import.meta.dirname, '../../examples');

/** What a checkout may have that isn't part of the examples. */
const OWN = /[\\/](?:node_modules|dist|package-lock\.json)$/;

let folder: string;
/** How many blocks of code the documentation has. */
let blocks: number;
/** What the examples' own tests print, in which those blocks are compiled, too. */
let tested: Promise<string>;

/** The examples as somebody has them who has copied them and installed the packed kit. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'examples-'));
  await cp(examples, folder, { recursive: true, filter: (path) => !OWN.test(path) });
  const file = join(folder, 'package.json');
  const manifest = await readFile(file, 'utf8');
  await writeFile(file, manifest.replace('file:..', `file:${await packedKit()}`));
  // Somebody who has the kit already: what they share needn't be unpacked twice.
  linkFolder(join(await installedKit(), 'node_modules'), join(folder, 'node_modules'));
  await runNpm([...INSTALL], folder);
  blocks = await writeBlocks();
  tested = runNpm(['test'], folder);
  tested.catch(() => {});
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Code for what the examples don't have: Playwright's and Cypress's tests, Next, Nuxt and SvelteKit. */
const ELSEWHERE =
  /'(?:@playwright\/test|\.\/test|next\/headers|openapi-fetch|@sveltejs\/kit|\.\.\/src\/mocks\/browser)'|Cypress|useFetch/;

/** Each block becomes a module; gives their number. */
async function writeBlocks(): Promise<number> {
  const text = await readFile(join(examples, '../docs/front-end.md'), 'utf8');
  const codes = [...text.matchAll(/^( *)```ts\n(.*?)^\1```$/gms)]
    .map(([, , code]) => code!)
    .filter((code) => !ELSEWHERE.test(code));
  // What `init` makes of a document.
  await writeFile(join(folder, 'src/mocks/api.json'), '{ "openapi": "3.1.0", "paths": {} }');
  for (const [i, code] of codes.entries()) {
    await writeFile(join(folder, `src/block-${i}.ts`), `${code}\nexport {};\n`);
  }
  return codes.length;
}

describe('the examples, with the packed kit', () => {
  it('pass the compiler and their own tests', async () => {
    expect(await tested).toMatch(/Tests.*\d+ passed/);
  }, 180_000);

  it('have the types that the code in the documentation needs', async () => {
    expect(blocks).toBeGreaterThan(3);
    expect(await tested).not.toContain('error');
  });

  it('build a page that has nothing of the mock in it', async () => {
    const built = await runNpm(['run', 'build'], folder);
    expect(built).toMatch(/dist\/assets\/index-\S+\.js/);
    expect(built).not.toMatch(/browser-|profile-switch/);
  });
});
