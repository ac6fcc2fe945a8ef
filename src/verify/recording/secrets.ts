import type { HeaderList } from '../../http/exchange.ts';
import {
  apiKeyNames,
  carriedCookies,
  headerSecrets,
  querySecrets,
} from '../../model/secrets/carried-secrets.ts';
import type { SecurityScheme } from '../../model/operation.ts';
import { isSecretHeader } from '../../model/secrets/secret-names.ts';

/** What stands where a secret stood. */
export const REDACTED = 'REDACTED';

/** Only those that are certain: what is masked here can't be judged. */
const SECRET_PARAMETERS: ReadonlySet<string> = new Set([
  'access_token',
  'api_key',
  'apikey',
  'auth_token',
  'client_secret',
  'token',
]);

/**
 * What a shell fills in, such as `Bearer $TOKEN`, what is sent for want of a token, and what stands
 * where this kit has masked one.
 */
const PLACEHOLDER = /^(?:[\w-]+ +)?(?:\$\{?\w+\}?|anonymous|\*{3}|REDACTED)$/;

/** Header fields without credentials. The names of schemes and cookies stay. */
export function redactHeaders(
  headers: HeaderList,
  schemes: readonly SecurityScheme[] = [],
  replacement: string = REDACTED,
): HeaderList {
  const own = apiKeyNames(schemes, 'header');
  return headers.map(([name, value]) => {
    const key = name.toLowerCase();
    const isSecret = isSecretHeader(name) || own.has(key);
    return isSecret ? [name, redactValue(key, value, replacement)] : [name, value];
  });
}

function redactValue(name: string, value: string, replacement: string): string {
  if (value.trim() === '' || PLACEHOLDER.test(value)) return value;
  if (name === 'cookie') return value.replaceAll(/=[^;]*/g, `=${REDACTED}`);
  if (name === 'set-cookie') return value.replace(/=[^;]*/, `=${REDACTED}`);
  const scheme = name.endsWith('authorization') ? /^[\w-]+ +(?=\S)/.exec(value)?.[0] : undefined;
  return (scheme ?? '') + replacement;
}

/** A URL without credentials, in its query or before its host. */
export function redactUrl(text: string, schemes: readonly SecurityScheme[] = []): string {
  const url = URL.parse(text);
  if (!url) return text;
  const isSecret = secretParameter(schemes);
  const hasUser = url.username !== '' || url.password !== '';
  const secret = [...new Set(url.searchParams.keys())].filter(isSecret);
  // A URL without secrets keeps its spelling.
  if (!hasUser && secret.length === 0) return text;
  url.username = '';
  url.password = '';
  for (const name of secret) url.searchParams.set(name, REDACTED);
  return url.href;
}

/** A value that something masked stands in for: nothing can be said of it. */
export function isMasked(value: string): boolean {
  return PLACEHOLDER.test(value) || value.includes(REDACTED);
}

const LINKS = /^(?:(?:content-)?location|referer)$/i;

/** Shorter ones are in many texts by chance. */
const MIN_SECRET_LENGTH = 4;

/** Shorter cookies can be anything, such as a language; shorter numbers, too. */
const MIN_DOUBTFUL_LENGTH = 8;

/** The credentials that a request or its answer carries, to be looked for elsewhere. */
export function secretsIn(
  headers: HeaderList,
  schemes: readonly SecurityScheme[] = [],
  address: string = '',
): string[] {
  const own = apiKeyNames(schemes, 'header');
  const inHeaders = headers.flatMap(([name, value]) =>
    (isSecretHeader(name) && !isCookie(name)) || own.has(name.toLowerCase())
      ? headerSecrets(value)
      : [],
  );
  const cookies = apiKeyNames(schemes, 'cookie');
  const inCookies = cookiesIn(headers).filter(({ name }) => cookies.has(name.toLowerCase()));
  const links = headers.filter(([name]) => LINKS.test(name)).map(([, value]) => value);
  const { username = '', password = '' } = URL.parse(address) ?? {};
  const user = Buffer.from(`${username}:${password}`).toString('base64');
  const values = [
    ...inHeaders,
    ...inCookies.flatMap((cookie) => cookie.values),
    ...[address, ...links].flatMap((link) => querySecrets(link, secretParameter(schemes))),
    ...(password === '' ? [] : headerSecrets(`Basic ${user}`)),
  ];
  return values.filter((value) => isTelling(value));
}

/** What cookies carry that no document speaks of: perhaps a session. */
export function doubtfulSecretsIn(headers: HeaderList): string[] {
  const values = cookiesIn(headers).flatMap((cookie) => cookie.values);
  return values.filter((value) => value.length >= MIN_DOUBTFUL_LENGTH && isTelling(value));
}

function isTelling(value: string): boolean {
  const isDoubtful = /^(?:\d+|true|false|null)$/.test(value);
  const least = isDoubtful ? MIN_DOUBTFUL_LENGTH : MIN_SECRET_LENGTH;
  return value.length >= least && !PLACEHOLDER.test(value);
}

function cookiesIn(headers: HeaderList): ReturnType<typeof carriedCookies> {
  return headers.filter(([name]) => isCookie(name)).flatMap((field) => carriedCookies(...field));
}

function isCookie(name: string): boolean {
  return /^(?:set-)?cookie$/i.test(name);
}

function secretParameter(schemes: readonly SecurityScheme[]): (name: string) => boolean {
  const own = apiKeyNames(schemes, 'query');
  return (name) => SECRET_PARAMETERS.has(name.toLowerCase()) || own.has(name.toLowerCase());
}
