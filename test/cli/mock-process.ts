import { join } from 'node:path';
import { type ListeningProcess, startListening } from '../setup/listening-process.ts';

const bin = join(import.meta.dirname, '../../bin/plant-store.js');

/** Starts a real `mock` without Prism, in a process of its own on a free port. */
export async function startProcess(words: readonly string[]): Promise<ListeningProcess> {
  const args = ['mock', '--no-prism', '--port', '0', '--log', 'json', ...words];
  return await startListening([bin, ...args]);
}
