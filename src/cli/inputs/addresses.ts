import { type Io, UserError } from '../io.ts';

/** Whether a word of the command line is an address. */
export function isUrl(word: string): boolean {
  return /^https?:\/\//i.test(word);
}

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

const EXAMPLE = 'Give an address such as http://127.0.0.1:4010.';

/**
 * The base_url of a real server. What was given isn't repeated in messages: it may hold a password.
 *
 * @param instead What helps where it holds credentials.
 * @throws {UserError} where it is none.
 */
export function readBaseUrl(text: string, instead = 'Give --token instead.'): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UserError(`Failed to read base_url: expected an http:// or https:// URL. ${EXAMPLE}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UserError(`Failed to use base_url: it holds credentials. ${instead}`);
  }
  if (url.search !== '' || url.hash !== '') {
    throw new UserError(`Failed to use base_url: it has a query or a fragment. ${EXAMPLE}`);
  }
  return url;
}

/** HTTP_PROXY, HTTPS_PROXY and NO_PROXY, however they are spelled. */
export function proxyVariables({ env }: Io): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (/^(https?|no)_proxy$/i.test(name) && value) found[name] = value;
  }
  return found;
}
