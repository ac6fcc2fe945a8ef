import { type Credential, secretsOf } from '../../http/credential.ts';
import { PLACEHOLDER, type Secret } from '../../model/secrets/masker.ts';

/** One part of the credential that an operation asks for. */
export interface CredentialPart {
  readonly place: 'header' | 'query' | 'cookie';
  /** Of the header, the query parameter or the cookie. */
  readonly name: string;
  readonly value: string;
  /** How it is shown: the same as `value` where it is no secret. */
  readonly shown: string;
}

/** Parts by operation, such as `POST /things`. */
export type CredentialParts = ReadonlyMap<string, readonly CredentialPart[]>;

/** What the hooks get: the distinct parts, and which of them an operation asks for. */
export interface HookCredentials {
  /** For the environment: the file of the run's facts has no secret. */
  readonly parts: readonly Omit<CredentialPart, 'shown'>[];
  /** Indices into `parts`, by operation. */
  readonly used: Record<string, number[]>;
}

/** The parts without repetition: what an environment variable can hold is limited. */
export function hookCredentials(byOperation: CredentialParts): HookCredentials {
  const indices = new Map<string, number>();
  const indexOf = ({ place, name, value }: CredentialPart): number => {
    const key = JSON.stringify({ place, name, value });
    const index = indices.get(key) ?? indices.size;
    indices.set(key, index);
    return index;
  };
  const used = Object.fromEntries(
    [...byOperation].map(([operation, parts]) => [operation, parts.map(indexOf)]),
  );
  return { parts: [...indices.keys()].map((key) => JSON.parse(key) as CredentialPart), used };
}

/** Below this, a secret is a common syllable: masked everywhere, it would garble the report. */
const DISTINCT = 6;

/**
 * What of a credential nobody may read; of a short secret only what it is in a request, such as
 * `Bearer test`.
 */
export function dreddSecrets(credential: Credential, byOperation: CredentialParts): Secret[] {
  const parts = [...byOperation.values()].flat().filter(({ value, shown }) => value !== shown);
  return [
    ...secretsOf(credential).map(({ secret }) => behind('Bearer ', secret)),
    ...parts.map(({ place, name, value }) => {
      if (place !== 'header') return behind(`${name}=`, value);
      const [, scheme, rest = ''] = /^(\w+ )(.*)$/s.exec(value) ?? [];
      const isAuthorization = name === 'Authorization' && scheme !== undefined;
      return isAuthorization ? behind(scheme, rest) : behind(`${name}: `, value);
    }),
  ];
}

function behind(start: string, secret: string): Secret {
  const isDistinct = secret.length >= DISTINCT;
  if (isDistinct || secret === '') return { secret, shown: PLACEHOLDER };
  return { secret: start + secret, shown: start + PLACEHOLDER };
}
