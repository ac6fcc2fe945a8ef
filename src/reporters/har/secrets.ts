import type { HeaderList } from '../../checks/exchange.ts';
import type { Operation } from '../../openapi/operation.ts';
import { isSecretHeader } from '../../openapi/secret-names.ts';

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

/** What a shell fills in, such as `Bearer $TOKEN`, or what is sent for want of a token. */
const PLACEHOLDER = /^(?:[\w-]+ +)?(?:\$\{?\w+\}?|anonymous)$/;

/** Header fields without credentials. The names of schemes and cookies stay. */
export function redactHeaders(
  headers: HeaderList,
  operation?: Operation,
  replacement: string = REDACTED,
): HeaderList {
  const own = apiKeys(operation, 'header');
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
export function redactUrl(text: string, operation?: Operation): string {
  const url = URL.parse(text);
  if (!url) return text;
  const own = apiKeys(operation, 'query');
  const hasUser = url.username !== '' || url.password !== '';
  const secret = [...new Set(url.searchParams.keys())].filter((name) => {
    return SECRET_PARAMETERS.has(name.toLowerCase()) || own.has(name.toLowerCase());
  });
  // A URL without secrets keeps its spelling.
  if (!hasUser && secret.length === 0) return text;
  url.username = '';
  url.password = '';
  for (const name of secret) url.searchParams.set(name, REDACTED);
  return url.href;
}

/** The credentials that these headers carry, to be looked for elsewhere. */
export function secretsIn(headers: HeaderList, operation?: Operation): string[] {
  const own = apiKeys(operation, 'header');
  return headers.flatMap(([name, value]) => {
    const key = name.toLowerCase();
    if (!isSecretHeader(name) && !own.has(key)) return [];
    const parts = key.endsWith('cookie')
      ? [...value.matchAll(/=([^;]*)/g)].map(([, part]) => part!)
      : [value.replace(/^[\w-]+ +(?=\S)/, '')];
    // A short value is in many texts by chance.
    return parts.filter((part) => part.length >= 8 && !PLACEHOLDER.test(part));
  });
}

function apiKeys(operation: Operation | undefined, place: string): ReadonlySet<string> {
  const schemes = operation?.security.flat().filter((scheme) => scheme.in === place) ?? [];
  return new Set(schemes.map(({ parameterName }) => (parameterName ?? '').toLowerCase()));
}
