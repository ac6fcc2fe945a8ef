import { UserError } from '../user-error.ts';
import { writeProblem } from './write-problem.ts';

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
