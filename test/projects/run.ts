/**
 * Packs the kit and uses it as others do: each project below this folder installs the package, builds and tests.
 * `npm run projects -- [NAME...]`; with `--sizes` it measures instead what an install takes, alone and with each
 * add-on, with nothing in npm's cache. A project whose packages can't be had is skipped, and said so. The exit code
 * is 1 where one fails.
 */
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFlags } from '../../bench/lib/flags.ts';
import { addons } from '../../src/cli/doctor/packages.ts';
import { type AddonPackage, installLine } from '../../src/package-root.ts';
import { runNpm } from '../setup/run-npm.ts';

const here = import.meta.dirname;
const INSTALL = ['install', '--no-audit', '--no-fund', '--ignore-scripts'];
const PATIENCE = 300_000;

const config = {
  allowPositionals: true,
  options: { sizes: { type: 'boolean', default: false } },
} as const;
const { values, positionals: names } = readFlags(config, 'npm run projects -- [NAME...] [--sizes]');
const folder = mkdtempSync(join(tmpdir(), 'projects-'));
try {
  await runNpm(['pack', '--silent', '--pack-destination', folder], join(here, '../..'));
  const packed = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
  if (values.sizes) await measure(packed);
  else for (const name of projects()) await tryProject(name, packed);
} finally {
  rmSync(folder, { recursive: true });
}

function projects(): string[] {
  return readdirSync(here, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && (names.length === 0 || names.includes(entry.name)))
    .map(({ name }) => name);
}

async function tryProject(name: string, packed: string): Promise<void> {
  const project = join(folder, name);
  cpSync(join(here, name), project, { recursive: true });
  const start = performance.now();
  try {
    await runNpm([...INSTALL, packed], project, PATIENCE);
  } catch (error) {
    say(`SKIPPED: ${name}: its packages can't be installed: ${String(error)}`);
    return;
  }
  try {
    for (const step of ['build', 'test']) await runNpm(['run', step], project, PATIENCE);
    say(`ok      ${name}, ${seconds(start)} s`);
  } catch (error) {
    process.exitCode = 1;
    say(`FAILED  ${name}: ${String(error)}`);
  }
}

async function measure(packed: string): Promise<void> {
  const sets: [string, string[]][] = [
    ['plant-store-kit', []],
    ...addons.map(([name]): [string, string[]] => [`with ${name}`, installed(name)]),
    ['with all three', installed(...addons.map(([name]) => name))],
  ];
  for (const [title, more] of sets) {
    const project = mkdtempSync(join(folder, 'sizes-'));
    writeFileSync(join(project, 'package.json'), '{ "private": true }\n');
    const start = performance.now();
    const cache = ['--cache', join(project, 'cache')];
    await runNpm([...INSTALL, ...cache, packed, ...more], project, PATIENCE);
    const time = seconds(start);
    const { bytes, packages } = sizeOf(join(project, 'node_modules'));
    say(`${title}: ${Math.round(bytes / 1e6)} MB in ${packages} packages, ${time} s`);
    rmSync(project, { recursive: true });
  }
}

/** What the line that a command names installs. */
function installed(...add: readonly AddonPackage[]): string[] {
  return installLine(...add)
    .split(' ')
    .filter((word) => word.includes('@'));
}

/** Bytes of all files, and how many packages they are of. */
function sizeOf(modules: string): { readonly bytes: number; readonly packages: number } {
  const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const bytes = files.reduce(
    (sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size,
    0,
  );
  const manifests = files.filter(
    ({ parentPath, name }) =>
      name === 'package.json' && /node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+$/.test(parentPath),
  );
  return { bytes, packages: manifests.length };
}

function seconds(start: number): number {
  return Math.round((performance.now() - start) / 1000);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
