import { resolve } from 'node:path';
import { type Io, UserError } from '../io.ts';
import { comesOnce, readOnce } from './read-once.ts';
import { fileProblem, readBytes, utf8Problem } from '../../openapi/files/read-text-file.ts';
import { refuseAddress } from './addresses.ts';

/**
 * The text of a file that the command line names; `-` is standard input. What comes only once, such
 * as a pipe, is read once a run.
 *
 * @param what How a message calls it: "the document", "the profile".
 * @param flag Where the user named it, such as `--spec`.
 * @throws {UserError} where it can't be read, or is no UTF-8.
 */
export function readInput(file: string, what: string, flag: string, io: Io): string {
  const bytes = readInputBytes(file, what, flag, io);
  const problem = utf8Problem(bytes);
  if (problem === undefined) return bytes.toString('utf8');
  throw new UserError(`Failed to read ${what} ${file}: ${problem}. Save it as UTF-8.`);
}

/** As {@link readInput}, for what needn't be UTF-8. */
export function readInputBytes(file: string, what: string, flag: string, io: Io): Buffer {
  refuseAddress(file, `read ${what}`, flag);
  try {
    return comesOnce(file, io) ? readOnce(file, io) : readBytes(resolve(io.cwd, file));
  } catch (error) {
    const cause = fileProblem(error);
    throw new UserError(`Failed to read ${what} ${file}: ${cause}. Check the path after ${flag}.`);
  }
}
