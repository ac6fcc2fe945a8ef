/** What is secret in a request and its answer: the places that carry credentials. */
import type { SecurityScheme } from '../operation.ts';
import { percentDecoded } from '../../openapi/percent.ts';

type Fields = readonly (readonly [name: string, value: string])[];

/** Fields that carry a credential for certain, whatever the document says; in lowercase. */
const HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'api-key',
  'x-auth-token',
  'x-csrf-token',
  'x-amz-security-token',
]);

/** Parameters that carry one for certain: what is masked can't be judged. */
const CERTAIN: ReadonlySet<string> = new Set([
  'access_token',
  'api_key',
  'apikey',
  'auth_token',
  'client_secret',
  'token',
]);

/** Names of what looks as if it carried one (RFC 6750, 2.3, and custom), wherever it is. */
const LIKELY =
  /token|key(?!word|board)|secret|pass(?:w|phrase|code)|pwd|auth(?!or(?!i[sz]))|session|jwt|csrf|xsrf|signature|credential|(?:^|[^a-z])(?:otp|pass|sid|sig)(?:$|[^a-z])/i;

/** Whether what has this name looks as if it carried a secret. */
export function isSecretName(name: string): boolean {
  return LIKELY.test(name);
}

/** Fields that ask for a credential, or speak about one, and carry none (RFC 9110, 11.6). */
const ASKING =
  /^(?:(?:www|proxy)-authenticat(?:e|ion-info)|auth(?:entication|orization)-info|sec-websocket-key|access-control-.*)$/i;

/** Words before a credential that are no secret (RFC 9110, 11.4): those registered, and some common. */
const SCHEME =
  /^(?:apikey|aws4-hmac-sha256|basic|bearer|digest|dpop|gnap|hawk|hoba|mutual|negotiate|ntlm|oauth|privatetoken|scram-sha-(?:1|256)|token|vapid)(?=\s+\S)/i;

/** What stands in a recording where a secret stood. */
export const REDACTED = 'REDACTED';

/**
 * What a shell fills in, such as `Bearer $TOKEN`, what is sent for want of a token, and what stands
 * where this kit has masked one.
 */
const STAND_IN = /^(?:[\w-]+ +)?(?:\$\{?\w+\}?|anonymous|\*{3}|REDACTED)$/;

/** Shorter values are in many texts by chance. */
const MIN_LENGTH = 4;

/** Shorter cookies can be anything, such as a language; shorter numbers, too. */
const MIN_DOUBTFUL_LENGTH = 8;

/** In every other body, and nobody's secret. */
const LITERAL = /^(?:true|false|null)$/;

const LINKS = /^(?:(?:content-)?location|referer)$/i;

/** What the name of a header says of its value. */
interface Field {
  readonly isSecret: boolean;
  readonly isCookie: boolean;
  /** An address, which can have a secret in it. */
  readonly isLink: boolean;
}

/** Clients can make up names without end. */
const MOST_FIELDS = 1000;

/** A request, or its answer. */
export interface CarryingMessage {
  readonly headers: Fields;
  /** URL, or path and query. */
  readonly address?: string | undefined;
  /** Body of `application/x-www-form-urlencoded`. */
  readonly form?: string | undefined;
}

/** How {@link SecretPlaces} tells secrets from other values. */
export interface SecretPlacesOptions {
  /**
   * Counts only what is a credential beyond doubt, and leaves stand-ins such as `$TOKEN` as they
   * are. For messages that are to be judged. Default false.
   */
  readonly isCertain?: boolean | undefined;
  /** Further headers, parameters and cookies that carry one, in any case. Default: none. */
  readonly names?: readonly string[] | undefined;
}

/** Where the messages of one document carry secrets. */
export class SecretPlaces {
  readonly #headers: ReadonlySet<string>;
  readonly #parameters: ReadonlySet<string>;
  readonly #cookies: ReadonlySet<string>;
  readonly #isCertain: boolean;
  readonly #names: ReadonlySet<string>;
  /** By the name as it was sent: most messages have the same few. */
  readonly #fields = new Map<string, Field>();

