import { accessSync, closeSync, constants, existsSync, openSync } from 'node:fs';
import { dirname, sep } from 'node:path';

/**
 * Makes sure that a file can be written there, and writes nothing.
 *
 * @param path Absolute.
 * @throws {Error} with a `code` that `writeProblem` has words for.
 */
export function demandWritable(path: string): void {
  if (existsSync(path)) closeSync(openSync(path, 'r+'));
  // With the separator, a file in the folder's place is none.
  else accessSync(`${dirname(path)}${sep}`, constants.W_OK);
}
