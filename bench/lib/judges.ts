import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { mockWithoutPrism } from './contenders.ts';
import { startProcess } from './server-process.ts';
import { type Spread, spreadOf } from './statistics.ts';

/** How one judge of a conforming server did. */
export interface JudgeRow {
  readonly name: string;
  /** Milliseconds from the start of its process to the end. */
  readonly wall: Spread;
  readonly requests: number;
  /** 0 where it found the server to conform. */
  readonly exitCode: number | null;
}

const kit = join(import.meta.dirname, '..', '..', 'bin', 'plant-store.js');

/** No judge of one operation takes longer, unless it hangs. */
const DEADLINE_MS = 60_000;

/** Runs `verify` and Dredd in turns against the mock, which conforms, a fresh one each time. */
export async function measureJudges(
  runs: number,
  log: (line: string) => void,
): Promise<readonly JudgeRow[]> {
  const names = ['verify', 'dredd'] as const;
  const walls = { verify: [] as number[], dredd: [] as number[] };
  const exitCodes = { verify: 0 as number | null, dredd: 0 as number | null };
  for (let run = 1; run <= runs; run += 1) {
    log(`judges: run ${run} of ${runs}`);
    for (const name of names) {
      await using target = await startProcess(mockWithoutPrism.command);
      const start = performance.now();
      const exitCode = await judge(name, target.url);
      walls[name].push(performance.now() - start);
      exitCodes[name] ||= exitCode;
    }
  }
  const rows: JudgeRow[] = [];
  for (const name of names) {
    const requests = await countRequests(name);
    rows.push({ name, wall: spreadOf(walls[name]), requests, exitCode: exitCodes[name] });
  }
  return rows;
}

async function judge(name: string, url: string): Promise<number | null> {
  const child = spawn(process.execPath, [kit, name, url, '--token', 'bench'], {
    stdio: 'ignore',
    timeout: DEADLINE_MS,
    killSignal: 'SIGKILL',
  });
  await once(child, 'exit');
  return child.exitCode;
}

/** Counted where they arrive: what a judge says of itself need not be so. */
async function countRequests(name: string): Promise<number> {
  const words = [kit, 'mock', '--no-prism', '--port', '0', '--log', 'json'];
  const mock = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    let requests = 0;
    const lines = createInterface({ input: mock.stdout });
    const greeting = once(lines, 'line');
    lines.on('line', (line) => {
      if ('method' in (JSON.parse(line) as object)) requests += 1;
    });
    const [first] = (await greeting) as [string];
    await judge(name, (JSON.parse(first) as { listening: string }).listening);
    await stop(mock, lines);
    return requests;
  } finally {
    mock.kill('SIGKILL');
  }
}

/** Its last lines may still be on their way when it is told to stop. */
async function stop(mock: ChildProcess, lines: NodeJS.EventEmitter): Promise<void> {
  const closed = once(lines, 'close');
  mock.kill('SIGTERM');
  await closed;
}
