import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The folder that package.json stands in: the same from `src/` and from the build. */
export function packageRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) {
    if (folder === dirname(folder)) {
      throw new Error('Failed to find the kit: its package.json is missing. Install it again.');
    }
    folder = dirname(folder);
  }
  return folder;
}

/**
 * The folder of a package as the kit would import it; `undefined` where it isn't installed. Node's own
 * `findPackageJSON` came with 22.14.
 */
export function packageFolder(name: string): string | undefined {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  return folders
    .map((folder) => join(folder, name))
    .find((folder) => existsSync(join(folder, 'package.json')));
}

/** The version in package.json. */
export function packageVersion(): string {
  return manifest().version;
}

/** The name that the kit is installed under. */
export function packageName(): string {
  return manifest().name;
}

/** The packages that add-ons need: optional peers, which users install for the commands that they use. */
export type AddonPackage = '@stoplight/prism-http' | '@stoplight/spectral-cli' | 'dredd' | 'redis';

/** The command that installs packages of add-ons, in the major versions that the kit works with. */
export function installLine(...names: readonly AddonPackage[]): string {
  const peers = manifest().peerDependencies;
  // Of several, the newest.
  const majorOf = (range = ''): string | undefined => /\d+/.exec(range.split('||').at(-1)!)?.[0];
  const wanted = names.map((name) => `${name}@${majorOf(peers[name])}`);
  return `npm install --save-dev ${wanted.join(' ')}`;
}

/** Whether this Node is older than a package asks for, such as `>=24.18.0`. */
export function isNodeTooOld(range: string): boolean {
  const [, least] = /^>=\s*([\d.]+)$/.exec(range) ?? [];
  const { node } = process.versions;
  return least !== undefined && node.localeCompare(least, 'en', { numeric: true }) < 0;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

function manifest(): Manifest {
  const text = readFileSync(join(packageRoot(), 'package.json'), 'utf8');
  return JSON.parse(text) as Manifest;
}
