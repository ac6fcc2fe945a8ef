import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Contender, bare } from './contenders.ts';
import { loadFor, loadPlants } from './load.ts';
import { residentMegabytes } from './process-facts.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
import { type Spread, spreadOf } from './statistics.ts';

/** How the mock does with this many plants in its store. */
export interface GrowthRow {
  /** Stored when the measurement began. */
  readonly plants: number;
  /** Answers a second as a ratio to the yardstick's in the same turns. */
  readonly ratio: Spread;
  /** The yardstick's CPU time a request as a ratio to the mock's. */
  readonly cpuRatio: Spread | undefined;
  readonly resident: number | undefined;
}

/** What a growing store costs. */
export interface Growth {
  readonly rows: readonly GrowthRow[];
  readonly failed: number;
}

/** Options of {@link measureGrowth}. */
export interface GrowthOptions {
  /** Where to measure; ascending. */
  readonly steps: readonly number[];
  /** Turns of one second at each step. */
  readonly turns: number;
}

/** Requests that are made at a time; each takes memory of the client. */
const FILL_CHUNK = 100_000;

export async function measureGrowth(
  contender: Contender,
  { steps, turns }: GrowthOptions,
  log: (line: string) => void,
): Promise<Growth> {
  await using base = await startProcess(bare.command);
  await using mock = await startProcess(contender.command);
  const rates = {
    base: (await loadFor(base, 1, 20_000)).rate,
    mock: (await loadFor(mock, 1, 20_000)).rate,
  };
  // The warm-up's plants are in the store, so the first step is as near to 0 as it gets.
  let stored = Math.round(rates.mock);
  let failed = 0;
  const rows: GrowthRow[] = [];
  for (const step of steps) {
    const filled = await fill(mock, step - stored);
    stored += filled.requests;
    log(`growth: ${stored} plants stored`);
    const resident = residentMegabytes(mock.pid);
    const measured = await compare(base, mock, turns, rates);
    rows.push({ plants: stored, ratio: measured.ratio, cpuRatio: measured.cpuRatio, resident });
    stored += measured.requests;
    failed += filled.failed + measured.failed;
  }
  return { rows, failed };
}

async function fill(
  mock: ServerProcess,
  plants: number,
): Promise<{ requests: number; failed: number }> {
  const total = { requests: 0, failed: 0 };
  while (total.requests < plants) {
    const round = await loadPlants(mock, Math.min(FILL_CHUNK, plants - total.requests));
    total.requests += round.requests;
    total.failed += round.failed;
  }
  return total;
}

async function compare(
  base: ServerProcess,
  mock: ServerProcess,
  turns: number,
  rates: { base: number; mock: number },
): Promise<Omit<GrowthRow, 'plants' | 'resident'> & { requests: number; failed: number }> {
  const ratios: number[] = [];
  const cpuRatios: number[] = [];
  let requests = 0;
  let failed = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const ofBase = await loadFor(base, 1, rates.base);
    const ofMock = await loadFor(mock, 1, rates.mock);
    rates.base = ofBase.rate;
    rates.mock = ofMock.rate;
    ratios.push(ofMock.rate / ofBase.rate);
    if (ofBase.cpu !== undefined && ofMock.cpu !== undefined)
      cpuRatios.push(ofBase.cpu / ofMock.cpu);
    requests += ofMock.requests;
    failed += ofMock.failed;
  }
  const cpuRatio = cpuRatios.length > 0 ? spreadOf(cpuRatios) : undefined;
  return { ratio: spreadOf(ratios), cpuRatio, requests, failed };
}

/** Heap bytes a plant after a full garbage collection, in a mock with so many of them. */
export async function heapBytesPerPlant(plants: number): Promise<number> {
  const script = join(import.meta.dirname, '..', 'store-bytes.ts');
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--expose-gc', script, `${plants}`]);
  return (JSON.parse(stdout) as { bytes: number }).bytes;
}
