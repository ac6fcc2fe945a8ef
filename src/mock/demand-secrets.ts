import type { SchemeSecret } from '../http/credential.ts';
import { type SecurityScheme, isBearer, operations } from '../model/operation.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { StateError } from './state-error.ts';

/** Secrets for what a document's operations ask for. */
interface Secrets {
  /** For whatever scheme an operation asks for. */
  readonly token?: string | undefined;
  /** By the name of the scheme. */
  readonly schemes?: ReadonlyMap<string, SchemeSecret> | undefined;
}

/**
 * Makes sure that requests can carry secrets: the token as a bearer token, or as what a security scheme
 * of the document asks for, such as `user:password`; each of the others as its scheme wants it.
 *
 * @throws {StateError} where they can't, or no operation asks for a scheme. It shows no secret.
 */
export function demandSecrets(document: OpenApiDocument, { token, schemes }: Secrets): void {
  const asked = operations(document).flatMap(({ security }) => security.flat());
  const isToken = token === undefined || /^[\x21-\x7e]+$/.test(token);
  if (!isToken && !asked.some((scheme) => !isBearer(scheme) && canCarry(scheme, token))) {
    throw refusal(
      'the token',
      'it has characters that a header cannot carry. Give it without blanks.',
    );
  }
  const known = new Map(asked.map((scheme) => [scheme.name, scheme]));
  for (const [name, { secret }] of schemes ?? []) {
    const scheme = known.get(name);
    const what = `the credential ${name}`;
    if (scheme === undefined) {
      const names = [...known.keys()].join(', ') || 'none at all';
      throw refusal(
        what,
        `no operation asks for a security scheme of this name. It asks for ${names}.`,
      );
    }
    if (!canCarry(scheme, secret)) {
      throw refusal(what, 'its value has characters that this scheme cannot carry. Correct it.');
    }
  }
}

function refusal(what: string, why: string): StateError {
  return new StateError('unusable-secret', `Failed to use ${what}: ${why}`);
}

/** Whether a security scheme can carry a secret: as it is in a header, or encoded elsewhere. */
function canCarry({ type, scheme, in: place }: SecurityScheme, secret: string): boolean {
  // Base64 of UTF-8 without control characters (RFC 7617, 2), or percent-encoded.
  const isEncoded = scheme === 'basic' || (type === 'apiKey' && place === 'query');
  return isEncoded ? !/\p{Cc}/u.test(secret) : /^[\x20-\x7e]+$/.test(secret);
}
