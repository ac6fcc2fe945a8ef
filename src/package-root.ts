import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** The folder that package.json stands in: the same from `src/` and from the build. */
export function packageRoot(): string {
  const manifest = findPackageJSON(import.meta.url);
  if (manifest === undefined) {
    throw new Error('Failed to find the kit: its package.json is missing. Install it again.');
  }
  return dirname(manifest);
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
export type AddonPackage = '@stoplight/prism-http' | '@stoplight/spectral-cli' | 'dredd';

/** The command that installs packages of add-ons, in the major versions that the kit works with. */
export function installLine(...names: readonly AddonPackage[]): string {
  const peers = manifest().peerDependencies;
  const wanted = names.map((name) => `${name}@${/\d+/.exec(peers[name] ?? '')?.[0]}`);
  return `npm install --save-dev ${wanted.join(' ')}`;
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
