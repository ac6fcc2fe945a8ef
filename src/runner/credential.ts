import type { Operation, SecurityScheme } from '../openapi/operation.ts';

/** The run's credential, and what else it sends that nobody may read. */
export interface Credential {
  /** The secret; it goes to the transport and nowhere else. */
  readonly token?: string | undefined;
  /** Name of the environment variable that stands for it in everything that people read. */
  readonly variable: string;
  /** Headers that every request carries besides. Default none. */
  readonly headers?: readonly ExtraHeader[] | undefined;
}

/** A header that the user gave for every request; its value is taken for a secret. */
export interface ExtraHeader extends SecretHeader {
  /** Name of the environment variable that `shown` ends with. */
  readonly variable: string;
}

/** A header with a secret, and how it is shown. */
export interface SecretHeader {
  readonly name: string;
  readonly value: string;
  /** With `$VARIABLE` in place of the secret. */
  readonly shown: string;
}

/** Sent where the document asks for a credential and none was given: any should do for a fake. */
const ANONYMOUS = 'anonymous';

/**
 * The header by which an operation wants its credential; none where it wants none.
 *
 * @param spelledScheme How the scheme is spelled. Default: as it is registered.
 */
export function secretHeader(
  operation: Operation,
  credential: Credential,
  spelledScheme?: string,
): SecretHeader | undefined {
  const scheme = operation.security.flat().find((candidate) => form(candidate) !== undefined);
  const found = scheme && form(scheme);
  if (!found) return undefined;
  const { name } = found;
  const prefix = spelledScheme === undefined ? found.prefix : `${spelledScheme} `;
  const { token, variable } = credential;
  return {
    name,
    value: prefix + (token ?? ANONYMOUS),
    shown: prefix + (token === undefined ? ANONYMOUS : `$${variable}`),
  };
}

function form(scheme: SecurityScheme): { name: string; prefix: string } | undefined {
  if (scheme.type === 'apiKey') {
    return scheme.in === 'header' ? { name: scheme.parameterName ?? '', prefix: '' } : undefined;
  }
  if (scheme.type === 'http' && scheme.scheme !== undefined && scheme.scheme !== 'bearer') {
    const word = scheme.scheme.charAt(0).toUpperCase() + scheme.scheme.slice(1);
    return { name: 'Authorization', prefix: `${word} ` };
  }
  // OAuth 2.0 and OpenID Connect come down to bearer tokens (RFC 6750).
  const isBearer = ['http', 'oauth2', 'openIdConnect'].includes(scheme.type);
  return isBearer ? { name: 'Authorization', prefix: 'Bearer ' } : undefined;
}

/** Every secret of a run with what stands for it in all that people read; the longest first. */
export function secretsOf(credential: Credential): { secret: string; shown: string }[] {
  const { token, variable, headers = [] } = credential;
  const secrets = headers.map(({ value, shown }) => ({ secret: value, shown }));
  if (token !== undefined) secrets.push({ secret: token, shown: `$${variable}` });
  // Shorter ones stand in too much that is no secret.
  const telling = secrets.filter(({ secret }) => secret.length >= 3);
  return telling.toSorted((a, b) => b.secret.length - a.secret.length);
}

/** Names of the environment variables that stand for the secrets. */
export function variablesOf({ variable, headers = [] }: Credential): string[] {
  return [variable, ...headers.map((header) => header.variable)];
}
