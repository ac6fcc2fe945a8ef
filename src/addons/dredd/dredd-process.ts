import { spawn, type ChildProcess } from 'node:child_process';
import { extname, join } from 'node:path';
import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { isUntrustedCertificate } from '../../http/certificates.ts';

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
const KILL_AFTER_MS = 500;

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

/**
 * Whether something listens there, with a certificate that is trusted. Dredd itself reports either
 * as a failed test.
 *
 * @returns «cause. what to do»; `undefined` where a connection came about.
 */
export function reach(
  url: URL,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isTls = url.protocol === 'https:';
  const port = Number(url.port) || (isTls ? 443 : 80);
  const servername = isIP(host) ? undefined : host;
  return new Promise((resolve) => {
    const socket = isTls ? connectTls({ host, port, servername }) : connect({ host, port });
    let isConnected = false;
    const settle = (problem: string | undefined): void => {
      signal.removeEventListener('abort', abort);
      socket.destroy();
      resolve(problem);
    };
    const fail = (cause: string): void =>
      settle(`${cause}. Start the server, or correct base_url.`);
    const abort = (): void => fail('interrupted');
    signal.addEventListener('abort', abort, { once: true });
    socket.setTimeout(timeoutMs, () => {
      if (isConnected) settle(undefined);
      else fail(`no connection within ${timeoutMs} ms`);
    });
    socket.once('connect', () => {
      isConnected = true;
      if (!isTls) settle(undefined);
    });
    socket.once('secureConnect', () => settle(undefined));
    socket.once('error', (error) => {
      if (isConnected) settle(distrust(error));
      else fail(describe(error));
    });
  });
}

/** All that can be wrong with a connection but its certificate is left to Dredd. */
function distrust({ code = '' }: NodeJS.ErrnoException): string | undefined {
  if (!isUntrustedCertificate(code)) return undefined;
  const help = 'Name the one it is to be trusted by: NODE_EXTRA_CA_CERTS=FILE, in PEM.';
  return `its certificate is not trusted (${code}). ${help}`;
}

/** A name with several addresses fails with an AggregateError, whose own message is empty. */
function describe(error: Error): string {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
  return errors.map((each) => (each instanceof Error ? each.message : String(each))).join(', ');
}
