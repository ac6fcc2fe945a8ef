/** Starts the plant store in one framework, and says how what `verify` finds differs from what is expected. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from '../cli/run-main.ts';
import { type Store, npmPackages } from './stores.ts';

const root = resolve(import.meta.dirname, '../..');

/** Where packages of npm are, outside of the project. */
export const defaultFolder: string = join(tmpdir(), 'plant-store-frameworks');

/** Copies the stores into the folder, and compiles what is compiled. */
export function layOut(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const ownStores = join(import.meta.dirname, 'stores');
  for (const file of readdirSync(ownStores))
    copyFileSync(join(ownStores, file), join(folder, file));
  if (!has('go', 'version')) return;
  spawnSync('go', ['build', '-o', 'go_store', 'go_store.go'], { cwd: folder });
}

/** Installs the packages of npm, unless they are there. */
export function installPackages(folder: string): void {
  const manifest = JSON.stringify({ private: true, type: 'module', packages: npmPackages });
  const file = join(folder, 'package.json');
  if (hasPackages(folder) && readFileSync(file, 'utf8').includes(JSON.stringify(npmPackages)))
    return;
  writeFileSync(file, manifest);
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps', '--no-save'];
  spawnSync('npm', ['install', ...flags, ...npmPackages], { cwd: folder, stdio: 'inherit' });
}

/** Whether the packages of npm are there. */
export function hasPackages(folder: string): boolean {
  return existsSync(join(folder, 'node_modules', 'express'));
}

function has(command: string, ...args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** That of Debian, whose packages it finds. */
const PYTHON = '/usr/bin/python3';

/** What a store needs that the machine lacks; `undefined` where it can run. */
export function lackOf({ file, needs }: Store, folder: string): string | undefined {
  if (needs === 'postgresql' && globSync('/usr/lib/postgresql/*/bin').length === 0) return needs;
  switch (file.split('.').at(-1)) {
    case 'py':
      return has(PYTHON, '-c', 'import fastapi, flask, uvicorn') ? undefined : 'python3-fastapi';
    case 'go':
      return existsSync(join(folder, 'go_store')) ? undefined : 'golang';
    case 'php':
      return has('php', '--version') ? undefined : 'php-cli';
    case 'rb':
      return has('ruby', '-e', "require 'sinatra/base'; require 'puma'")
        ? undefined
        : 'ruby-sinatra';
    default:
      return hasPackages(folder) ? undefined : 'its packages';
  }
}

type Version = 'first' | 'mended';

function start({ file }: Store, version: Version, port: string, folder: string): ChildProcess {
  const commands: Readonly<Record<string, readonly [string, ...string[]]>> = {
    py: [PYTHON, file, port, version],
    go: [join(folder, 'go_store'), port, version],
    php: ['php', '-S', `127.0.0.1:${port}`, file],
    rb: ['ruby', file, port, version],
  };
  const spec = join(root, 'spec/plant-store.openapi.yaml');
  const script = [process.execPath, file, port, version, spec] as const;
  const [command, ...args] = commands[file.split('.').at(-1)!] ?? script;
  const env = { ...process.env, VERSION: version };
  return spawn(command, args, { cwd: folder, stdio: 'ignore', env });
}

/** What was found, and how that differs from what is expected. */
export interface Verdict {
  readonly found: readonly string[];
  readonly missed: readonly string[];
  readonly strange: readonly string[];
}

/** Judges a version of a store on a port of its own. */
export async function judgeStore(
  store: Store,
  version: Version,
  port: number,
  folder: string,
): Promise<Verdict> {
  const server = start(store, version, String(port), folder);
  const over = ended(server);
  try {
    const report = join(folder, `${store.name}-${version}.json`);
    const found = await verify(`http://127.0.0.1:${port}`, report);
    const expected = version === 'first' ? store.causes : [];
    return {
      found,
      missed: expected
        .filter((cause) => !found.some((foundCause) => cause.test(foundCause)))
        .map(String),
      strange: found.filter((foundCause) => !expected.some((cause) => cause.test(foundCause))),
    };
  } finally {
    server.kill('SIGTERM');
    const late = setTimeout(() => server.kill('SIGKILL'), 3000);
    await over;
    clearTimeout(late);
  }
}

/** The causes of violations, as `rule message`. */
async function verify(url: string, file: string): Promise<string[]> {
  const env = { ...process.env, PLANT_STORE_TOKEN: 'a-token' };
  await run(['verify', url, '--wait', '30', '--reporter', `json=${file}`], { env });
  const { verdict, causes } = JSON.parse(readFileSync(file, 'utf8')) as {
    verdict: string;
    causes: { severity: string; rule: string; message: string }[];
  };
  const found = causes.filter(({ severity }) => severity === 'violation');
  if (found.length === 0 && verdict !== 'pass') return [`the verdict is ${verdict}`];
  return found.map(({ rule, message }) => `${rule} ${message}`);
}

function ended(child: ChildProcess): Promise<unknown> {
  return new Promise((done, failed) => {
    child.once('exit', done).once('error', failed);
  });
}
