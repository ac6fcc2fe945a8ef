/** What a request carries, and whom it trusts: tokens, keys, headers, certificates. */
import type { OpenApiDocument } from '../../index.ts';
import { isBearer, operations, type SecurityScheme } from '../../model/operation.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';
import type { SchemeSecret, ExtraHeader } from '../../http/credential.ts';
import { X509Certificate } from 'node:crypto';
import { readInputBytes } from './read-input.ts';

/** The token: the flag's, else the environment's; `undefined` where neither has one. */
export function readToken(flag: string | undefined, io: Io): string | undefined {
  const token = flag ?? io.env[io.service.tokenVariable];
  return token === '' ? undefined : token;
}

/**
 * Makes sure that a request can carry the token: as a bearer token, or as what a security scheme of the document
 * asks for, such as `user:password`.
 *
 * @throws {UserError} where none can.
 */
export function demandCarried(token: string | undefined, document: OpenApiDocument): void {
  if (token === undefined || /^[\x21-\x7e]+$/.test(token)) return;
  const schemes = operations(document).flatMap(({ security }) => security.flat());
  if (schemes.some((scheme) => !isBearer(scheme) && canCarry(scheme, token))) return;
  throw new UserError(
    'Failed to use the token: it has characters that a header cannot carry. Give it without blanks.',
  );
}

/** Whether a security scheme can carry a secret: as it is in a header, or encoded elsewhere. */
export function canCarry({ type, scheme, in: place }: SecurityScheme, secret: string): boolean {
  // Base64 of UTF-8 without control characters (RFC 7617, 2), or percent-encoded.
  const isEncoded = scheme === 'basic' || (type === 'apiKey' && place === 'query');
  return isEncoded ? !/\p{Cc}/u.test(secret) : /^[\x20-\x7e]+$/.test(secret);
}

const CREDENTIAL = /^([^=]+)=\$(?:(\w+)|\{(\w+)\})$/;

/**
 * The secrets that `--credential 'scheme=$VARIABLE'` names: a token, a key, or `user:password`, by
 * the name of the security scheme in the document. The secret itself stands on no command line.
 *
 * @throws {UserError} where the form is another, the document has no such scheme, or the variable
 *   isn't set.
 */
export function readSchemeSecrets(
  given: readonly string[],
  document: OpenApiDocument,
  io: Pick<Io, 'env'>,
): Map<string, SchemeSecret> {
  const asked = operations(document).flatMap(({ security }) => security.flat());
  const known = new Map(asked.map((scheme) => [scheme.name, scheme]));
  const secrets = new Map<string, SchemeSecret>();
  for (const [i, text] of given.entries()) {
    const [, name = '', plain, braced] = CREDENTIAL.exec(text) ?? [];
    const variable = plain ?? braced;
    // What was given isn't repeated: it may be a secret in the wrong form.
    if (variable === undefined) {
      throw new UserError(
        `Failed to use --credential number ${i + 1}: it is not of the form 'scheme=$VARIABLE'. ` +
          'Put the secret into an environment variable, and name it.',
      );
    }
    const scheme = known.get(name);
    if (scheme === undefined) {
      throw new UserError(
        `Failed to use --credential ${name}: no operation asks for a security scheme of this name. ` +
          `It asks for ${[...known.keys()].join(', ') || 'none at all'}.`,
      );
    }
    secrets.set(name, { secret: readVariable(scheme, variable, io), variable });
  }
  return secrets;
}

function readVariable(scheme: SecurityScheme, variable: string, io: Pick<Io, 'env'>): string {
  const { name } = scheme;
  const secret = io.env[variable];
  if (secret === undefined || secret === '') {
    throw new UserError(
      `Failed to use --credential ${name}: the environment variable ${variable} is not set. Set it.`,
    );
  }
  if (canCarry(scheme, secret)) return secret;
  throw new UserError(
    `Failed to use --credential ${name}: its value has characters that this scheme cannot carry. Correct it.`,
  );
}

/** A field name (RFC 9110, 5.6.2). */
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
/** A value that ends in the name of an environment variable: `$KEY`, `Key $KEY`. */
const FROM_VARIABLE = /^((?:\S+ +)?)\$(?:(\w+)|\{(\w+)\})$/;

/** What the run decides itself. */
const RESERVED: Readonly<Record<string, string>> = {
  authorization: 'Give --token instead.',
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
export function readHeaders(given: readonly string[], io: Io): ExtraHeader[] {
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

function readValue(name: string, text: string, ownVariable: string, io: Io): ExtraHeader {
  const [, prefix = '', plain, braced] = FROM_VARIABLE.exec(text) ?? [];
  const named = plain ?? braced;
  const variable = named ?? ownVariable;
  const value = named === undefined ? text : io.env[named];
  if (value === undefined) {
    throw new UserError(
      `Failed to use --header ${name}: the environment variable ${variable} is not set. Set it.`,
    );
  }
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
  for (const [i, one] of found.entries()) {
    if (isCertificate(one)) continue;
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
