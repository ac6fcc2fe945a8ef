import { type ChildProcess, spawn } from 'node:child_process';
import { extname, join } from 'node:path';

/** How one run of Dredd is started and listened to. */
export interface DreddProcess {
  /** What `new Dredd()` takes. */
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
  readonly onOutput: (text: string) => void;
  readonly onErrorOutput: (text: string) => void;
}

/** How it ended: with Dredd's exit code, by the deadline, or by the signal. */
export type DreddEnd = { readonly code: number | null } | 'deadline' | 'aborted';

/** Between the polite signal and the other one. */
const KILL_AFTER_MS = 2000;

const PROGRAM = join(import.meta.dirname, `dredd-program${extname(import.meta.filename)}`);

/** Runs Dredd as a process of its own: it writes to the console and exits as it likes. */
export async function spawnDredd(run: DreddProcess): Promise<DreddEnd> {
  if (run.signal.aborted) return 'aborted';
  // Dredd's dependencies are old, and Node's warnings about them are not the user's business.
  const words = ['--no-warnings', PROGRAM, JSON.stringify(run.configuration)];
  const child = spawn(process.execPath, words, {
    cwd: run.cwd,
    env: withoutProxies(run.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.setEncoding('utf8').on('data', run.onOutput);
  child.stderr.setEncoding('utf8').on('data', run.onErrorOutput);
  let stopped: 'deadline' | 'aborted' | undefined;
  const stop = (reason: 'deadline' | 'aborted'): void => {
    stopped ??= reason;
    terminate(child);
  };
  const onAbort = (): void => stop('aborted');
  const timer = setTimeout(stop, run.deadlineMs, 'deadline');
  run.signal.addEventListener('abort', onAbort, { once: true });
  try {
    const code = await ended(child);
    return stopped ?? { code };
  } finally {
    clearTimeout(timer);
    run.signal.removeEventListener('abort', onAbort);
  }
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // `close`, not `exit`: only then has all output come through.
    child.once('close', (code) => resolve(code));
  });
}

function terminate(child: ChildProcess): void {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  child.once('exit', () => clearTimeout(timer));
}

/** Dredd goes past proxies for the server, yet prints their addresses, with their passwords. */
function withoutProxies(env: DreddProcess['env']): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(https?|no|all)_proxy$/i.test(name)),
  );
}
