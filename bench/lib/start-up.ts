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
  readonly idle: Spread | undefined;
}

interface Runs {
  readonly contender: Contender;
  readonly warmFolder: string;
  readonly cold: number[];
  readonly warm: number[];
  readonly idle: number[];
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
    if (started !== undefined) all.push({ contender, warmFolder, cold: [], warm: [], idle: [] });
  }
  for (let run = 1; run <= runs; run += 1) {
    log(`start-up: run ${run} of ${runs}, ${all.length} servers`);
    for (const one of all) {
      const cold = await start(one.contender, freshFolder(folders));
      const warm = await start(one.contender, one.warmFolder);
      one.cold.push(cold.ms);
      one.warm.push(warm.ms);
      for (const { memory } of [cold, warm]) if (memory !== undefined) one.idle.push(memory);
    }
  }
  return all.map(({ contender, cold, warm, idle }) => ({
    contender,
    cold: spreadOf(cold),
    warm: spreadOf(warm),
    idle: idle.length > 0 ? spreadOf(idle) : undefined,
  }));
}

/** Node keeps its compile cache below the folder for temporary files: another is an empty cache. */
async function start(
  { command }: Contender,
  folder: string,
): Promise<{ ms: number; memory: number | undefined }> {
  await using server = await startProcess(command, { env: { TMPDIR: folder } });
  return { ms: server.firstAnswerMs, memory: residentMegabytes(server.pid) };
}

function freshFolder(stack: DisposableStack): string {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-bench-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
