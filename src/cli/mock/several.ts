/** Several documents in one mock: which path each is below. */
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { type LoadedDocument, describeDocument } from '../../index.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';

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

/** They say something of one document. */
const OF_ONE = [
  'handlers',
  'har',
  'persist',
  'profile',
  'real',
  'scenarios',
  'seed',
  'upstream',
] as const;

/** @throws {UserError} for a flag that says something of one document. */
export function demandShared(flags: {
  readonly [Name in (typeof OF_ONE)[number]]?: unknown;
}): void {
  const stray = OF_ONE.find((name) => flags[name] !== undefined);
  if (stray === undefined) return;
  throw new UserError(
    `Failed to serve several documents with --${stray}: it is for one document. Start a mock of its own for that document.`,
  );
}
