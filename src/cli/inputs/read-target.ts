import { tokenVariable } from '../defaults.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';

const EXAMPLE = 'Give an address such as http://127.0.0.1:4010.';

/**
 * The base_url of a real server. What was given isn't repeated in messages: it may hold a password.
 *
 * @throws {UserError} where it is none.
 */
export function readBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UserError(`Failed to read base_url: it is no http or https address. ${EXAMPLE}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UserError('Failed to use base_url: it holds credentials. Give --token instead.');
  }
  if (url.search !== '' || url.hash !== '') {
    throw new UserError(`Failed to use base_url: it has a query or a fragment. ${EXAMPLE}`);
  }
  return url;
}

/**
 * The bearer token: the flag's, else the environment's; `undefined` where neither has one.
 *
 * @throws {UserError} where no header could carry it.
 */
export function readToken(flag: string | undefined, io: Io): string | undefined {
  const token = flag ?? io.env[tokenVariable];
  if (token === undefined || token === '') return undefined;
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new UserError(
    'Failed to use the token: it has characters that a header cannot carry. Give it without blanks.',
  );
}
