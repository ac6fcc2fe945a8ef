import { pathPattern } from './target.ts';
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
  /** Secrets for some paths, which come before all others; the first that fits. Default none. */
  readonly placed?: readonly PlacedSecret[] | undefined;
  /** Schemes for operations that ask for none: where a secret is for their path. Default none. */
  readonly unasked?: readonly SecurityScheme[] | undefined;
  /** Whether every path is one. Default false. */
  readonly everywhere?: boolean | undefined;
  /** Secrets that stand elsewhere in requests. Default none. */
  readonly others?: readonly SchemeSecret[] | undefined;
}

/** A token, a key, or `user:password`, and the environment variable that stands for it. */
export interface SchemeSecret {
  readonly secret: string;
  readonly variable: string;
}

/** A secret for some paths. */
export interface PlacedSecret extends SchemeSecret {
  /** Path templates; `*` stands for anything. */
  readonly paths: string;
  /** Name of the scheme. Default: it serves whichever is asked for. */
  readonly scheme?: string | undefined;
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

/** Sent where the document asks for a credential and none was given: any should do for a mock. */
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
  const parts = schemes.flatMap((scheme) => {
    const secret = namedSecret(operation, scheme, credential);
    return secretPart(scheme, secret ?? credential, style) ?? [];
  });
  // What several schemes want in one place is sent once.
  return [...new Map(parts.map((part) => [`${part.place} ${part.name}`, part])).values()];
}

/** Of the alternatives, one for which all secrets are given, else the first that can be met. */
function chosen(operation: Operation, credential: Credential): readonly SecurityScheme[] {
  const able = operation.security.filter(
    (alternative) => alternative.length > 0 && alternative.every(isSupported),
  );
  if (able.length === 0) return unaskedFor(operation, credential);
  const isGiven = (scheme: SecurityScheme): boolean =>
    namedSecret(operation, scheme, credential) !== undefined;
  return able.find((alternative) => alternative.every(isGiven)) ?? able[0]!;
}

/** By which schemes an operation that asks for none gets secrets: that are for its path, or for all. */
function unaskedFor(operation: Operation, credential: Credential): readonly SecurityScheme[] {
  const { unasked = [], everywhere = false, schemes, token } = credential;
  const placed = placedAt(operation, credential);
  const named = unasked.filter(
    ({ name }) =>
      placed.some(({ scheme }) => scheme === name) || (everywhere && schemes?.has(name) === true),
  );
  if (named.length > 0) return named;
  const isAny = placed.length > 0 || (everywhere && token !== undefined);
  return isAny ? unasked.slice(0, 1) : [];
}

/** The secret that was given for a scheme by its name, or for the operation's path. */
function namedSecret(
  operation: Operation,
  { name }: SecurityScheme,
  credential: Credential,
): SchemeSecret | undefined {
  const placed = placedAt(operation, credential);
  return placed.find(({ scheme = name }) => scheme === name) ?? credential.schemes?.get(name);
}

function placedAt({ path }: Operation, { placed = [] }: Credential): PlacedSecret[] {
  return placed.filter(({ paths }) => pathPattern(paths).test(path));
}

/** Names of the headers by which an operation may be asked for a credential, in lowercase. */
export function credentialHeaders({ security }: Operation, { unasked = [] }: Credential): string[] {
  const keys = [...security.flat(), ...unasked].flatMap(({ type, in: place, parameterName }) =>
    type === 'apiKey' && place === 'header' ? (parameterName?.toLowerCase() ?? []) : [],
  );
  return ['authorization', ...keys];
}

/** A bearer token, for documents that name no scheme at all. */
const BEARER: SecurityScheme = { name: 'bearer', type: 'http', scheme: 'bearer', pointer: '' };

/** The schemes of a document by which secrets are sent where none is asked for: those named, else the first. */
export function unrequiredSchemes(
  all: readonly SecurityScheme[],
  names: ReadonlySet<string>,
): readonly SecurityScheme[] {
  const able = all.filter(isSupported);
  const named = able.filter(({ name }) => names.has(name));
  return named.length > 0 ? named : [able[0] ?? BEARER];
}

function isSupported(scheme: SecurityScheme): boolean {
  return scheme.type === 'apiKey' || scheme.type === 'http' || isBearer(scheme);
}

