/** `init`: makes a project ready for the fake; what is to be written is planned before it is. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { workerFolders } from '../doctor/worker-script.ts';
import { fileProblem, readTextFile } from '../../openapi/files/read-text-file.ts';
import { type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';
import { type Framework, frameworkOf } from './frameworks.ts';

/** What `init` must know of the project that it is run in. */
export interface Project {
  readonly cwd: string;
  /** Its script lines. */
  readonly scripts: Readonly<Record<string, unknown>>;
  /** Whether it lists the kit. */
  readonly hasKit: boolean;
  readonly language: 'ts' | 'js';
  /** Folders that are served as they are; the first is the likeliest. */
  readonly publicFolders: readonly string[];
  /** Where sources are: `src`, or the project's own folder. */
  readonly sources: string;
  /** What it depends on. */
  readonly packages: ReadonlySet<string>;
  readonly framework: Framework;
}

interface Manifest {
  readonly scripts?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const FILE = 'package.json';

/** @throws {UserError} where the working folder is no project. */
export function readProject({ cwd, service }: Io): Project {
  const manifest = parseManifest(readManifest(cwd, service.programName));
  const { scripts = {}, dependencies = {}, devDependencies = {} } = manifest;
  const packages = new Set(Object.keys({ ...dependencies, ...devDependencies }));
  const framework = frameworkOf(packages);
  const usesTypes = existsSync(join(cwd, 'tsconfig.json')) || packages.has('typescript');
  const folders = [
    ...workerFolders(cwd),
    ...[framework.publicFolder, 'public', 'static'].filter((one) => isFolder(cwd, one)),
  ];
  return {
    cwd,
    scripts,
    hasKit: packages.has(service.packageName),
    language: usesTypes ? 'ts' : 'js',
    publicFolders: folders.length === 0 ? [framework.publicFolder] : [...new Set(folders)],
    sources: (framework.sources ?? ['src', '.']).find((one) => isFolder(cwd, one)) ?? '.',
    packages,
    framework,
  };
}

function readManifest(cwd: string, programName: string): string {
  try {
    return readTextFile(join(cwd, FILE));
  } catch (error) {
    throw new UserError(
      `Failed to read ${FILE}: ${fileProblem(error)}. ` +
        `Run ${programName} init in the folder of your project, or make one with npm init.`,
    );
  }
}

function parseManifest(text: string): Manifest {
  const fail = (cause: string): never => {
    throw new UserError(`Failed to read ${FILE}: ${cause}. Mend it and run this again.`);
  };
  let value: JsonValue;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, '')) as JsonValue;
  } catch (error) {
    return fail((error as Error).message);
  }
  if (!isJsonObject(value)) return fail('it is no object');
  const { scripts = {} } = value;
  return isJsonObject(scripts) ? value : fail('its "scripts" is no object');
}

function isFolder(cwd: string, name: string): boolean {
  return statSync(join(cwd, name), { throwIfNoEntry: false })?.isDirectory() === true;
}
