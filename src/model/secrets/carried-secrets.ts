import type { SecurityScheme } from '../operation.ts';
import { isSecretParameter } from './secret-names.ts';

/** The names of the API keys that go in one place, in lowercase (OpenAPI 3.1.0, 4.8.27). */
export function apiKeyNames(
  schemes: readonly SecurityScheme[],
  place: 'header' | 'query' | 'cookie',
): ReadonlySet<string> {
  const keys = schemes.filter((scheme) => scheme.type === 'apiKey' && scheme.in === place);
  return new Set(keys.map(({ parameterName }) => (parameterName ?? '').toLowerCase()));
}

/** What a header field with a credential carries, in whole and in parts; for cookies, see below. */
export function headerSecrets(value: string): string[] {
  const whole = value.trim();
  const [, scheme = '', credential = ''] = /^(\S+)\s+(\S.*)$/s.exec(whole) ?? [];
  if (scheme === '') return [whole];
  if (scheme.toLowerCase() !== 'basic') return [whole, credential, ...parameterSecrets(credential)];
  // RFC 7617, 2.
  const pair = Buffer.from(credential, 'base64').toString();
  return [whole, credential, pair, pair.slice(pair.indexOf(':') + 1)];
}

/** `Token token="…"` (RFC 9110, 11.4); what else Digest and its like carry is known to everyone. */
function parameterSecrets(credential: string): string[] {
  return credential.split(',').flatMap((parameter) => {
    const [name = '', value = ''] = parameter.split(/=(.*)/s).map((part) => part.trim());
    const text = value.replace(/^"(.*)"$/s, '$1');
    return isSecretParameter(name) ? [text, text.replaceAll(/\\(.)/g, '$1')] : [];
  });
}

/** A cookie of a `Cookie` or `Set-Cookie` field, with its value in every reading. */
export interface CarriedCookie {
  readonly name: string;
  readonly values: readonly string[];
}

/** The cookies of a field, without the attributes of `Set-Cookie` (RFC 6265, 4). */
export function carriedCookies(field: string, value: string): CarriedCookie[] {
  const pairs = value.split(';');
  return (field.toLowerCase() === 'set-cookie' ? pairs.slice(0, 1) : pairs).map((pair) => {
    const [name = '', text = ''] = pair.split(/=(.*)/s).map((part) => part.trim());
    const plain = text.replace(/^"(.*)"$/s, '$1');
    return { name, values: [...new Set([text, plain, decoded(plain)])] };
  });
}

/** The values of secret parameters in the query of an address, as sent and in every reading. */
export function querySecrets(address: string, isSecret: (name: string) => boolean): string[] {
  const [, query = ''] = address.split('#', 1)[0]!.split(/\?(.*)/s);
  return query.split('&').flatMap((pair) => {
    // As those read it who take it for a form, in which a "+" is a blank.
    const [[name, read] = ['', '']] = new URLSearchParams(pair);
    const [, value = ''] = pair.split(/=(.*)/s);
    return isSecret(name) ? [...new Set([value, decoded(value), read])] : [];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
