import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** `plant-store mock` as CI starts it. */
export interface MockProcess {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the command on a free port, and waits until it says where it listens. */
export async function startMock(...flags: readonly string[]): Promise<MockProcess> {
  const bin = 'node_modules/plant-store-kit/bin/plant-store.js';
  const words = [bin, 'mock', '--port', '0', '--log', 'json', ...flags];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout);
  const [first] = (await once(lines, 'line', { signal: AbortSignal.timeout(20_000) })) as [string];
  const { listening } = JSON.parse(first) as { listening: string };
  return { url: listening, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
}
