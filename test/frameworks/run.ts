/**
 * Verifies the plant store in real frameworks: as somebody writes it at first, and mended. `npm run
 * frameworks -- [NAME...] [--folder DIR]`. Packages of npm that aren't there yet are installed below the folder,
 * outside of the project; `--install` does only that. What needs a language that the machine lacks is skipped.
 * The exit code is 1 where a cause is missed, where one is named that isn't expected, or where a mended store
 * doesn't pass.
 */
import { resolve } from 'node:path';
import { readFlags } from '../../bench/lib/flags.ts';
import { defaultFolder, installPackages, judgeStore, lackOf, layOut } from './judge-store.ts';
import { type Store, stores } from './stores.ts';

const FIRST_PORT = 4400;

const config = {
  allowPositionals: true,
  options: {
    folder: { type: 'string', default: defaultFolder },
    install: { type: 'boolean', default: false },
  },
} as const;
const usage = 'npm run frameworks -- [NAME...] [--folder DIR] [--install]';
const { values, positionals: names } = readFlags(config, usage);
const folder = resolve(values.folder);
layOut(folder);
installPackages(folder);
let failures = 0;
if (!values.install) await judgeAll();
process.exitCode = failures === 0 ? 0 : 1;

async function judgeAll(): Promise<void> {
  const chosen = stores.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const [i, store] of chosen.entries()) {
    const lack = lackOf(store, folder);
    if (lack === undefined) await judge(store, FIRST_PORT + 2 * i);
    else process.stdout.write(`SKIPPED: ${store.name}: the machine lacks ${lack}\n`);
  }
}

async function judge(store: Store, port: number): Promise<void> {
  for (const version of ['first', 'mended'] as const) {
    if (version === 'mended' && store.isMended === false) continue;
    const place = version === 'first' ? port : port + 1;
    const { found, missed, strange } = await judgeStore(store, version, place, folder);
    const isRight = missed.length + strange.length === 0;
    if (!isRight) failures += 1;
    const word = isRight ? 'ok    ' : 'FAILED';
    process.stdout.write(`${word} ${store.name}, ${version}: ${found.length} causes\n`);
    for (const cause of missed) process.stdout.write(`  missed: ${cause}\n`);
    for (const unexpected of strange) process.stdout.write(`  not expected: ${unexpected}\n`);
  }
}
