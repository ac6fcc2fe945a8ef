import type { MaskedSecret } from './secret-mask.ts';

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

/** What of the parts nobody may read, with what stands before it in a request. */
export function maskedParts(byOperation: CredentialParts): MaskedSecret[] {
  const secret = [...byOperation.values()].flat().filter(({ value, shown }) => value !== shown);
  return secret.map(({ place, name, value }) => {
    if (place !== 'header') return { secret: value, behind: `${name}=` };
    const [, word, rest = ''] = /^(\w+ )(.*)$/s.exec(value) ?? [];
    const isAuthorization = name === 'Authorization' && word !== undefined;
    return isAuthorization
      ? { secret: rest, behind: word }
      : { secret: value, behind: `${name}: ` };
  });
}
