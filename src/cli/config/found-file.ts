/**
 * What a config file may say that nobody named: it lies in the working directory, and whoever wrote it
 * may be a stranger.
 */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { isWithin, realPlace } from '../../openapi/files/real-place.ts';
import { isUrl } from '../inputs/addresses.ts';
import { readToken, splitVariable } from '../inputs/credentials.ts';
import { type Io, UserError } from '../io.ts';
import type { ConfigValues } from './config-keys.ts';

/** What an option's text does that the file may not; `undefined` where it does nothing of the kind. */
type Restriction = (text: string, name: string, io: Io) => string | undefined;

const never: Restriction = (_, name) => `set "${name}"`;

const withinFolder: Restriction = (text, name, { cwd }) => {
  const [folder = cwd, place] = [cwd, resolve(cwd, text)].map(realPlace);
  return isUrl(text) || place === undefined || !isWithin(folder, place)
    ? `lead "${name}" out of the working directory (${text})`
    : undefined;
};

const namesVariable: Restriction = (text, name, { service }) => {
  const variable = splitVariable(text)?.variable;
  return variable === undefined || variable.startsWith(service.variablePrefix)
    ? undefined
    : `read the variable ${variable} for "${name}"`;
};

const writesReport: Restriction = (text, name, io) => {
  const [, file = '-'] = /^[^=]*=(.*)$/s.exec(text) ?? [];
  return file === '-' ? undefined : withinFolder(file, name, io);
};

/** By option: those that decide on trust, harm, secrets, and what is read and written where. */
const RESTRICTIONS: Readonly<Record<string, Restriction>> = {
  insecure: never,
  'allow-changes': never,
  ca: never,
  'allow-refs': withinFolder,
  spec: withinFolder,
  cases: withinFolder,
  profile: withinFolder,
  baseline: withinFolder,
  har: withinFolder,
  reporter: writesReport,
  header: namesVariable,
  credential: namesVariable,
  'other-credential': namesVariable,
  'login-values': namesVariable,
};

/**
 * Makes sure that a file that was found, and not named, does nothing that only whoever starts the
 * command may decide on.
 *
 * @throws {UserError} with everything that it may not, in one line.
 */
export function assertHarmless(file: string, values: ConfigValues, io: Io): void {
  const refused = [...values].flatMap(([{ name }, value]) =>
    [value].flat().flatMap((item) => RESTRICTIONS[name]?.(String(item), name, io) ?? []),
  );
  if (refused.length > 0) throw unnamed(file, refused.join(', nor '));
}

/**
 * Makes sure that no secret goes to a server that only a found file names.
 *
 * @throws {UserError} where there is one.
 */
export function assertWithoutSecrets(file: string, command: Command, io: Io): void {
  const {
    token,
    credential = [],
    otherCredential = [],
    header = [],
    loginValue = [],
  } = command.opts<SecretFlags>();
  const isTyped = command.getOptionValueSource('header') === 'cli';
  const secrets = [
    ...(readToken(token, io) === undefined ? [] : ['the token']),
    ...[...credential, ...otherCredential].map(
      (text) => `the credential ${text.replace(/=.*/s, '')}`,
    ),
    ...loginValue
      .filter((text) => splitVariable(text) !== undefined)
      .map((text) => `the login value ${text.replace(/=.*/s, '')}`),
    ...header
      .filter((text) => isTyped || splitVariable(text) !== undefined)
      .map((text) => `the header ${text.replace(/:.*/s, '')}`),
  ];
  if (secrets.length === 0) return;
  throw unnamed(file, `have ${secrets.join(', ')} sent to the base_url in it`);
}

interface SecretFlags {
  readonly token?: string;
  readonly credential?: readonly string[];
  readonly otherCredential?: readonly string[];
  readonly header?: readonly string[];
  readonly loginValue?: readonly string[];
}

function unnamed(file: string, what: string): UserError {
  return new UserError(
    `Failed to use ${file}: it was found and not named, so it may not ${what}. ` +
      `If you trust it, add --config ${file}; else give what you need on the command line, with --no-config.`,
  );
}
