import { join } from 'node:path';
import { type ListeningProcess, startListening } from '../setup/listening-process.ts';

const bin = join(import.meta.dirname, '../../bin/plant-store.js');

/** What `node` is given to start a `mock` without Prism on a free port. */
export function mockArguments(words: readonly string[]): string[] {
  return [bin, 'mock', '--no-prism', '--port', '0', '--log', 'json', ...words];
}

/**
 * Starts a real `mock` in a process of its own.
 *
 * @param blocks What its files may have, in blocks of 512 bytes; default: any number.
 */
export async function startProcess(
  words: readonly string[],
  blocks?: number,
): Promise<ListeningProcess> {
  return await startListening(mockArguments(words), blocks);
}
