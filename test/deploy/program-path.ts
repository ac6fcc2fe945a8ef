import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program of this machine; where there is none, says so on standard error, for its tests to be skipped. */
export function programPath(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin'];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (found === undefined) {
    process.stderr.write(
      `\n*** SKIPPED: the tests with ${name}. It is not on this machine. ***\n\n`,
    );
  }
  return found;
}
