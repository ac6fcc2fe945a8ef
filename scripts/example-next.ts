/** Installs the example in Next with the packed kit, outside of the project, and runs its tests in the system's Chromium. */
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INSTALL } from '../test/setup/packed-kit.ts';
import { chromiumPath } from '../test/setup/chromium.ts';
import { runNpm } from '../test/setup/run-npm.ts';

/** What a checkout may have that isn't part of the example. */
const OWN = /[\\/](?:node_modules|\.next|test-results|package-lock\.json)$/;

const root = join(import.meta.dirname, '..');
const folder = await mkdtemp(join(tmpdir(), 'example-next-'));

async function install(): Promise<void> {
  await runNpm(['pack', '--silent', '--pack-destination', folder], root);
  const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  await cp(join(root, 'examples/next'), folder, {
    recursive: true,
    filter: (path) => !OWN.test(path),
  });
  const file = join(folder, 'package.json');
  await writeFile(file, (await readFile(file, 'utf8')).replace('file:../..', `file:${packed}`));
  await runNpm([...INSTALL], folder);
}

async function run(): Promise<void> {
  const chromium = chromiumPath();
  if (chromium === undefined) return console.log('SKIPPED: the example in Next: no Chromium');
  try {
    await install();
  } catch (error) {
    return console.log(`SKIPPED: the example in Next can't be installed. ${String(error)}`);
  }
  process.env['CHROMIUM_PATH'] = chromium;
  process.env['NEXT_TELEMETRY_DISABLED'] = '1';
  console.log(await runNpm(['test'], folder, 300_000));
}

try {
  await run();
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