  /** @param schemes Their API keys are secret, too (OpenAPI 3.1.0, 4.8.27). */
  constructor(
    schemes: readonly SecurityScheme[] = [],
    { isCertain = false, names = [] }: SecretPlacesOptions = {},
  ) {
    this.#headers = apiKeyNames(schemes, 'header');
    this.#parameters = apiKeyNames(schemes, 'query');
    this.#cookies = apiKeyNames(schemes, 'cookie');
    this.#isCertain = isCertain;
    this.#names = new Set(names.map((name) => name.toLowerCase()));
  }

  isHeader(name: string): boolean {
    return this.#field(name).isSecret;
  }

  /** Of a query or a form. */
  isParameter(name: string): boolean {
    const key = name.toLowerCase();
    const isKnown = this.#parameters.has(key) || this.#names.has(key);
    return isKnown || (this.#isCertain ? CERTAIN.has(key) : LIKELY.test(key));
  }

  isCookie(name: string): boolean {
    const key = name.toLowerCase();
    return !this.#isCertain || this.#cookies.has(key) || this.#names.has(key);
  }

  /** What a message carries, in every reading: to be looked for elsewhere. */
  secretsIn({ headers, address = '', form = '' }: CarryingMessage): string[] {
    const inHeaders = headers.flatMap(([name, value]) => {
      const { isCookie, isSecret, isLink } = this.#field(name);
      if (isCookie) {
        const cookies = cookiesOf(name, value).filter((cookie) => this.isCookie(cookie.name));
        return cookies.flatMap((cookie) => cookie.values);
      }
      if (isSecret) return headerSecrets(value);
      return isLink ? this.#inAddress(value) : [];
    });
    const inForm = form === '' ? [] : this.#inAddress(`?${form}`);
    const values = [...inHeaders, ...this.#inAddress(address), ...inForm];
    return values.filter((value) => this.#isTelling(value));
  }

  /** What cookies carry that no document speaks of: perhaps a session. */
  doubtfulSecretsIn(headers: Fields): string[] {
    const values = headers
      .filter(([name]) => isCookieField(name))
      .flatMap((field) => cookiesOf(...field).flatMap((cookie) => cookie.values));
    return values.filter((value) => value.length >= MIN_DOUBTFUL_LENGTH && this.#isTelling(value));
  }

  /**
   * Fields without credentials. The names of schemes and cookies stay.
   *
   * @param inCookies What stands for the value of a cookie. Default: as elsewhere.
   */
  maskHeaders(headers: Fields, replacement: string, inCookies: string = replacement): Fields {
    return headers.map((field) => {
      const [name, value] = field;
      const { isCookie, isSecret, isLink } = this.#field(name);
      if (isLink) return [name, this.maskAddress(value, replacement)];
      if (!isSecret || value.trim() === '') return field;
      if (this.#isCertain && STAND_IN.test(value)) return field;
      if (isCookie) {
        const first = isSetCookie(name) ? /=[^;]*/ : /=[^;]*/g;
        return [name, value.replace(first, () => `=${inCookies}`)];
      }
      const scheme = /authorization$/i.test(name) ? SCHEME.exec(value.trim())?.[0] : undefined;
      return [name, scheme === undefined ? replacement : `${scheme} ${replacement}`];
    });
  }

  /** An address without credentials, before its host, in its query or its fragment. */
  maskAddress(address: string, replacement: string): string {
    if (!address.includes('@') && !address.includes('=')) return address;
    return address
      .replace(/^([a-z][\w+.-]*:\/\/)[^/?#]*@/i, '$1')
      .replaceAll(PAIR, (pair, sign: string, name: string) =>
        this.isParameter(formText(name)) ? `${sign}${name}=${replacement}` : pair,
      );
  }

  #field(name: string): Field {
    let field = this.#fields.get(name);
    if (field !== undefined) return field;
    const key = name.toLowerCase();
    const isKnown = HEADERS.has(key) || this.#headers.has(key) || this.#names.has(key);
    field = {
      isSecret: isKnown || (!this.#isCertain && LIKELY.test(key) && !ASKING.test(key)),
      isCookie: isCookieField(name),
      isLink: LINKS.test(name),
    };
    if (this.#fields.size >= MOST_FIELDS) this.#fields.clear();
    this.#fields.set(name, field);
    return field;
  }

  #inAddress(address: string): string[] {
    const values: string[] = [];
    const { username = '', password = '' } = address.includes('@')
      ? (URL.parse(address) ?? {})
      : {};
    if (password !== '') {
      const login = Buffer.from(`${percentDecoded(username)}:${percentDecoded(password)}`).toString(
        'base64',
      );
      values.push(password, ...headerSecrets(`Basic ${login}`));
    }
    if (!address.includes('=')) return values;
    for (const [, , name = '', value = ''] of address.matchAll(PAIR)) {
      if (!this.isParameter(formText(name))) continue;
      // As those read it who take it for a form, in which a "+" is a blank.
      values.push(value, percentDecoded(value), formText(value));
    }
    return values;
  }

  #isTelling(value: string): boolean {
    if (LITERAL.test(value)) return false;
    if (!this.#isCertain) return value.length >= MIN_LENGTH;
    const least = /^\d+$/.test(value) ? MIN_DOUBTFUL_LENGTH : MIN_LENGTH;
    return value.length >= least && !STAND_IN.test(value);
  }
}

/** A value that something masked stands in for: nothing can be said of it. */
export function isMasked(value: string): boolean {
  return STAND_IN.test(value) || value.includes(REDACTED);
}

/** Name and value in a query, a fragment or a form. */
const PAIR = /([?&#])([^=&#?]*)=([^&#]*)/g;

function apiKeyNames(
  schemes: readonly SecurityScheme[],
  place: 'header' | 'query' | 'cookie',
): ReadonlySet<string> {
  const keys = schemes.filter((scheme) => scheme.type === 'apiKey' && scheme.in === place);
  return new Set(keys.map(({ parameterName }) => (parameterName ?? '').toLowerCase()));
}

function isCookieField(name: string): boolean {
  return /^(?:set-)?cookie$/i.test(name);
}

function isSetCookie(name: string): boolean {
  return /^set-/i.test(name);
}

/** What a field with a credential carries, in whole and in parts. */
function headerSecrets(value: string): string[] {
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
  if (!credential.includes('=')) return [];
  return credential.split(',').flatMap((parameter) => {
    const [name = '', value = ''] = parameter.split(/=(.*)/s).map((part) => part.trim());
    const text = value.replace(/^"(.*)"$/s, '$1');
    return LIKELY.test(name) ? [text, text.replaceAll(/\\(.)/g, '$1')] : [];
  });
}

/** The cookies of a field, without the attributes of `Set-Cookie` (RFC 6265, 4); values in every reading. */
function cookiesOf(field: string, value: string): { name: string; values: string[] }[] {
  const pairs = value.split(';');
  return (isSetCookie(field) ? pairs.slice(0, 1) : pairs).flatMap((pair) => {
    const [name = '', text = ''] = pair.split(/=(.*)/s).map((part) => part.trim());
    // A sandbox is named in addresses, too.
    if (name === 'x-sandbox') return [];
    const plain = text.replace(/^"(.*)"$/s, '$1');
    return { name, values: [...new Set([text, plain, percentDecoded(plain)])] };
  });
}

/** As a form has it, in which a "+" is a blank. */
function formText(text: string): string {
  return /[+%]/.test(text) ? (new URLSearchParams(`a=${text}`).get('a') ?? text) : text;
}
