import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { packageRoot, packageVersion } from '../package-root.ts';
import { packageName } from '../defaults.ts';
import type { Symptom } from './symptom.ts';

interface Manifest {
  readonly version?: string;
  readonly engines?: { readonly node?: string };
}

/** What each package is for. */
const NEEDED: Readonly<Record<string, string>> = {
  '@stoplight/prism-cli': 'mock and proxy',
  '@stoplight/spectral-cli': 'lint',
  dredd: 'dredd',
  msw: 'the handlers and mock --handlers',
};

const OPTIONAL: Readonly<Record<string, string>> = {
  vitest: 'the contract suite',
};

/** The kit itself, and the packages that its commands hand their work to. */
export function examinePackages(): readonly Symptom[] {
  return [
    { name: packageName, state: 'ok', text: packageVersion() },
    ...Object.entries(NEEDED).map(([name, use]) => examine(name, use, 'problem')),
    ...Object.entries(OPTIONAL).map(([name, use]) => examine(name, use, 'ok')),
  ];
}

function examine(name: string, use: string, missing: Symptom['state']): Symptom {
  const manifest = manifestOf(name);
  const text = manifest?.version;
  if (text !== undefined) return { name, state: 'ok', text };
  const help = missing === 'ok' ? undefined : `Install it: npm install ${name}.`;
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
