import type { OpenApiDocument } from '../../openapi/document.ts';
import { isBearer, operations } from '../../model/operation.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';
import { canCarry } from './can-carry.ts';

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
    throw new UserError(`Failed to read base_url: it is no http or https address. ${EXAMPLE}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UserError(`Failed to use base_url: it holds credentials. ${instead}`);
  }
  if (url.search !== '' || url.hash !== '') {
    throw new UserError(`Failed to use base_url: it has a query or a fragment. ${EXAMPLE}`);
  }
  return url;
}

/** The token: the flag's, else the environment's; `undefined` where neither has one. */
export function readToken(flag: string | undefined, io: Io): string | undefined {
  const token = flag ?? io.env[io.service.tokenVariable];
  return token === '' ? undefined : token;
}

/**
 * Makes sure that a request can carry the token: as a bearer token, or as what a security scheme of the document
 * asks for, such as `user:password`.
 *
 * @throws {UserError} where none can.
 */
export function demandCarried(token: string | undefined, document: OpenApiDocument): void {
  if (token === undefined || /^[\x21-\x7e]+$/.test(token)) return;
  const schemes = operations(document).flatMap(({ security }) => security.flat());
  if (schemes.some((scheme) => !isBearer(scheme) && canCarry(scheme, token))) return;
  throw new UserError(
    'Failed to use the token: it has characters that a header cannot carry. Give it without blanks.',
  );
}
