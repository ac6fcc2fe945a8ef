import type { Operation, SecurityScheme } from '../openapi/operation.ts';
import type { MockRequest, Problem } from './message.ts';

/** Without a token of its own, the mock takes every token but this one. */
export const INVALID_TOKEN = 'invalid-token';

/** Finds what is wrong with a request's credential; `undefined` where nothing is. */
export type CredentialCheck = (request: MockRequest) => Problem | undefined;

/**
 * The check of an operation's security. Bearer as RFC 6750 (2.1) has it; API keys must be there;
 * other schemes are not checked.
 *
 * @param token The one valid token. Default: any but {@link INVALID_TOKEN}.
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

function schemesProblem(
  schemes: readonly SecurityScheme[],
  request: MockRequest,
  token: string | undefined,
): Problem | undefined {
  for (const scheme of schemes) {
    const problem =
      scheme.scheme === 'bearer'
        ? bearerProblem(request.header('authorization'), token)
        : scheme.type === 'apiKey' && scheme.in === 'header'
          ? keyProblem(request, scheme.parameterName ?? '', token)
          : undefined;
    if (problem) return { ...problem, pointer: scheme.pointer };
  }
  return undefined;
}

const BEARER = /^(bearer)(?: +(.*))?$/i;

function bearerProblem(header: string | undefined, token: string | undefined): Problem | undefined {
  if (header === undefined || header === '') {
    return { kind: 'credential-missing', message: 'the header Authorization is missing' };
  }
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
  const isValid = token === undefined ? given !== INVALID_TOKEN : given === token;
  if (!isValid) return { kind: 'credential-invalid', message: 'the bearer token is not valid' };
  if (match[1] === 'bearer') {
    return { kind: 'credential-lowercase', message: 'the scheme must be spelled Bearer' };
  }
  return undefined;
}

function keyProblem(
  request: MockRequest,
  name: string,
  token: string | undefined,
): Problem | undefined {
  const given = request.header(name.toLowerCase());
  if (given === undefined || given === '') {
    return { kind: 'credential-missing', message: `the header ${name} is missing` };
  }
  const isValid = token === undefined ? given !== INVALID_TOKEN : given === token;
  if (isValid) return undefined;
  return { kind: 'credential-invalid', message: `the key in ${name} is not valid` };
}
