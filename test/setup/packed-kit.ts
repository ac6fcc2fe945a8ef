import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { runNpm } from './run-npm.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The packed kit, a `.tgz`, as `npm publish` would send it. */
    packedKit: string;
    /** A folder with the packed kit installed in it, with everything; nobody may change it. */
    installedKit: string;
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
 * Packs and installs the kit, once a run, for the tests of project `package`:
 * `inject('packedKit')`, `inject('installedKit')`.
 */
export default async function packKit(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'packed-kit-'));
  const root = join(import.meta.dirname, '../..');
  // Packing builds first (`prepack`).
  await runNpm(['pack', '--silent', '--pack-destination', folder], root);
  const [name = ''] = await readdir(folder);
  const packed = join(folder, name);
  const installed = join(folder, 'installed');
  await mkdir(installed);
  await writeFile(join(installed, 'package.json'), '{ "private": true }\n');
  await runNpm([...INSTALL, packed], installed);
  project.provide('packedKit', packed);
  project.provide('installedKit', installed);
  return () => rm(folder, { recursive: true });
}
