/** What most commands read: a document, and a profile of it. */
import { existsSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import {
  DiagnosticError,
  type LoadedDocument,
  type OpenApiDocument,
  type ProfileAnswers,
  diagnosticLine,
  loadDocument,
  loadProfile,
  whyNothingToServe,
} from '../../index.ts';
import { didYouMean } from '../../openapi/nearest-word.ts';
import { type Io, UserError } from '../io.ts';
import { readInput } from './read-input.ts';
import { isUrl, refuseAddress } from './addresses.ts';

/** The options that say which document. */
export interface DocumentFlags {
  /** Default: the document of the service. */
  readonly spec?: string;
  readonly allowRefs?: readonly string[];
}

/**
 * The OpenAPI document that `--spec` names, with the files that it refers to.
 *
 * @throws {UserError} where it can't be read.
 * @throws {DiagnosticError} where the kit can't work with it, or all of its operations are broken.
 */
export async function readDocument(
  { spec, allowRefs = [] }: DocumentFlags,
  io: Io,
): Promise<LoadedDocument> {
  const file = spec ?? io.service.document;
  const text = readInput(file, 'the document', '--spec', io);
  const isPiped = file === '-';
  const shown = isPiped ? 'standard input' : shownPath(file, io.cwd);
  const path = resolve(io.cwd, isPiped ? 'standard-input' : file);
  const places = allowRefs.map((place) => (isUrl(place) ? place : resolve(io.cwd, place)));
  const document = await loadDocument({ text, file: shown, path }, { allowRefs: places });
  demandOperations(document);
  for (const line of problemLines(document, io)) io.stderr.write(`${line}\n`);
  return document;
}

/** @throws what is wrong with a document where it leaves nothing to work with. */
function demandOperations(document: LoadedDocument): void {
  const reason = whyNothingToServe(document);
  const { file, text, diagnostics, quarantined } = document;
  if (reason === undefined) return;
  if (quarantined.length === 0) {
    throw new UserError(
      `Failed to use ${file}: there is nothing to serve: ${reason}. Webhooks and components can be linted.`,
    );
  }
  const errors = diagnostics.filter(({ severity = 'error' }) => severity === 'error');
  throw new DiagnosticError(
    `find an operation in ${file} that isn't broken`,
    errors,
    new Map([[file, text]]),
  );
}

/** More would hide the rest of what is said at the start. */
const MAX_LINES = 5;

/** What is left out of a document, and how much else there is to say of it; nothing of a sound one. */
function problemLines({ file, quarantined, diagnostics }: LoadedDocument, io: Io): string[] {
  if (diagnostics.length === 0) return [];
  const lines = quarantined
    .slice(0, MAX_LINES)
    .map(({ id, path, method, diagnostics: [first] }) => {
      return `  ${method === '*' ? path : id}: ${first ? diagnosticLine(first) : ''}`;
    });
  const more = quarantined.length - lines.length;
  if (more > 0) lines.push(`  … and ${more} more`);
  if (lines.length > 0) lines.unshift(`Left out, since ${file} is broken there:`);
  const counts = (['error', 'warning', 'hint'] as const).flatMap((wanted) => {
    const found = diagnostics.filter(({ severity = 'error' }) => severity === wanted).length;
    return found === 0 ? [] : [`${found} ${wanted}${found === 1 ? '' : 's'}`];
  });
  return [...lines, `${file}: ${counts.join(', ')}; ${io.service.programName} lint lists them.`];
}

/** A path as people read it: relative where it lies below the working folder. */
export function shownPath(path: string, cwd: string): string {
  const below = relative(cwd, resolve(cwd, path));
  return below.startsWith('..') || isAbsolute(below) ? path : below;
}

/**
 * The answers of the profile that `--profile` names: one of the kit's, or a file; none
 * where it names none.
 *
 * @throws {UserError} where it can't be read.
 * @throws {DiagnosticError} where it is no profile of this document.
 */
export async function readProfile(
  name: string | undefined,
  document: OpenApiDocument,
  io: Io,
): Promise<ProfileAnswers | undefined> {
  if (name === undefined) return undefined;
  refuseAddress(name, 'read the profile', '--profile');
  const { profileNames, profileFile } = io.service;
  const isNamed = profileNames.includes(name);
  if (!isNamed && !existsSync(resolve(io.cwd, name))) {
    throw unknownName('profile', name, profileNames);
  }
  const file = isNamed ? profileFile(name) : name;
  const text = readInput(file, 'the profile', '--profile', io);
  try {
    return await loadProfile({ text, file }, document);
  } catch (error) {
    throw isNamed && isOfAnother(error) ? foreignProfile(name) : error;
  }
}

/** Of a word that is neither a name that the kit knows nor a file. */
export function unknownName(what: string, word: string, known: readonly string[]): UserError {
  return new UserError(
    `Failed to read the ${what} ${word}: there is no ${what} and no file of this name. ${didYouMean(word, known)}`,
  );
}

function isOfAnother(error: unknown): boolean {
  return (
    error instanceof DiagnosticError &&
    error.diagnostics.every(({ code }) => code === 'unknown-operation')
  );
}

function foreignProfile(name: string): DiagnosticError {
  const message =
    "the kit's profiles are for its own service, which has other operations than this document";
  const help = 'Leave --profile out, or give a file, such as one that verify --learn has written.';
  return new DiagnosticError(`use the profile ${name}`, [
    { code: 'foreign-profile', message, help },
  ]);
}
