import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { programPath } from './program-path.ts';

/** The system's Redis or Valkey. */
export function redisPath(): string | undefined {
  return programPath(['redis-server', 'valkey-server'], 'the tests with a real Redis');
}

/** A Redis of the test's own. */
export interface RedisServer extends AsyncDisposable {
  readonly url: string;
  /** Of its process; another one after a start. */
  readonly pid: number;
  /** Answers nothing until it is resumed. */
  pause(): void;
  resume(): void;
  /** Ends it with a signal; what it has written to its file stays. */
  stop(signal: NodeJS.Signals): Promise<void>;
  /** Starts it again where it was, with what its file has. */
  start(): Promise<void>;
}

/**
 * Starts one on a free port of this machine.
 *
 * @param options `keepsFile`: whether it writes each change to a file, before it answers. Default false.
 * `password`: what it demands. Default nothing.
 */
export async function startRedis(
  program: string,
  { keepsFile = false, password = '' }: { keepsFile?: boolean; password?: string } = {},
): Promise<RedisServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'redis-'));
  const appends = ['--appendonly', keepsFile ? 'yes' : 'no', '--appendfsync', 'always'];
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    child = spawn(program, [...place, '--save', '', '--requirepass', password, ...appends], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let told = '';
    for await (const chunk of child.stdout!) {
      told += String(chunk);
      if (told.includes('Ready to accept connections')) break;
    }
    child.stdout!.resume();
  };
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    get pid(): number {
      return child!.pid!;
    },
    pause: () => child?.kill('SIGSTOP'),
    resume: () => child?.kill('SIGCONT'),
    stop,
    start,
    [Symbol.asyncDispose]: async () => {
      child?.kill('SIGCONT');
      await stop('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
