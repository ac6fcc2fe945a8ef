import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Io, UserError } from '../io.ts';
import { refuseAddress } from './addresses.ts';

const WRITE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder is not there',
  ENOTDIR: 'its folder is not there',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be written',
  EPERM: 'it may not be written',
  EROFS: 'its disk may only be read',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'it is a symbolic link',
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
 * Makes sure that a file can be written, and leaves everything as it is: said before anything is sent.
 *
 * @param what What is to be in it: "the report", "the profile".
 * @param flag Where the user named it, such as `--learn`.
 * @returns Its absolute path.
 * @throws {UserError} where it can't be written.
 */
export function demandOutput(file: string, what: string, flag: string, { cwd }: Io): string {
  refuseAddress(file, `write ${what}`, flag, 'output');
  const path = resolve(cwd, file);
  try {
    const isThere = existsSync(path);
    // What nobody may do shows only when it is tried: root may do all that a disk can.
    closeSync(openSync(path, isThere ? 'r+' : 'a'));
    if (!isThere) rmSync(path);
  } catch (error) {
    throw new UserError(
      `Failed to write ${what} ${file}: ${writeProblem(error)}. Check the path after ${flag}.`,
    );
  }
  return path;
}
