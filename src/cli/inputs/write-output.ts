import { UserError } from '../user-error.ts';
import { accessSync, closeSync, constants, existsSync, openSync } from 'node:fs';
import { dirname, sep } from 'node:path';

const WRITE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder is not there',
  ENOTDIR: 'its folder is not there',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be written',
  EPERM: 'it may not be written',
  EROFS: 'its disk may only be read',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'the disk is full',
};

/** Why a file could not be written, in words. */
export function writeProblem(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return WRITE_PROBLEMS[code ?? ''] ?? message;
}

/**
 * Says that a file can't be written, and why.
 *
 * @param what The file, also with a word on what it is: `the report out/report.xml`.
 * @param error With Node's `code`.
 */
export function cannotWrite(what: string, error: unknown): UserError {
  return new UserError(
    `Failed to write ${what}: ${writeProblem(error)}. Choose a file that can be written.`,
  );
}

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
