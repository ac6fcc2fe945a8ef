import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../setup/free-port.ts';

const root = join(import.meta.dirname, '../../..');

/** The real command line of Prism, as a child process. */
export interface StockPrism extends AsyncDisposable {
  readonly url: string;
  /** Milliseconds from the start to the first answer. */
  readonly firstAnswerMs: number;
}

/** Starts `prism <command> <spec> [upstream] -p <port>`, and waits until it answers. */
export async function startStockPrism(
  command: 'mock' | 'proxy',
  spec: string,
  upstream?: string,
): Promise<StockPrism> {
  const port = await freePort();
  const bin = join(root, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const words = [command, spec, ...(upstream ? [upstream] : []), '-p', String(port)];
  const started = performance.now();
  // `-m false`: multiprocess is what it does with NODE_ENV=production.
  const child = spawn(process.execPath, [bin, ...words, '-h', '127.0.0.1', '-m', 'false'], {
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'test' },
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await answers(url, child);
  } catch (error) {
    await end(child);
    throw error;
  }
  const firstAnswerMs = performance.now() - started;
  return { url, firstAnswerMs, [Symbol.asyncDispose]: () => end(child) };
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`prism ended with exit code ${child.exitCode}.`);
    try {
      await fetch(`${url}/none`);
      return;
    } catch {
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
