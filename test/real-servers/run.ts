/**
 * Verifies servers that others wrote by the documents that they publish, twice on the same data, and
 * writes what became of it: `npm run real-servers -- [NAME...] [--folder DIR] [--output FILE]` (default: for
 * all, the page in `bench`). What is not installed yet is installed below the folder. The exit code is 1 where a run crashed or hung, nothing could
 * be created, what was there before was changed, or the mock of the document doesn't pass.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readFlags } from '../../bench/lib/flags.ts';
import { type Command, type Entry, type Place, type Recipe, changedParts } from './recipe.ts';
import { recipes } from './recipes.ts';
import { withSection } from '../setup/page-section.ts';
import { type Row, type Run, SECTION, isFault, judgesReport } from './report.ts';

const kit = resolve(import.meta.dirname, '../../bin/plant-store.js');
const FIRST_PORT = 4200;
/** A run that takes longer hangs. */
const RUN_MS = 900_000;
const START_MS = 120_000;

const config = {
  allowPositionals: true,
  options: {
    folder: { type: 'string', default: join(tmpdir(), 'plant-store-real-servers') },
    output: { type: 'string' },
  },
} as const;
const usage = 'npm run real-servers -- [NAME...] [--folder DIR] [--output FILE]';
const { values, positionals: names } = readFlags(config, usage);
const chosen = recipes.filter(({ name }) => names.length === 0 || names.includes(name));
const rows: Row[] = [];
for (const [i, recipe] of chosen.entries()) rows.push(await tryRecipe(recipe, FIRST_PORT + 10 * i));
for (const row of rows) {
  process.stdout.write(`${row.name}: ${row.trouble ?? summary(row)}\n`);
  for (const part of row.changed) process.stdout.write(`  changed: ${part.slice(0, 500)}\n`);
}
const page = names.length === 0 ? resolve(import.meta.dirname, '../../bench/JUDGES.md') : undefined;
const output = values.output ?? page;
if (output !== undefined) {
  const before = existsSync(output) ? readFileSync(output, 'utf8') : '';
  writeFileSync(output, withSection(before, SECTION, judgesReport(rows)));
}
process.exitCode = rows.some(isFault) ? 1 : 0;

function summary({ runs, changed, mock }: Row): string {
  const told = runs.map(
    ({ verdict, causes, created }) => `${verdict}, ${causes} causes, ${created} created`,
  );
  return `${told.join('; ')}; ${changed.length} changed; mock ${mock}`;
}

async function tryRecipe(recipe: Recipe, port: number): Promise<Row> {
  const folder = resolve(values.folder, recipe.name);
  const data = join(folder, 'data-of-the-run');
  const place: Place = { folder, data, port, url: `http://127.0.0.1:${port}` };
  const row = { name: recipe.name, reading: recipe.reading, runs: [], changed: [], mock: '–' };
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  let server: ChildProcess | undefined;
  try {
    await install(recipe, folder);
    for (const command of recipe.prepare?.(place) ?? [])
      await finish(start(command, place, 'prepare'));
    /** Starts it again where a request has killed it: what it stores is still there. */
    const up = async (): Promise<string> => {
      const isUp = server !== undefined && server.exitCode === null && server.signalCode === null;
      if (!isUp) server = start(recipe.start(place), place, 'server');
      return published(recipe, place);
    };
    const spec = await up();
    const entry = (await recipe.enter?.(place)) ?? {};
    const before = await recipe.dump(place);
    const runs: Run[] = [];
    for (const seed of [1, 2]) {
      runs.push(await verify(recipe, place, entry, spec, seed));
      await up();
    }
    const changed = changedParts(before, await recipe.dump(place));
    return { ...row, runs, changed, mock: await verifyMock(recipe, place, spec) };
  } catch (error) {
    return { ...row, trouble: error instanceof Error ? error.message : String(error) };
  } finally {
    if (server !== undefined) await end(server);
  }
}

