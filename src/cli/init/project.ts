/** `init`: makes a project ready for the mock; what is to be written is planned before it is. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Pair, type Scalar, type YAMLMap, isMap, parseDocument } from 'yaml';
import { workerFolders } from '../doctor/worker-script.ts';
import { fileProblem, readTextFile } from '../../openapi/files/read-text-file.ts';
import { type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { type Io, UserError } from '../io.ts';
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
    ...[framework.publicFolder, 'public', 'static'].filter((name) => isFolder(cwd, name)),
  ];
  return {
    cwd,
    scripts,
    hasKit: packages.has(service.packageName),
    language: usesTypes ? 'ts' : 'js',
    publicFolders: folders.length === 0 ? [framework.publicFolder] : [...new Set(folders)],
    sources: (framework.sources ?? ['src', '.']).find((source) => isFolder(cwd, source)) ?? '.',
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
    throw new UserError(`Failed to read ${FILE}: ${cause}. Fix it and run this again.`);
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

/**
 * Sets a script line in the text of a package.json and leaves every other character as it is.
 *
 * @param text JSON that is an object.
 */
export function setScript(text: string, name: string, line: string): string {
  const root = parseDocument<JsonMap>(text, { uniqueKeys: false }).contents!;
  const known = root.items.find(({ key }) => key.value === 'scripts')?.value;
  if (isMap<Scalar, Scalar>(known)) return setMember(text, known, name, JSON.stringify(line));
  return setScript(setMember(text, root, 'scripts', '{}'), name, line);
}

/** JSON as a YAML parser sees it, which knows where everything stands. */
type JsonMap = YAMLMap<Scalar, Scalar>;

function setMember(text: string, map: JsonMap, name: string, value: string): string {
  const known = map.items.find(({ key }) => key.value === name);
  if (known?.value?.range) return replace(text, known.value.range, value);
  const member = `${JSON.stringify(name)}: ${value}`;
  const last = map.items.at(-1);
  const [start, end] = map.range!;
  if (last?.value?.range) {
    const [, from] = last.value.range;
    return replace(text, [from, from], `,${spaceBefore(text, last)}${member}`);
  }
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const depth = indentAt(text, start);
  const inner = newline + depth + indentOf(text) + member;
  return replace(text, [start, end], `{${inner}${newline}${depth}}`);
}

/** What stands between a member and what is in front of it: the next one begins alike. */
function spaceBefore(text: string, { key }: Pair<Scalar, Scalar>): string {
  return /\s*$/.exec(text.slice(0, key.range![0]))![0];
}

/** The indentation of the line that a place is on. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset) + 1);
  return /^[ \t]*/.exec(line)![0];
}

/** One step of indentation. */
function indentOf(text: string): string {
  return /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
}

function replace(text: string, [start, end]: readonly number[], by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}
