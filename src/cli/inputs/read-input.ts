import { isAbsolute, relative, resolve } from 'node:path';
import { type LoadedDocument, loadDocument } from '../../openapi/load-document.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';
import { comesOnce, readOnce } from './read-once.ts';
import { fileProblem, readTextFile } from './read-text-file.ts';
import { refuseAddress } from './refuse-address.ts';

/**
 * The text of a file that the command line names; `-` is standard input. What comes only once, such
 * as a pipe, is read once a run.
 *
 * @param what How a message calls it: "the document", "the profile".
 * @param flag Where the user named it, such as `--spec`.
 * @throws {UserError} where it can't be read.
 */
export function readInput(file: string, what: string, flag: string, io: Io): string {
  refuseAddress(file, `read ${what}`, flag);
  try {
    return comesOnce(file, io) ? readOnce(file, io) : readTextFile(resolve(io.cwd, file));
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
  if (file === '-') return 'standard input';
  const below = relative(io.cwd, resolve(io.cwd, file));
  return below.startsWith('..') || isAbsolute(below) ? file : below;
}