async function install(recipe: Recipe, folder: string): Promise<void> {
  const { npm = [], debian = [], manifest = {}, files = {} } = recipe;
  const here = { folder, data: folder, port: 0, url: '' };
  const shell = (text: string): Promise<void> =>
    finish(
      start(
        { run: ['sh', '-c', text], env: process.env as Record<string, string> },
        here,
        'install',
      ),
    );
  if (!existsSync(join(folder, 'installed'))) {
    process.stdout.write(`installing ${recipe.name}\n`);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest }));
    const scripts = 'allowScripts' in manifest ? '' : '--ignore-scripts';
    if (npm.length > 0)
      await shell(
        `npm install --no-audit --no-fund --legacy-peer-deps ${scripts} ${npm.join(' ')}`,
      );
    if (debian.length > 0)
      await shell(
        `apt-get download ${debian.join(' ')} && for file in *.deb; do dpkg -x "$file" .; done`,
      );
    writeFileSync(join(folder, 'installed'), '');
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Its output goes to a file beside the server. */
function start({ run, env = {} }: Command, { folder, data }: Place, name: string): ChildProcess {
  const log = openSync(join(folder, `${name}.log`), 'a');
  const [command, ...args] = run;
  return spawn(command === 'node' ? process.execPath : command, args, {
    cwd: data,
    env: { PATH: process.env['PATH'], HOME: data, ...env },
    stdio: ['ignore', log, log],
  });
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((done, failed) => {
    child.once('exit', done).once('error', failed);
  });
}

async function finish(child: ChildProcess): Promise<void> {
  const code = await ended(child);
  if (code !== 0)
    throw new Error(
      `Failed to prepare the server: ${child.spawnargs.join(' ')} ended with ${code}.`,
    );
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = ended(child);
  child.kill('SIGTERM');
  await Promise.race([over, pause(3000)]);
  child.kill('SIGKILL');
}

/** Waits until the server is up. */
async function published(recipe: Recipe, { url, folder, data }: Place): Promise<string> {
  const { document, headers, documentFile } = recipe;
  const until = performance.now() + START_MS;
  for (;;) {
    const response = await fetch(url + document, { headers: headers ?? {} }).catch(() => undefined);
    if (response?.ok && documentFile !== undefined) return join(data, documentFile);
    if (response?.ok) {
      const text = await response.text();
      const file = join(
        folder,
        text.trimStart().startsWith('{') ? 'document.json' : 'document.yaml',
      );
      writeFileSync(file, text);
      return file;
    }
    if (performance.now() > until)
      throw new Error(`Failed to start: no document at ${document} in ${START_MS} ms.`);
    await pause(300);
  }
}

async function verify(
  { flags = [], basePath = '' }: Recipe,
  place: Place,
  entry: Entry,
  spec: string,
  seed: number,
): Promise<Run> {
  const report = join(place.folder, `run-${seed}.json`);
  rmSync(report, { force: true });
  const all = [
    kit,
    'verify',
    place.url + basePath,
    '--spec',
    spec,
    '--seed',
    String(seed),
    ...flags,
    ...(entry.flags ?? []),
  ];
  const reporters = [
    '--reporter',
    `json=${report}`,
    '--reporter',
    `pretty=${join(place.folder, `run-${seed}.txt`)}`,
  ];
  const child = start({ run: ['node', ...all, ...reporters], env: entry.env }, place, 'verify');
  const startedAt = performance.now();
  const late = setTimeout(() => child.kill('SIGKILL'), RUN_MS);
  const code = await ended(child);
  clearTimeout(late);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  if (!existsSync(report))
    return {
      verdict: `crashed (${code})`,
      seconds,
      requests: 0,
      causes: 0,
      violations: 0,
      created: 0,
      operations: 0,
      reached: 0,
    };
  return readRun(report, seconds);
}

interface Report {
  readonly verdict: string;
  readonly counts: { readonly exchanges: number; readonly violations: number };
  readonly causes: readonly { readonly severity: string }[];
  readonly created: readonly { readonly status?: number }[];
  readonly operations?: readonly { readonly level: string }[];
}

function readRun(file: string, seconds: number): Run {
  const {
    verdict,
    counts,
    causes,
    created,
    operations = [],
  } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  return {
    verdict,
    seconds,
    requests: counts.exchanges,
    violations: counts.violations,
    causes: causes.filter(({ severity }) => severity === 'violation').length,
    created: created.filter(({ status }) => status !== undefined).length,
    operations: operations.length,
    reached: operations.filter(({ level }) => level === 'full' || level === 'chained').length,
  };
}

/** The verdict on the kit's own mock of the document. */
async function verifyMock(recipe: Recipe, place: Place, spec: string): Promise<string> {
  const port = place.port + 5;
  const mock = start(
    { run: ['node', kit, 'mock', '--spec', spec, '--port', String(port)] },
    place,
    'mock',
  );
  try {
    const flags = ['--wait', '60', '--max-cases', '3000'];
    const run = await verify(
      { ...recipe, basePath: '', flags },
      { ...place, url: `http://127.0.0.1:${port}` },
      {},
      spec,
      3,
    );
    return run.causes === 0 ? run.verdict : `${run.verdict}, ${run.causes} causes`;
  } finally {
    await end(mock);
  }
}
