/** Several documents in one mock: which path each is below, and what flags say of which. */
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { type LoadedDocument, type MockListenOptions, describeDocument } from '../../index.ts';
import { readBaseUrl, refuseAddress } from '../inputs/addresses.ts';
import { readCertificates } from '../inputs/credentials.ts';
import { type Io, UserError } from '../io.ts';

/** A document of the command line. */
export interface NamedSpec {
  /** The path that it is below, without its slash. Default: {@link nameFor}. */
  readonly name?: string | undefined;
  readonly spec: string;
}

const NAMED = /^([^=]+)=(.+)$/s;

/** Reads `NAME=FILE`, unless there is a file that is called so. */
export function namedSpecs(texts: readonly string[], io: Io): NamedSpec[] {
  return texts.map((text) => {
    const [, name, spec] = NAMED.exec(text) ?? [];
    const isNamed = spec !== undefined && !existsSync(resolve(io.cwd, text));
    return isNamed ? { name, spec } : { spec: text };
  });
}

/** What many files are called, whatever is in them. */
const COMMON = /^(?:|api|openapi|swagger|spec|index|schema|document)$/;

/** Of `members.openapi.yaml`, `members`; where the file's name says nothing, of its title. */
export function nameFor(spec: string, document: LoadedDocument): string {
  const [file = ''] = basename(spec).split('.');
  const name = segmentOf(file);
  return COMMON.test(name) ? segmentOf(describeDocument(document).title) || name || 'api' : name;
}

/** `Books & More` as a path has it: `books-more`. */
function segmentOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** @throws {UserError} where two documents would be below the same path. */
export function demandDifferent(names: readonly string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice === undefined) return;
  throw new UserError(
    `Failed to serve several documents: two of them would be below /${twice}. Name them: --spec NAME=FILE.`,
  );
}

/** Flags that say something of one document: of several, `NAME=VALUE` says of which. */
const NAMING = [
  'handlers',
  'har',
  'persist',
  'profile',
  'real',
  'scenario',
  'scenarios',
  'seed',
  'upstream',
] as const;

/** What the command line says for one document or another. */
export type NamingFlags = {
  readonly [Name in (typeof NAMING)[number]]?: readonly string[];
};

/** What it says for one document. */
export type OwnFlags = Omit<{ readonly [Name in keyof NamingFlags]: string }, 'real'> &
  Pick<NamingFlags, 'real'>;

/**
 * What the flags say for each document, in the order of the names.
 *
 * @param names What the documents are below.
 * @throws {UserError} for a flag that doesn't say which of several documents it is for.
 */
export function ownFlags(flags: NamingFlags, names: readonly string[]): OwnFlags[] {
  return names.map((name) => {
    const values = NAMING.map((flag) => {
      const mine = (flags[flag] ?? []).flatMap((text) => valueFor(name, text, names, flag) ?? []);
      return [flag, flag === 'real' && mine.length > 0 ? mine : mine.at(-1)] as const;
    });
    return Object.fromEntries(values);
  });
}

/** `undefined` where it is for another document. */
function valueFor(
  name: string,
  text: string,
  names: readonly string[],
  flag: (typeof NAMING)[number],
): string | undefined {
  const [, named = '', value] = NAMED.exec(text) ?? [];
  if (names.includes(named) && named !== '') return named === name ? value : undefined;
  // Most scenarios fit any document.
  if (names.length === 1 || flag === 'scenario') return text;
  throw new UserError(
    `Failed to use --${flag} ${text} for several documents: it doesn't say for which. Write a name in front, as in --${flag} ${names[0]}=…; the names are ${names.join(', ')}.`,
  );
}

/** Where a mock keeps what is stored. */
export function persistPath(file: string, io: Io): string {
  refuseAddress(file, 'keep the store', '--persist', 'output');
  return resolve(io.cwd, file);
}

/** How a real server is trusted, and whose pages may reach it. */
export interface TrustFlags {
  readonly allowOrigin?: readonly string[];
  readonly ca?: string;
  readonly insecure?: boolean;
}

/** @throws {UserError} where `--upstream` and `--real` don't stand together, or one can't be used. */
export function realServer(
  { upstream, real: paths = [] }: OwnFlags,
  { allowOrigin, ca, insecure }: TrustFlags,
  io: Io,
): MockListenOptions['real'] {
  if (upstream === undefined && paths.length === 0) return undefined;
  if (upstream === undefined || paths.length === 0) {
    throw new UserError(
      `Failed to pass anything on: ${upstream === undefined ? '--upstream' : '--real'} is missing. Give both: --upstream https://host/api --real '/payments/*'.`,
    );
  }
  const stray = paths.find((path) => !/^[/*]/.test(path));
  if (stray !== undefined) {
    throw new UserError(`Failed to pass on ${stray}: a path after --real begins with a slash.`);
  }
  const url = readBaseUrl(upstream, 'Leave them out: what clients send is passed on.');
  const trusted = ca === undefined ? undefined : readCertificates(ca, io);
  return { url, paths, allowOrigin, insecure, ca: trusted };
}
