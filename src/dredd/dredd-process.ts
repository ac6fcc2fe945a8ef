import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** How one run of Dredd's own command is started and listened to. */
export interface DreddProcess {
  readonly args: readonly string[];
  /** Dredd reads `dredd.yml` of its working folder: this one has none. */
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

/** Runs Dredd as a process of its own: it writes to the console and exits as it likes. */
export async function spawnDredd(run: DreddProcess): Promise<DreddEnd> {
  if (run.signal.aborted) return 'aborted';
  // Dredd's dependencies are old, and Node's warnings about them are not the user's business.
  const child = spawn(process.execPath, ['--no-warnings', dreddBin(), ...run.args], {
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

function dreddBin(): string {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve('dredd/package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> };
  return join(dirname(manifest), bin['dredd'] ?? 'bin/dredd');
}

/** Dredd goes past proxies for the server, yet prints their addresses, with their passwords. */
function withoutProxies(env: DreddProcess['env']): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(https?|no|all)_proxy$/i.test(name)),
  );
}
