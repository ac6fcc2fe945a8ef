import { UserError } from '../user-error.ts';
import { isUrl } from './is-url.ts';

const WANTED = {
  input: { kind: 'files', help: 'Save it, and name the file' },
  folder: { kind: 'folders', help: 'Save it, and name the folder' },
  output: { kind: 'files', help: 'Name a file' },
} as const;

/**
 * Of a word of the command line that must be a path. The word isn't repeated: an address may hold a
 * password.
 *
 * @param act What fails: "read the profile", "write the report".
 * @param flag Where the user named it, such as `--profile`.
 * @param wanted What the path is for. Default: a file to read.
 * @throws {UserError} where it is an address, or `-` for an output that can't be standard output.
 */
export function refuseAddress(
  word: string,
  act: string,
  flag: string,
  wanted: keyof typeof WANTED = 'input',
): void {
  if (word === '-' && wanted === 'output') {
    throw new UserError(
      `Failed to ${act}: - is no file, and this doesn't go to standard output. Name a file after ${flag}.`,
    );
  }
  if (!isUrl(word)) return;
  const { kind, help } = WANTED[wanted];
  throw new UserError(
    `Failed to ${act}: it is an address, and only ${kind} are taken here. ${help} after ${flag}.`,
  );
}
