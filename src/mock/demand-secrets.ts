import type { Credential } from '../http/credential.ts';
import { type SecurityScheme, isBearer, operations, securitySchemes } from '../model/operation.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { StateError } from './state-error.ts';

/**
 * Makes sure that requests can carry secrets: the token as a bearer token, or as what a security scheme
 * of the document asks for, such as `user:password`; each of the others as its scheme wants it.
 *
 * @throws {StateError} where they can't, or no operation asks for a scheme. It shows no secret.
 */
export function demandSecrets(
  document: OpenApiDocument,
  credential: Pick<Credential, 'token' | 'schemes' | 'placed' | 'everywhere'>,
): void {
  const { token, schemes = [], placed = [], everywhere = false } = credential;
  const asked = operations(document).flatMap(({ security }) => security.flat());
  const isToken = token === undefined || /^[\x21-\x7e]+$/.test(token);
  if (!isToken && !asked.some((scheme) => !isBearer(scheme) && canCarry(scheme, token))) {
    throw refusal(
      'the token',
      'it has characters that a header cannot carry. Give it without blanks.',
    );
  }
  // A secret that is for a path, or for all, is sent by a scheme that nothing asks for, too.
  const isUnasked = everywhere || placed.length > 0;
  const able = isUnasked ? [...asked, ...securitySchemes(document)] : asked;
  const known = new Map(able.map((scheme) => [scheme.name, scheme]));
  const named = placed.flatMap(({ scheme, secret }) =>
    scheme === undefined ? [] : [[scheme, { secret }] as const],
  );
  for (const [name, { secret }] of [...schemes, ...named]) {
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
