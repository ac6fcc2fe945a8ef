import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AddonPackage,
  installLine,
  isNodeTooOld,
  packageFolder,
  packageRoot,
  packageVersion,
} from '../../package-root.ts';
import type { Symptom } from './symptom.ts';
import { UserError } from '../io.ts';

interface Manifest {
  readonly version?: string;
  readonly engines?: { readonly node?: string };
}

/** What a package is for, and what its absence means. */
interface Need {
  readonly use: string;
  readonly missing: Symptom['state'];
  readonly help?: string;
  /** The commands that can do nothing without it. */
  readonly disables?: readonly string[];
}

const newerNode = 'Install a newer one: npm install --save-dev node@24 does it for a project.';

/** The packages of add-ons, what each is for, and the command that can do nothing without it. */
export const addons: readonly (readonly [AddonPackage, use: string, command: string])[] = [
  ['@stoplight/prism-http', 'proxy, and validation by Prism in mock', 'proxy'],
  ['@stoplight/spectral-cli', 'lint', 'lint'],
  ['dredd', 'dredd', 'dredd'],
];

const NEEDS: Readonly<Record<string, Need>> = {
  ...Object.fromEntries(
    addons.map(([name, use, command]): [string, Need] => {
      const help = `Install it: ${installLine(name)}.`;
      return [name, { use, missing: 'warning', help, disables: [command] }];
    }),
  ),
  msw: {
    use: 'the handlers and mock --handlers',
    missing: 'problem',
    help: 'Install it: npm install msw.',
  },
  vitest: { use: 'the contract suite', missing: 'ok' },
};

/**
 * The kit itself, and the packages that its commands hand their work to.
 *
 * @param find A package's manifest, by its name.
 * @param kit The kit's own name.
 */
export function examinePackages(find: typeof manifestOf, kit: string): readonly Symptom[] {
  return [
    { name: kit, state: 'ok', text: packageVersion() },
    ...Object.entries(NEEDS).map(([name, need]) => examine(name, need, find)),
  ];
}

function examine(name: string, need: Need, find: typeof manifestOf): Symptom {
  const { use, missing, help, disables } = need;
  const text = find(name)?.version;
  if (text !== undefined) return { name, state: 'ok', text };
  return { name, state: missing, text: `not installed; it is for ${use}`, help, disables };
}

/** A package as the kit would import it; `undefined` where it isn't installed. */
export function manifestOf(name: string): Manifest | undefined {
  try {
    const folder = packageFolder(name);
    return folder === undefined ? undefined : readManifest(join(folder, 'package.json'));
  } catch {
    return undefined;
  }
}

/** The Node that runs this, beside the one that the kit needs. */
export function examineNode(): readonly Symptom[] {
  const { node } = process.versions;
  const wanted = readManifest(`${packageRoot()}/package.json`).engines?.node ?? '';
  if (!isNodeTooOld(wanted)) return [{ name: 'Node', state: 'ok', text: node }];
  return [
    { name: 'Node', state: 'problem', text: `${node}, and ${wanted} is needed`, help: newerNode },
  ];
}

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}

/**
 * Fails with what to do where the package of an add-on isn't installed, or needs a newer Node.
 *
 * @param act What needs the tool: «Failed to ‹act›».
 * @throws {UserError} where the package isn't there.
 */
export function requireTool(name: AddonPackage, act: string): void {
  const manifest = manifestOf(name);
  if (manifest === undefined) {
    const cause = `${name} is not installed`;
    throw new UserError(`Failed to ${act}: ${cause}. Install it: ${installLine(name)}.`);
  }
  const range = manifest.engines?.node ?? '';
  if (!isNodeTooOld(range)) return;
  const cause = `${name} needs Node ${range}, and this is ${process.versions.node}`;
  throw new UserError(`Failed to ${act}: ${cause}. ${newerNode}`);
}
