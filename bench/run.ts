/**
 * The benchmarks of the kit beside bare node:http and its peers, all on this machine.
 * `npm run bench -- --help`
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureDocuments } from './lib/documents.ts';
import { contenders, mockWithoutPrism } from './lib/contenders.ts';
import { type GrowthOptions, heapBytesPerPlant, measureGrowth } from './lib/growth.ts';
import { measureJudges } from './lib/judges.ts';
import { describeBusyness, describeMachine } from './lib/machine.ts';
import { formatReport } from './lib/report.ts';
import type { MemoryGrowth } from './lib/targets.ts';
import { measureShared } from './lib/shared.ts';
import { measureStartUp } from './lib/start-up.ts';
import { measureThroughput } from './lib/throughput.ts';

const SECTIONS = ['throughput', 'start-up', 'growth', 'shared', 'judges', 'documents'];

const USAGE = `Usage: npm run bench -- [options]

  --quick            one minute instead of ten: fewer and shorter rounds; writes no file
  --only <section>   ${SECTIONS.join(', ')}; repeatable (default: all)
  --rounds <n>       rounds of throughput (default: 5; quick: 3)
  --seconds <n>      seconds a server and round (default: 3; quick: 1)
  --document <file>  a JSON document for the section documents, besides those that are made up; repeatable
  --output <file>    where the report goes (default: bench/RESULTS.md; quick: nowhere)
  --help

npm run bench:peers installs the other mocks first, in bench/peers.
`;

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    document: { type: 'string', multiple: true, default: [] },
    output: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

function positive(text: string | undefined, fallback: number): number {
  const value = text === undefined ? fallback : Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`Failed to read "${text}": it is no positive integer.`);
}

function isWanted(section: string): boolean {
  return flags.only.length === 0 || flags.only.includes(section);
}

async function measure(): Promise<string> {
  const log = (line: string): void => console.error(line);
  const { quick } = flags;
  const before = describeBusyness();
  const effort = {
    rounds: positive(flags.rounds, quick ? 3 : 5),
    seconds: positive(flags.seconds, quick ? 1 : 3),
  };
  const steps = quick ? [0, 50_000, 100_000] : [0, 250_000, 500_000, 1_000_000];
  const growth = { steps, turns: quick ? 3 : 5 };
  // One after the other: they would take each other's processor.
  const throughput = isWanted('throughput')
    ? await measureThroughput(contenders, effort, log)
    : undefined;
  const startUp = isWanted('start-up') ? await measureStartUp(quick ? 2 : 5, log) : undefined;
  const grown = isWanted('growth') ? await measureMemory(growth, log) : undefined;
  const shared = isWanted('shared') ? await measureShared(effort, growth, log) : undefined;
  const judges = isWanted('judges') ? await measureJudges(quick ? 2 : 5, log) : undefined;
  const documents = isWanted('documents') ? await measureDocuments(flags.document, log) : undefined;
  return formatReport({
    command: ['npm run bench', ...process.argv.slice(2)]
      .join(' ')
      .replace('bench --', 'bench -- --'),
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    busyness: [before, describeBusyness()],
    throughput,
    startUp,
    growth: grown,
    shared,
    judges,
    documents,
  });
}

async function measureMemory(
  options: GrowthOptions,
  log: (line: string) => void,
): Promise<MemoryGrowth> {
  const growth = await measureGrowth(mockWithoutPrism, options, log);
  return { ...growth, bytesPerPlant: await heapBytesPerPlant(options.steps.at(-1) ?? 0) };
}

async function run(): Promise<void> {
  const unknown = flags.only.find((section) => !SECTIONS.includes(section));
  if (flags.help || unknown !== undefined) {
    console.log(USAGE);
    process.exitCode = flags.help ? 0 : 2;
    return;
  }
  const report = await measure();
  console.log(report);
  const file = flags.output ?? (flags.quick ? undefined : join(import.meta.dirname, 'RESULTS.md'));
  if (file !== undefined) writeFileSync(file, report);
}

// Without a listener, a signal would end this process only, and not its servers.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
await run();
