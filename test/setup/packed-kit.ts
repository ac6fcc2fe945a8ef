import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { runNpm } from './run-npm.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The packed kit, a `.tgz`, as `npm publish` would send it. */
    packedKit: string;
  }
}

/** Packs the kit, once a run, for the tests of project `package`: `inject('packedKit')`. */
export default async function packKit(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'packed-kit-'));
  const root = join(import.meta.dirname, '../..');
  // Packing builds first (`prepack`).
  await runNpm(['pack', '--silent', '--pack-destination', folder], root);
  const [name = ''] = await readdir(folder);
  project.provide('packedKit', join(folder, name));
  return () => rm(folder, { recursive: true });
}
