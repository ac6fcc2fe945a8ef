import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * A program on this machine; where there is none, says so on standard error, for tests to be skipped.
 *
 * @param names The first that there is.
 * @param what What can't be tried without it.
 */
export function programPath(names: readonly string[], what: string): string | undefined {
  const folders = ['/usr/bin', '/usr/sbin', ...(process.env['PATH'] ?? '').split(delimiter)];
  const found = names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
  if (found === undefined) {
    const wanted = names.join(' or ');
    process.stderr.write(`\n*** SKIPPED: ${what}. There is no ${wanted} on this machine. ***\n\n`);
  }
  return found;
}
