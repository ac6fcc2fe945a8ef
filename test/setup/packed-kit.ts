import { readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ActionRunner } from './action-runner.ts';
import { linkFolder } from './link-folder.ts';
import { runNpm } from './run-npm.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the kit is packed and installed: see installed-kit.ts. */
    kitFolder: string;
  }
}

/** How the tests install: quickly, and without others' scripts. */
export const INSTALL: readonly string[] = [
  'install',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--ignore-scripts',
];

/**
 * Packs and installs the kit, once a run, for the tests of project `package`. They begin meanwhile,
 * and those that need it wait: nothing appears under its last name before it is whole.
 */
export default async function packKit(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'packed-kit-'));
  project.provide('kitFolder', folder);
  const prepared = prepare(folder).catch(async (error: unknown) => {
    const draft = join(folder, 'failing');
    await writeFile(draft, error instanceof Error ? error.message : String(error));
    await rename(draft, join(folder, 'failed'));
  });
  return async () => {
    await prepared;
    await rm(folder, { recursive: true });
  };
}

async function prepare(folder: string): Promise<void> {
  const packing = join(folder, 'packing');
  await mkdir(packing);
  // Packing builds first (`prepack`).
  const root = join(import.meta.dirname, '../..');
  await runNpm(['pack', '--silent', '--pack-destination', packing], root);
  const [name = ''] = await readdir(packing);
  const packed = join(folder, 'packed.tgz');
  await rename(join(packing, name), packed);
  const installing = join(folder, 'installing');
  await mkdir(installing);
  await writeFile(join(installing, 'package.json'), '{ "private": true }\n');
  // npm takes away what the kit doesn't need, which is quicker than unpacking what it needs.
  linkFolder(join(root, 'node_modules'), join(installing, 'node_modules'));
  await runNpm([...INSTALL, packed, ...peers(root)], installing);
  const draft = join(folder, 'plant-store-kit');
  await mkdir(draft);
  // Which versions they are is known now: npm needn't ask again.
  await copyFile(join(installing, 'package-lock.json'), join(draft, 'package-lock.json'));
  await writeFile(join(draft, 'package.json'), '{ "private": true }\n');
  await rename(installing, join(folder, 'installed'));
  await installLean(folder, packed);
  await rename(draft, join(folder, 'lean'));
}

/** The packages of the add-ons, in the versions that a checkout has. */
function peers(root: string): string[] {
  const { peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly peerDependencies: Readonly<Record<string, string>>;
  };
  return Object.entries(peerDependencies)
    .filter(([name]) => name !== 'vitest')
    .map(([name, range]) => `${name}@${range}`);
}

/** The action that others use does this, so that its step is tried as well. */
async function installLean(folder: string, packed: string): Promise<void> {
  const runner = await ActionRunner.in(folder);
  const { code, text } = await runner.run('install', { package: packed });
  if (code !== 0) throw new Error(text);
}
