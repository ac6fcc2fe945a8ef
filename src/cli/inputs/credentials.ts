/** What a request carries, and whom it trusts: tokens, keys, headers, certificates. */
import type { VerifyOptions } from '../../index.ts';
import { type Io, UserError } from '../io.ts';
import { X509Certificate } from 'node:crypto';
import { readInputBytes } from './read-input.ts';

/** The token: the flag's, else the environment's; `undefined` where neither has one. */
export function readToken(flag: string | undefined, io: Io): string | undefined {
  const token = flag ?? io.env[io.service.tokenVariable];
  return token === '' ? undefined : token;
}

/** A text that ends in the name of an environment variable: `key=$KEY`, `X-Key: Key ${KEY}`. */
export function splitVariable(text: string): { before: string; variable: string } | undefined {
  const [, before = '', plain, braced] = /^(.*)\$(?:(\w+)|\{(\w+)\})$/s.exec(text.trim()) ?? [];
  const variable = plain ?? braced;
  return variable === undefined ? undefined : { before, variable };
}

/**
 * The secrets that `--credential 'scheme=$VARIABLE'` names: a token, a key, or `user:password`, by
 * the name of the security scheme in the document, by paths (`/admin/*`), or by both
 * (`scheme@/admin/*`). The secret itself stands on no command line.
 *
 * @param flag The option that they are of, for messages.
 * @throws {UserError} where the form is another, or the variable isn't set.
 */
export function readSchemeSecrets(
  given: readonly string[],
  { env }: Io,
  flag: string = '--credential',
): NonNullable<VerifyOptions['credentials']> {
  const secrets = given.map((text, i) => {
    const { before, variable } = splitVariable(text) ?? { before: '' };
    // What was given isn't repeated: it may be a secret in the wrong form.
    if (variable === undefined || !/^[^=]+=$/.test(before)) {
      throw new UserError(
        `Failed to use ${flag} number ${i + 1}: it is not of the form 'scheme=$VARIABLE'. ` +
          'Put the secret into an environment variable, and name it.',
      );
    }
    const name = before.slice(0, -1);
    const secret = env[variable] ?? '';
    if (secret === '') throw unset(`${flag} ${name}`, variable);
    return [name, { secret, variable }] as const;
  });
  return Object.fromEntries(secrets);
}

/**
 * The login that `--login operation#property` names, with its `--login-value name=value`. A value that is a
 * `$VARIABLE` is a secret.
 *
 * @throws {UserError} where there are values and no operation, or a variable isn't set.
 */
export function readLogin(
  { login, loginValue = [], loginRenew }: LoginFlags,
  { env }: Io,
): VerifyOptions['login'] {
  if (login === undefined) {
    if (loginValue.length === 0 && loginRenew === undefined) return undefined;
    throw new UserError('Failed to log in: no operation is named. Give --login, too.');
  }
  const values = loginValue.map((text) => {
    const end = text.indexOf('=');
    const [name, value] = [text.slice(0, end), text.slice(end + 1)];
    const { before, variable } = splitVariable(value) ?? { before: value };
    if (variable === undefined || before !== '') return [name, value] as const;
    const secret = env[variable] ?? '';
    if (secret === '') throw unset(`--login-value ${name}`, variable);
    return [name, { secret, variable }] as const;
  });
  const [operation = '', property] = login.split('#');
  return { operation, property, values: Object.fromEntries(values), renewSeconds: loginRenew };
}

/** How a login is said on the command line. */
interface LoginFlags {
  readonly login?: string;
  readonly loginValue?: readonly string[];
  readonly loginRenew?: number;
}

function unset(option: string, variable: string): UserError {
  return new UserError(
    `Failed to use ${option}: the environment variable ${variable} is not set. Set it.`,
  );
}

/** A header that reports show with the variable that holds its value. */
type SecretHeader = Extract<VerifyOptions['headers'], readonly unknown[]>[number];

/** A field name (RFC 9110, 5.6.2). */
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

/** What the run decides itself. */
const RESERVED: Readonly<Record<string, string>> = {
  'content-length': 'It follows from the body.',
  'transfer-encoding': 'The kit sends a Content-Length.',
  connection: 'The kit decides on connections itself.',
};

/**
 * The headers that `--header 'Name: value'` adds to every request. Values are secrets: reports show
 * a variable instead, the one that the value names or else the binding's `headerVariable(n)`.
 *
 * @throws {UserError} where it is no header. The value isn't repeated.
 */
export function readHeaders(given: readonly string[], io: Io): SecretHeader[] {
  return given.map((text, i) => {
    const colon = text.indexOf(':');
    const name = text.slice(0, Math.max(colon, 0)).trim();
    if (!NAME.test(name)) {
      throw new UserError(
        `Failed to use --header number ${i + 1}: it has no name. Write --header 'Name: value'.`,
      );
    }
    const reason = RESERVED[name.toLowerCase()];
    if (reason !== undefined) {
      throw new UserError(`Failed to use --header ${name}: it can't be set. ${reason}`);
    }
    return readValue(name, text.slice(colon + 1).trim(), io.service.headerVariable(i + 1), io);
  });
}

function readValue(name: string, text: string, ownVariable: string, io: Io): SecretHeader {
  const { before, variable: last = '' } = splitVariable(text) ?? { before: '' };
  const isNamed = last !== '' && /^(?:\S+ +)?$/.test(before);
  const variable = isNamed ? last : ownVariable;
  const prefix = isNamed ? before : '';
  const value = isNamed ? io.env[last] : text;
  if (value === undefined) throw unset(`--header ${name}`, variable);
  if (value === '' || !/^[\t\x20-\x7e\x80-\uffff]+$/.test(value)) {
    throw new UserError(
      `Failed to use --header ${name}: its value is empty or has a control character. Correct it.`,
    );
  }
  return { name, value: prefix + value, shown: `${prefix}$${variable}`, variable };
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/**
 * The certificates of a PEM file.
 *
 * @throws {UserError} where it has none, or a broken one.
 */
export function readCertificates(file: string, io: Io): string {
  // What stands around them may have any encoding.
  const text = readInputBytes(file, 'the certificates', '--ca', io).toString('latin1');
  const found = text.match(CERTIFICATE) ?? [];
  if (found.length === 0) {
    throw new UserError(
      `Failed to read the certificates ${file}: there is none in it. Give a PEM file after --ca.`,
    );
  }
  for (const [i, secret] of found.entries()) {
    if (isCertificate(secret)) continue;
    throw new UserError(
      `Failed to read the certificates ${file}: number ${i + 1} is broken. Export it again as PEM.`,
    );
  }
  return found.join('\n');
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).fingerprint256 !== '';
  } catch {
    return false;
  }
}
