import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Contender, bare, contenders } from './contenders.ts';
import { residentMegabytes } from './process-facts.ts';
import { startProcess } from './server-process.ts';
import { type Spread, spreadOf } from './statistics.ts';

/** Milliseconds from the start of the process to the first 200, and memory then. */
export interface StartUpRow {
  readonly contender: Contender;
  /** With an empty compile cache. */
  readonly cold: Spread;
  /** With the compile cache that earlier starts have filled. */
  readonly warm: Spread;
  /** Resident MB after the first answer. */
  readonly coldIdle: Spread | undefined;
  readonly warmIdle: Spread | undefined;
}

interface Start {
  readonly ms: number;
  readonly memory: number | undefined;
}

interface Runs {
  readonly contender: Contender;
  readonly warmFolder: string;
  readonly cold: Start[];
  readonly warm: Start[];
}

/** Starts everyone in turns, `runs` times cold and `runs` times warm. */
export async function measureStartUp(
  runs: number,
  log: (line: string) => void,
): Promise<readonly StartUpRow[]> {
  using folders = new DisposableStack();
  await using upstream = await startProcess(bare.command);
  const all: Runs[] = [];
  for (const contender of [bare, ...contenders(upstream.url)]) {
    const warmFolder = freshFolder(folders);
    // Who doesn't start is reported with the throughput; here it is left out.
    const started = await start(contender, warmFolder).catch(() => undefined);
    if (started !== undefined) all.push({ contender, warmFolder, cold: [], warm: [] });
  }
  for (let run = 1; run <= runs; run += 1) {
    log(`start-up: run ${run} of ${runs}, ${all.length} servers`);
    for (const contenderRuns of all) {
      contenderRuns.cold.push(await start(contenderRuns.contender, freshFolder(folders)));
      contenderRuns.warm.push(await start(contenderRuns.contender, contenderRuns.warmFolder));
    }
  }
  return all.map(({ contender, cold, warm }) => ({
    contender,
    cold: spreadOf(cold.map(({ ms }) => ms)),
    warm: spreadOf(warm.map(({ ms }) => ms)),
    coldIdle: memoryOf(cold),
    warmIdle: memoryOf(warm),
  }));
}

function memoryOf(starts: readonly Start[]): Spread | undefined {
  const known = starts.map(({ memory }) => memory).filter((memory) => memory !== undefined);
  return known.length > 0 ? spreadOf(known) : undefined;
}

/** Node keeps its compile cache below the folder for temporary files: another is an empty cache. */
async function start({ command }: Contender, folder: string): Promise<Start> {
  await using server = await startProcess(command, { env: { TMPDIR: folder } });
  return { ms: server.firstAnswerMs, memory: residentMegabytes(server.pid) };
}

function freshFolder(stack: DisposableStack): string {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-bench-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
