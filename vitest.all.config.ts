import { cpSync, globSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { engineTests } from './test/setup/engine-tests.ts';
import base from './vitest.config.ts';

const { projects = [], ...shared } = base.test ?? {};

const QUICK: ReadonlySet<unknown> = new Set(['kit', 'contract']);

const engine = {
  name: 'engine',
  root: copyWithoutService(),
  isolate: false,
  include: [...engineTests],
  setupFiles: ['test/setup/enter-copy.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

/** For `npm test`: those of the engine where the folders of the service are not, and all others but acceptance. */
const config: ViteUserConfig = defineConfig({
  ...base,
  test: {
    ...shared,
    projects: [
      { test: engine },
      ...projects.filter((project) => QUICK.has(nameOf(project))).map(withoutEngine),
    ],
  },
});

export default config;

function nameOf(project: (typeof projects)[number]): unknown {
  return typeof project === 'object' && 'test' in project ? project.test?.name : undefined;
}

/** The same project, without the tests that run in the copy. */
function withoutEngine(project: (typeof projects)[number]): (typeof projects)[number] {
  if (typeof project !== 'object' || !('test' in project) || nameOf(project) !== 'kit')
    return project;
  const inCopy = globSync([...engineTests]);
  return {
    ...project,
    test: { ...project.test, exclude: [...(project.test.exclude ?? []), ...inCopy] },
  };
}

/** A copy that has no `spec/`, `mocks/` and `contracts/`; it is removed when the process ends. */
function copyWithoutService(): string {
  const folder = mkdtempSync(join(tmpdir(), 'engine-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const parts = ['src', 'test', 'package.json', 'tsconfig.json', ...globSync('*.schema.json')];
  for (const part of parts)
    cpSync(join(import.meta.dirname, part), join(folder, part), { recursive: true });
  symlinkSync(join(import.meta.dirname, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}
