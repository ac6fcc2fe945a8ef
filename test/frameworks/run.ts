/**
 * Verifies the plant store in real frameworks: as somebody writes it at first, and mended. `npm run
 * frameworks -- [NAME...] [--folder DIR]`. What isn't installed yet is installed below the folder, outside
 * of the project. The exit code is 1 where a cause is missed, where one is named that isn't expected, or where
 * a mended store doesn't pass.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Store, npmPackages, pipPackages, stores } from './stores.ts';

const root = resolve(import.meta.dirname, '../..');
const kit = join(root, 'bin/plant-store.js');
const FIRST_PORT = 4400;

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: 'string', default: join(tmpdir(), 'plant-store-frameworks') } },
});
const folder = resolve(values.folder);
const python = join(folder, 'py/bin/python');
mkdirSync(folder, { recursive: true });
for (const file of readdirSync(join(import.meta.dirname, 'stores'))) {
  copyFileSync(join(import.meta.dirname, 'stores', file), join(folder, file));
}
install();
const chosen = stores.filter(({ name }) => names.length === 0 || names.includes(name));
let failures = 0;
for (const [i, store] of chosen.entries()) {
  if (!isThere(store)) {
    process.stdout.write(`SKIPPED: ${store.name}: ${store.file} can't run here\n`);
    continue;
  }
  report(store.name, 'first', await judge(store, 'first', FIRST_PORT + 2 * i), store.causes);
  if (store.isMended === false) continue;
  report(store.name, 'mended', await judge(store, 'mended', FIRST_PORT + 2 * i + 1), []);
}
process.exitCode = failures === 0 ? 0 : 1;

function install(): void {
  const shell = (command: string): void => {
    const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
    if (status !== 0) process.stdout.write(`SKIPPED: ${command} failed: ${stderr.slice(-300)}\n`);
  };
  if (!existsSync(join(folder, 'node_modules'))) {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    const flags = '--no-audit --no-fund --ignore-scripts --legacy-peer-deps';
    shell(`npm install ${flags} ${npmPackages.join(' ')}`);
  }
  if (!existsSync(python)) {
    shell(`python3 -m venv py && py/bin/pip install -q ${pipPackages.join(' ')}`);
  }
}

function isThere({ file }: Store): boolean {
  return existsSync(file.endsWith('.py') ? python : join(folder, 'node_modules'));
}

/** The causes of violations, as `rule message`. */
async function judge(store: Store, version: string, port: number): Promise<string[]> {
  const program = store.file.endsWith('.py') ? python : process.execPath;
  const spec = join(root, 'spec/plant-store.openapi.yaml');
  const server = spawn(program, [join(folder, store.file), String(port), version, spec], {
    cwd: folder,
    stdio: 'ignore',
  });
  try {
    return await verify(`http://127.0.0.1:${port}`, join(folder, `${store.name}-${version}.json`));
  } finally {
    server.kill('SIGKILL');
  }
}

async function verify(url: string, file: string): Promise<string[]> {
  const args = [kit, 'verify', url, '--wait', '30', '--reporter', `json=${file}`];
  const env = { ...process.env, PLANT_STORE_TOKEN: 'a-token' };
  await ended(spawn(process.execPath, args, { env, stdio: 'ignore' }));
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

function report(
  name: string,
  version: string,
  found: readonly string[],
  expected: readonly RegExp[],
): void {
  const missed = expected.filter((cause) => !found.some((one) => cause.test(one)));
  const strange = found.filter((one) => !expected.some((cause) => cause.test(one)));
  const isRight = missed.length === 0 && strange.length === 0;
  if (!isRight) failures += 1;
  process.stdout.write(
    `${isRight ? 'ok    ' : 'FAILED'} ${name}, ${version}: ${found.length} causes\n`,
  );
  for (const one of missed) process.stdout.write(`  missed: ${one.source}\n`);
  for (const one of strange) process.stdout.write(`  not expected: ${one}\n`);
}