function secretPart(
  scheme: SecurityScheme,
  given: SchemeSecret | Credential,
  { spelledScheme, madeUp = false }: CredentialStyle,
): SecretPart | undefined {
  const token = 'secret' in given ? given.secret : given.token;
  const secret = madeUp ? MADE_UP : (token ?? ANONYMOUS);
  const shown = madeUp || token === undefined ? secret : `$${given.variable}`;
  if (scheme.type === 'apiKey') {
    const place = scheme.in === 'query' || scheme.in === 'cookie' ? scheme.in : 'header';
    return { place, name: scheme.parameterName ?? '', value: secret, shown };
  }
  const header = { place: 'header', name: 'Authorization' } as const;
  const word = isBearer(scheme) ? 'Bearer' : capitalised(scheme.scheme ?? 'bearer');
  const bare = behindWord(secret, word);
  // Who gives the whole value of the header means it as it is.
  if (bare !== undefined && spelledScheme === undefined) return { ...header, value: secret, shown };
  if (scheme.scheme === 'basic') return { ...header, ...basic(secret, shown) };
  const prefix = `${spelledScheme ?? word} `;
  const shownBare = bare === undefined ? shown : `\${${given.variable}#* }`;
  return { ...header, value: prefix + (bare ?? secret), shown: prefix + shownBare };
}

/** What stands behind the word for a scheme: `abc` in `Bearer abc`; `undefined` where the word isn't there. */
function behindWord(secret: string, word: string): string | undefined {
  const [, first = '', rest] = WITH_WORD.exec(secret) ?? [];
  return first.toLowerCase() === word.toLowerCase() ? rest : undefined;
}

const WITH_WORD = /^(\S+) +(\S.*)$/;

/** RFC 7617, 2. */
function basic(secret: string, shown: string): Pick<SecretPart, 'value' | 'shown'> {
  const pair = secret.includes(':') ? secret : `${secret}:${secret}`;
  const value = `Basic ${Buffer.from(pair).toString('base64')}`;
  return { value, shown: shown.startsWith('$') ? basicShown(shown.slice(1)) : value };
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** How `user:password` in a variable is shown; `http/curl` reads it again, as it does `${TOKEN#* }`: what is behind the first word. */
function basicShown(variable: string): string {
  return `Basic base64($${variable})`;
}

/** Every secret of a run with what stands for it in all that people read; the longest first. */
export function secretsOf(credential: Credential): { secret: string; shown: string }[] {
  const { token, variable, headers = [] } = credential;
  const secrets = headers.flatMap(secretsIn);
  const whole = token === undefined ? [] : [{ secret: token, variable }];
  for (const { secret, variable: own } of [...whole, ...givenSecrets(credential)]) {
    const shown = `$${own}`;
    const [, password = ''] = secret.split(/:(.*)/s, 2);
    if (password !== '') secrets.push({ secret: password, shown });
    secrets.push(...secretsIn({ value: secret, shown, variable: own }));
  }
  // Shorter ones stand in too much that is no secret.
  const telling = secrets.filter(({ secret }) => secret.length >= 3);
  return telling.toSorted((a, b) => b.secret.length - a.secret.length);
}

/** Names of the environment variables that stand for the secrets. */
export function variablesOf(credential: Credential): string[] {
  const { variable, headers = [] } = credential;
  return [variable, ...[...headers, ...givenSecrets(credential)].map((secret) => secret.variable)];
}

function givenSecrets({ schemes, placed = [], others = [] }: Credential): SchemeSecret[] {
  return [...(schemes?.values() ?? []), ...placed, ...others];
}

/** A header's value, and what stands in it behind the word for its kind: `Bearer …`, `Basic …`. */
function secretsIn({
  value,
  shown,
  variable,
}: Omit<ExtraHeader, 'name'>): { secret: string; shown: string }[] {
  const [, kind = '', rest = ''] = WITH_WORD.exec(value) ?? [];
  const login = /^basic$/i.test(kind) ? Buffer.from(rest, 'base64').toString() : '';
  const inside = [rest, login, login.slice(login.indexOf(':') + 1)];
  return [{ secret: value, shown }, ...inside.map((secret) => ({ secret, shown: `$${variable}` }))];
}

/** Whether any secret of a security scheme is sent. */
export function hasSecret(credential: Credential): boolean {
  const { token, headers = [] } = credential;
  const isSent = headers.some(({ name }) => name.toLowerCase() === 'authorization');
  return token !== undefined || isSent || givenSecrets(credential).length > 0;
}
