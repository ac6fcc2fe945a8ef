import { type Operation, type SecurityScheme, isBearer } from '../model/operation.ts';

/** The run's credential, and what else it sends that nobody may read. */
export interface Credential {
  /** The secret; it goes to the transport and nowhere else. */
  readonly token?: string | undefined;
  /** Name of the environment variable that stands for it in everything that people read. */
  readonly variable: string;
  /** Headers that every request carries besides. Default none. */
  readonly headers?: readonly ExtraHeader[] | undefined;
  /** Secrets of security schemes, by the scheme's name. Default: the token serves all of them. */
  readonly schemes?: ReadonlyMap<string, SchemeSecret> | undefined;
}

/** A token, a key, or `user:password`, and the environment variable that stands for it. */
export interface SchemeSecret {
  readonly secret: string;
  readonly variable: string;
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

/** A secret where its scheme wants it. */
export interface SecretPart extends SecretHeader {
  readonly place: 'header' | 'query' | 'cookie';
}

/** Sent where the document asks for a credential and none was given: any should do for a fake. */
const ANONYMOUS = 'anonymous';

/** Sent where a made-up credential is to be refused. */
const MADE_UP = 'invalid-token';

/** How one request wants its credential. */
export interface CredentialStyle {
  /** How the scheme is spelled. Default: as it is registered. */
  readonly spelledScheme?: string | undefined;
  /** Whether a made-up one is sent. Default false. */
  readonly madeUp?: boolean | undefined;
}

/** The parts by which an operation wants its credential; none where it wants none. */
export function secretParts(
  operation: Operation,
  credential: Credential,
  style: CredentialStyle = {},
): SecretPart[] {
  const schemes = chosen(operation, credential).toReversed();
  const parts = schemes.flatMap((scheme) => secretPart(scheme, credential, style) ?? []);
  // What several schemes want in one place is sent once.
  return [...new Map(parts.map((part) => [`${part.place} ${part.name}`, part])).values()];
}

/** Of the alternatives, one for which all secrets are given, else the first that can be met. */
function chosen({ security }: Operation, { schemes }: Credential): readonly SecurityScheme[] {
  const able = security.filter((one) => one.length > 0 && one.every(isSupported));
  const given = able.find((one) => one.every(({ name }) => schemes?.has(name)));
  return given ?? able[0] ?? [];
}

function isSupported(scheme: SecurityScheme): boolean {
  return scheme.type === 'apiKey' || scheme.type === 'http' || isBearer(scheme);
}

function secretPart(
  scheme: SecurityScheme,
  credential: Credential,
  { spelledScheme, madeUp = false }: CredentialStyle,
): SecretPart | undefined {
  const own = credential.schemes?.get(scheme.name);
  const token = own?.secret ?? credential.token;
  const secret = madeUp ? MADE_UP : (token ?? ANONYMOUS);
  const shown = madeUp || token === undefined ? secret : `$${own?.variable ?? credential.variable}`;
  if (scheme.type === 'apiKey') {
    const place = scheme.in === 'query' || scheme.in === 'cookie' ? scheme.in : 'header';
    return { place, name: scheme.parameterName ?? '', value: secret, shown };
  }
  const header = { place: 'header', name: 'Authorization' } as const;
  if (scheme.scheme === 'basic') return { ...header, ...basic(secret, shown) };
  const word = isBearer(scheme) ? 'Bearer' : capitalised(scheme.scheme ?? 'bearer');
  const prefix = `${spelledScheme ?? word} `;
  return { ...header, value: prefix + secret, shown: prefix + shown };
}

/** RFC 7617, 2. */
function basic(secret: string, shown: string): Pick<SecretPart, 'value' | 'shown'> {
  const pair = secret.includes(':') ? secret : `${secret}:${secret}`;
  const value = `Basic ${Buffer.from(pair).toString('base64')}`;
  return { value, shown: shown.startsWith('$') ? basicShown(shown.slice(1)) : value };
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** How `user:password` in a variable is shown; `http/curl` reads it again. */
function basicShown(variable: string): string {
  return `Basic base64($${variable})`;
}

/** Every secret of a run with what stands for it in all that people read; the longest first. */
export function secretsOf(credential: Credential): { secret: string; shown: string }[] {
  const { token, variable, headers = [], schemes = new Map<string, SchemeSecret>() } = credential;
  const secrets = headers.map(({ value, shown }) => ({ secret: value, shown }));
  if (token !== undefined) secrets.push({ secret: token, shown: `$${variable}` });
  for (const own of schemes.values()) {
    secrets.push({ secret: own.secret, shown: `$${own.variable}` });
    const [, password = ''] = own.secret.split(/:(.*)/s, 2);
    if (password !== '') secrets.push({ secret: password, shown: `$${own.variable}` });
  }
  // Shorter ones stand in too much that is no secret.
  const telling = secrets.filter(({ secret }) => secret.length >= 3);
  return telling.toSorted((a, b) => b.secret.length - a.secret.length);
}

/** Names of the environment variables that stand for the secrets. */
export function variablesOf({ variable, headers = [], schemes }: Credential): string[] {
  const own = [...(schemes?.values() ?? [])].map((one) => one.variable);
  return [variable, ...headers.map((header) => header.variable), ...own];
}

/** Whether any secret of a security scheme is sent. */
export function hasSecret({ token, schemes }: Credential): boolean {
  return token !== undefined || (schemes?.size ?? 0) > 0;
}
