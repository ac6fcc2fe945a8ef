import type { Io } from '../io.ts';

/** Says so where a server listens on more than the loopback interface. */
export function warnOfStrangers(host: string, what: 'mock' | 'proxy', io: Io): void {
  if (isLoopback(host)) return;
  io.stderr.write(`Warning: listening on ${host}, so that other machines can reach the ${what}.\n`);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
