/**
 * Prints what `verify` says of each server of the rich family: of those that keep their contract, or with
 * `--faults` of those with one fault each. Words in the command line choose the servers with one of them
 * in their ids. `--max-cases 100` and `--max-time 30` say how each is judged.
 *
 * Those that keep their contract can be judged in several ways: `--seeds 3`, `--max-cases all,100`
 * (default: one seed; as many cases as there are, and 100). With `--learn`, a run before each learns the
 * answers that it holds the server to. The exit code is 1 where one is blamed.
 *
 * With `--steady`, each is judged five times in a row and by two runs at a time. With `--mock`, the mock with its
 * learnt profile is sent what the server is sent, and what it answers otherwise is told.
 *
 * With `--peers`, other tools judge every tenth of both (`--every 10`), and a section of the page in `bench` says
 * how they did (`--output FILE`: of another page).
 *
 * Runs leave much garbage: `npm run rich` bounds the memory.
 *
 * With `--faults`, a word may also be a theme, and the exit code is 1 where fewer than `--at-least 95`
 * percent are found. `--every 5` judges every fifth.
 */
import { join } from 'node:path';
import { readFlags } from '../../bench/lib/flags.ts';
import { printConformant } from './print-conformant.ts';
import { likenessOf } from './likeness.ts';
import { printEach } from './print-each.ts';
import { unsteadiness } from './steadiness.ts';
import { printFaults } from './print-faults.ts';
import { printPeers } from './print-peers.ts';

const USAGE = `npm run rich -- [WORD...] [--faults | --peers | --steady | --mock] [options]

  --seeds 3            as many runs of each server, with other seeds
  --max-cases all,100  a run for each of these numbers of cases
  --max-time 30        seconds for each run
  --learn              a run before each learns the answers that the server is held to
  --every 5            every fifth only, with --faults or --peers
  --at-least 95        exit code 1 where fewer percent are found, with --faults
  --output FILE        the page for the section, with --peers`;

const config = {
  allowPositionals: true,
  options: {
    faults: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    steady: { type: 'boolean', default: false },
    mock: { type: 'boolean', default: false },
    every: { type: 'string' },
    learn: { type: 'boolean', default: false },
    seeds: { type: 'string', default: '1' },
    'max-cases': { type: 'string' },
    'max-time': { type: 'string' },
    'at-least': { type: 'string', default: '0' },
    output: { type: 'string', default: join(import.meta.dirname, '../../bench/JUDGES.md') },
  },
} as const;
const { values, positionals: words } = readFlags(config, USAGE);
const sizes = (values['max-cases'] ?? (values.faults ? 'all' : 'all,100'))
  .split(',')
  .map((size) => (size === 'all' ? undefined : Number(size)));
const maxTime = values['max-time'] === undefined ? undefined : Number(values['max-time']);
const seeds = Array.from({ length: Number(values.seeds) }, (_, i) => i + 1);
const ways = sizes.flatMap((maxCases) =>
  seeds.map((seed) => ({ maxCases, maxTime, seed, isLearnt: values.learn })),
);
process.exitCode = (await print()) ? 0 : 1;

async function print(): Promise<boolean> {
  const { every, 'at-least': atLeast } = values;
  if (values.faults) {
    const which = { atLeast: Number(atLeast), every: Number(every ?? 1) };
    return await printFaults(words, ways[0]!, which);
  }
  if (values.steady) return await printEach(words, (member) => unsteadiness(member, ways[0]!));
  if (values.mock) {
    return await printEach(words, async (member) => (await likenessOf(member)).differences);
  }
  if (!values.peers) return await printConformant(words, ways);
  await printPeers(Number(every ?? 10), ways[0]!, values.output);
  return true;
}
