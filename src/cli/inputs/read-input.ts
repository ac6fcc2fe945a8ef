import { readFileSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { type LoadedDocument, loadDocument } from '../../openapi/load-document.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';

/**
 * The text of a file that the command line names.
 *
 * @param what How a message calls it: "the document", "the profile".
 * @param flag Where the user named it, such as `--spec`.
 * @throws {UserError} where it can't be read.
 */
export function readInput(file: string, what: string, flag: string, io: Io): string {
  try {
    return readFileSync(resolve(io.cwd, file), 'utf8');
  } catch (error) {
    const cause = fileProblem(error);
    throw new UserError(`Failed to read ${what} ${file}: ${cause}. Check the path after ${flag}.`);
  }
}

/**
 * The OpenAPI document that `--spec` names.
 *
 * @throws {UserError} where it can't be read.
 * @throws {DiagnosticError} where the kit can't work with it.
 */
export function readDocument(file: string, io: Io): LoadedDocument {
  return loadDocument(readInput(file, 'the document', '--spec', io), shownPath(file, io));
}

/** A path as reports show it: relative where it lies below the working folder. */
function shownPath(file: string, io: Io): string {
  const below = relative(io.cwd, resolve(io.cwd, file));
  return below.startsWith('..') || isAbsolute(below) ? file : below;
}

const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
  ENOTDIR: 'there is no such file',
};

/** Why a file could not be read, in words. */
export function fileProblem(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return FILE_PROBLEMS[code ?? ''] ?? message;
}
