import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { packageRoot, packageVersion } from '../package-root.ts';
import { packageName } from '../defaults.ts';
import type { Symptom } from './symptom.ts';

interface Manifest {
  readonly version?: string;
  readonly engines?: { readonly node?: string };
}

/** What a package is for, and what its absence means. */
interface Need {
  readonly use: string;
  readonly missing: Symptom['state'];
  readonly help?: string;
}

/** An optional dependency: the rest works without it. */
function tool(use: string): Need {
  const help = `Install it: ${installTools}. An npm that runs under an older Node leaves it out; then: npx -c '${installTools}'.`;
  return { use, missing: 'warning', help };
}

/** Brings the optional dependencies, in the versions that the kit is tested with. */
export const installTools = 'npm install --include=optional';

const NEEDS: Readonly<Record<string, Need>> = {
  '@stoplight/prism-http': tool('mock and proxy'),
  '@stoplight/spectral-cli': tool('lint'),
  dredd: tool('dredd'),
  msw: {
    use: 'the handlers and mock --handlers',
    missing: 'problem',
    help: 'Install it: npm install msw.',
  },
  vitest: { use: 'the contract suite', missing: 'ok' },
};

/** The kit itself, and the packages that its commands hand their work to. */
export function examinePackages(): readonly Symptom[] {
  return [
    { name: packageName, state: 'ok', text: packageVersion() },
    ...Object.entries(NEEDS).map(([name, need]) => examine(name, need)),
  ];
}

function examine(name: string, { use, missing, help }: Need): Symptom {
  const manifest = manifestOf(name);
  const text = manifest?.version;
  if (text !== undefined) return { name, state: 'ok', text };
  return { name, state: missing, text: `not installed; it is for ${use}`, help };
}

/** A package as the kit would import it; `undefined` where it isn't installed. */
export function manifestOf(name: string): Manifest | undefined {
  try {
    const file = findPackageJSON(name, import.meta.url);
    return file === undefined ? undefined : readManifest(file);
  } catch {
    return undefined;
  }
}

/** The Node that runs this, beside the one that the kit needs. */
export function examineNode(): readonly Symptom[] {
  const { node } = process.versions;
  const wanted = readManifest(`${packageRoot()}/package.json`).engines?.node ?? '';
  const isNewEnough = atLeast(node, wanted.replace(/^>=\s*/, ''));
  if (isNewEnough) return [{ name: 'Node', state: 'ok', text: node }];
  const help = `Install a newer one, or add it to the project: npm install --save-dev node@${wanted.replace(/^>=\s*(\d+).*$/, '$1')}.`;
  return [{ name: 'Node', state: 'problem', text: `${node}, and ${wanted} is needed`, help }];
}

function atLeast(version: string, least: string): boolean {
  const [a, b] = [version, least].map((text) => text.split('.').map(Number));
  for (const [i, part] of (b ?? []).entries()) {
    const difference = (a?.[i] ?? 0) - part;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}
