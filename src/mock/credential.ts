import { utf8Text } from '../http/body-text.ts';
import { type Operation, type SecurityScheme, isBearer } from '../model/operation.ts';
import { cookieIn } from '../model/parameters/read-parameter.ts';
import type { MockRequest, Problem } from '../http/message.ts';

/** Without a token of its own, the mock takes every token but this one. */
export const INVALID_TOKEN = 'invalid-token';

/** Finds what is wrong with a request's credential; `undefined` where nothing is. */
export type CredentialCheck = (request: MockRequest) => Problem | undefined;

/**
 * The check of an operation's security: bearer as RFC 6750 (2.1) has it, and OAuth 2.0 and OpenID
 * Connect as bearer; basic; API keys in header, query and cookie. Of other schemes of HTTP, such as digest,
 * only the word and that something follows it.
 *
 * @param token The one valid token, key or `user:password`. Default: any but {@link INVALID_TOKEN}.
 */
export function credentialCheck(operation: Operation, token?: string): CredentialCheck {
  const alternatives = operation.security;
  if (alternatives.length === 0 || alternatives.some((schemes) => schemes.length === 0)) {
    return () => undefined;
  }
  return (request) => {
    let first: Problem | undefined;
    for (const schemes of alternatives) {
      const problem = schemesProblem(schemes, request, token);
      // One alternative is enough (OpenAPI 3.1.0, 4.8.30).
      if (problem === undefined) return undefined;
      first ??= problem;
    }
    return first;
  };
}

/** What a 401 tells of the credentials that an operation takes (RFC 9110, 11.6.1); empty where it takes none. */
export function challengesOf({ security }: Operation): string {
  const challenges = security.flat().flatMap((scheme) => {
    if (isBearer(scheme)) return 'Bearer';
    if (scheme.scheme === 'basic') return 'Basic realm="mock", charset="UTF-8"';
    if (scheme.type === 'http') return scheme.scheme ?? [];
    // No scheme is registered for keys: the name says where one goes.
    const { in: place = 'header', parameterName = '' } = scheme;
    return scheme.type === 'apiKey' ? `ApiKey in="${place}", name="${parameterName}"` : [];
  });
  return [...new Set(challenges)].filter((text) => /^[ -~]+$/.test(text)).join(', ');
}

function schemesProblem(
  schemes: readonly SecurityScheme[],
  request: MockRequest,
  token: string | undefined,
): Problem | undefined {
  for (const scheme of schemes) {
    const problem = schemeProblem(scheme, request, token);
    if (problem) return { ...problem, pointer: scheme.pointer };
  }
  return undefined;
}

function schemeProblem(
  scheme: SecurityScheme,
  request: MockRequest,
  token: string | undefined,
): Problem | undefined {
  if (scheme.type === 'apiKey') return keyProblem(request, scheme, token);
  if (scheme.type !== 'http' && !isBearer(scheme)) return undefined;
  const header = request.header('authorization') ?? '';
  if (header === '') {
    return { kind: 'credential-missing', message: 'the header Authorization is missing' };
  }
  if (isBearer(scheme)) return bearerProblem(header, token);
  if (scheme.scheme === 'basic') return basicProblem(header, token);
  return otherProblem(header, scheme.scheme ?? '', token);
}

/** What only the two sides can make of a secret, such as a digest, is taken as it is (RFC 9110, 11.4). */
function otherProblem(
  header: string,
  scheme: string,
  token: string | undefined,
): Problem | undefined {
  const [, word = '', given = ''] = /^(\S+) +(.*)$/.exec(header) ?? [];
  if (word.toLowerCase() !== scheme) {
    return { kind: 'credential-scheme', message: `the credential's scheme must be ${scheme}` };
  }
  if (isValid(given, token) || (token !== undefined && /\w=/.test(given))) return undefined;
  return { kind: 'credential-invalid', message: 'the credential is not valid' };
}

const BEARER = /^(bearer)(?: +(.*))?$/i;

function bearerProblem(header: string, token: string | undefined): Problem | undefined {
  const match = BEARER.exec(header);
  if (match === null) {
    // A word alone may be the token itself, without a scheme: it is not to be repeated.
    const [, scheme] = /^(\S{1,20}) /.exec(header) ?? [];
    const got = scheme === undefined ? 'none' : JSON.stringify(scheme);
    return {
      kind: 'credential-scheme',
      message: `the credential's scheme must be Bearer, got ${got}`,
    };
  }
  const given = match[2]?.trim() ?? '';
  if (given === '') return { kind: 'credential-empty', message: 'the bearer token is empty' };
  if (!isValid(given, token))
    return { kind: 'credential-invalid', message: 'the bearer token is not valid' };
  if (match[1] === 'bearer') {
    return { kind: 'credential-lowercase', message: 'the scheme must be spelled Bearer' };
  }
  return undefined;
}

/** RFC 7617, 2. */
function basicProblem(header: string, token: string | undefined): Problem | undefined {
  const [, encoded] = /^basic +([A-Za-z\d+/]+=*)$/i.exec(header) ?? [];
  if (encoded === undefined) {
    return { kind: 'credential-scheme', message: 'the credential must be Basic and base64' };
  }
  const given = decodeBase64(encoded);
  const isWhole = given?.includes(':') === true;
  if (isWhole && isValid(given, token) && !given.includes(INVALID_TOKEN)) return undefined;
  return { kind: 'credential-invalid', message: 'the user or the password is not valid' };
}

/** The text as UTF-8; as Latin-1 where it is none. */
function decodeBase64(text: string): string | undefined {
  let latin1: string;
  try {
    latin1 = atob(text);
  } catch {
    return undefined;
  }
  return utf8Text(Uint8Array.from(latin1, (byte) => byte.charCodeAt(0))) ?? latin1;
}

function isValid(given: string, token: string | undefined): boolean {
  return token === undefined ? given !== INVALID_TOKEN : given === token;
}

function keyProblem(
  request: MockRequest,
  { in: place, parameterName: name = '' }: SecurityScheme,
  token: string | undefined,
): Problem | undefined {
  const what = place === 'query' ? 'query parameter' : place === 'cookie' ? 'cookie' : 'header';
  const given = keyIn(request, place, name);
  if (given === undefined || given === '') {
    return { kind: 'credential-missing', message: `the ${what} ${name} is missing` };
  }
  // A key in Authorization may have any form: made-up ones of other schemes are none.
  const [, encoded = ''] = /^basic +(\S+)$/i.exec(given) ?? [];
  const isMadeUp = [given.replace(/^\S+ +/, ''), decodeBase64(encoded)].some((text) =>
    text?.split(':').includes(INVALID_TOKEN),
  );
  if (!isMadeUp && isValid(given, token)) return undefined;
  return { kind: 'credential-invalid', message: `the key in ${what} ${name} is not valid` };
}

function keyIn(request: MockRequest, place: string | undefined, name: string): string | undefined {
  if (place === 'query') return new URLSearchParams(request.query ?? '').get(name) ?? undefined;
  if (place === 'cookie') return cookieIn(request.header('cookie'), name);
  return request.header(name.toLowerCase());
}
