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

function manifest(): { readonly name: string; readonly version: string } {
  const text = readFileSync(join(packageRoot(), 'package.json'), 'utf8');
  return JSON.parse(text) as { name: string; version: string };
}
