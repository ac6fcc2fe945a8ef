import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { freePort } from '../../test/setup/free-port.ts';
import { freshPlant, headers } from './plants.ts';

/** A server in a process of its own, on this machine only. */
export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from the start of the process to its first 200. */
  readonly firstAnswerMs: number;
}

/** Options of {@link startProcess}. */
export interface ProcessOptions {
  /** Added to the environment. Default: nothing. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** A server that hasn't answered by then never will. */
const DEADLINE_MS = 30_000;

/** How long a process may take to end when it is asked to. */
const PATIENCE_MS = 5000;

/** A refused connection costs nothing, so that it can be tried again soon. */
const RETRY_MS = 2;

const running = new Set<ChildProcess>();

// A run that is broken off must leave no server behind.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Starts `node` with the arguments that a free port gives, and waits for the first 200.
 *
 * @throws {Error} where the process ends, or doesn't answer with 200 in time.
 */
export async function startProcess(
  command: (port: number) => readonly string[],
  options: ProcessOptions = {},
): Promise<ServerProcess> {
  const port = await freePort();
  const words = command(port);
  const env = { ...process.env, ...options.env };
  const start = performance.now();
  const child = spawn(process.execPath, words, { stdio: 'ignore', env });
  running.add(child);
  child.once('exit', () => running.delete(child));
  try {
    await firstAnswer(child, port, words.join(' '));
  } catch (error) {
    await end(child);
    throw error;
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    firstAnswerMs: performance.now() - start,
    [Symbol.asyncDispose]: async () => await end(child),
  };
}

async function firstAnswer(child: ChildProcess, port: number, name: string): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  let status: number | undefined;
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`Failed to start ${name}: it ended with ${child.exitCode}.`);
    }
    status = await ask(port);
    if (status === 200) return;
    await new Promise((resolve) => {
      setTimeout(resolve, RETRY_MS);
    });
  }
  throw new Error(`Failed to start ${name}: no 200 in time, last seen: ${status ?? 'nothing'}.`);
}

/** The status of one answer; `undefined` where there was none. */
async function ask(port: number): Promise<number | undefined> {
  const body = freshPlant();
  const outgoing = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/plants',
    agent: false,
    headers: { ...headers, 'content-length': body.length },
    timeout: DEADLINE_MS,
  });
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  outgoing.on('response', (incoming) => {
    incoming.on('close', () => resolve(incoming.statusCode)).resume();
  });
  outgoing.on('timeout', () => outgoing.destroy());
  outgoing.on('error', () => resolve(undefined));
  outgoing.end(body);
  return await promise;
}

/** Node writes its compile cache at an orderly end only, and the next start is measured with it. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  await ended;
  clearTimeout(timer);
}
