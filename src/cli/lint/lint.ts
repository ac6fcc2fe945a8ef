import { resolve } from 'node:path';
import type { Command } from 'commander';
import { DiagnosticError } from '../../openapi/diagnostic.ts';
import {
  isReadByPeople,
  LintError,
  type LintFormat,
  lintFormats,
  type LintOutcome,
  type LintOutput,
  type LintRun,
  type PipedDocument,
  type Severity,
  UnwrittenReport,
} from '../../openapi/linter.ts';
import { loadAddon } from '../../addons/index.ts';
import { type CommandContext, type Io, wantsColor } from '../io.ts';
import { ExitCode } from '../exit-code.ts';
import { assertLintable, type LintLimits } from './assert-lintable.ts';
import { cannotWrite } from '../inputs/write-output.ts';
import { isUrl } from '../inputs/addresses.ts';
import { resolveOutputs } from './lint-outputs.ts';
import { requireTool } from '../doctor/packages.ts';
import { UserError } from '../user-error.ts';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { readInput } from '../inputs/read-input.ts';
import { comesOnce } from '../inputs/read-once.ts';
import { demandFile } from '../../openapi/files/read-text-file.ts';
import { utf8Problem } from '../../openapi/files/utf8-text.ts';

/** The options of `lint`, as commander gives them. */
export interface LintOptions {
  readonly spec?: string;
  readonly ruleset?: string;
  readonly format?: LintFormat[];
  readonly output?: string;
  readonly failSeverity: Severity;
  readonly displayOnlyFailures?: boolean;
  readonly showDocumentationUrl?: boolean;
  readonly allowRefs?: readonly string[];
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** Holds documents against the ruleset, and writes the reports. */
export async function lint(
  files: readonly string[],
  options: LintOptions,
  command: Command,
  context: CommandContext,
): Promise<void> {
  const { io } = context;
  requireTool('@stoplight/spectral-cli', 'lint');
  const words = [...files, ...(options.spec === undefined ? [] : [options.spec])];
  const input = readPipedDocument(words, io);
  const documents =
    input === undefined
      ? await findDocuments(words.length > 0 ? words : [io.service.document], io.cwd)
      : [];
  const limits = limitsOf(options, io);
  const { broken, refused } = await examineAll(documents, input, limits);
  const ruleset = await findRuleset(options.ruleset ?? io.service.ruleset, io.cwd);
  const outputs = await resolveOutputs({
    formats: options.format ?? [],
    output: options.output,
    outputs: outputsByFormat(command),
    cwd: io.cwd,
  });
  // A report for a program has them, too.
  const isForPeople = outputs.every(
    ({ file, format }) => file === undefined && isReadByPeople(format),
  );
  const told = new Map<string, Error>([...refused, ...(isForPeople ? broken : [])]);
  for (const { message } of told.values()) io.stderr.write(`${message}\n`);
  const failure = refused.size > 0 ? ExitCode.usage : ExitCode.fail;
  if (broken.size + refused.size > 0) context.exit(failure);
  const sound = documents.filter((document) => !told.has(document));
  if (told.size > 0 && sound.length === 0) return;
  const outcome = await run(
    {
      documents: sound,
      input,
      ruleset,
      isOpenApi: limits.isOpenApi,
      outputs,
      failSeverity: options.failSeverity,
      displayOnlyFailures: options.displayOnlyFailures,
      showDocumentationUrl: options.showDocumentationUrl,
      verbose: options.verbose,
      color: wantsColor(io),
      cwd: io.cwd,
      env: io.env,
      signal: io.signal,
    },
    io,
  );
  if (outcome === undefined) return context.exit(ExitCode.interrupted);
  const printed = outputs.find(({ file }) => file === undefined)?.format;
  const isPrintedForPeople = printed !== undefined && isReadByPeople(printed);
  print(outcome, isPrintedForPeople ? input : undefined, io);
  if (options.quiet !== true) {
    io.stdout.write(summary(outputs, outcome, options, sound.length || 1));
  }
  if (outcome.failed) context.exit(failure);
}

function limitsOf({ allowRefs, ruleset }: LintOptions, { cwd, signal }: Io): LintLimits {
  const allowed = (allowRefs ?? []).map((place) => (isUrl(place) ? place : resolve(cwd, place)));
  return { allowed, isOpenApi: ruleset === undefined, signal };
}

/** `undefined` where it was interrupted. */
async function run(lintRun: LintRun, io: Io): Promise<LintOutcome | undefined> {
  const linter = await loadAddon('spectral', 'linter');
  try {
    return await linter.lint(lintRun);
  } catch (error) {
    if (error instanceof UnwrittenReport) throw cannotWrite(error.file, error.cause);
    if (!(error instanceof LintError)) throw error;
    io.stderr.write(error.notices);
    throw new UserError(`Failed to lint: ${error.message}`);
  }
}

/** What keeps documents from being linted, by their names. */
interface Examined {
  /** What is wrong first with each whose YAML is broken. */
  readonly broken: ReadonlyMap<string, DiagnosticError>;
  /** Why the others can't be read, of several documents. */
  readonly refused: ReadonlyMap<string, Error>;
}

/** @throws {UserError | DiagnosticError} where the only document can't be read. */
async function examineAll(
  documents: readonly string[],
  input: PipedDocument | undefined,
  limits: LintLimits,
): Promise<Examined> {
  const broken = new Map<string, DiagnosticError>();
  const refused = new Map<string, Error>();
  const note = (name: string, error: DiagnosticError | undefined): void => {
    if (error !== undefined) broken.set(name, error);
  };
  for (const document of documents) {
    try {
      if (!isUrl(document)) await assertReadable(document);
      note(document, await assertLintable(document, limits));
    } catch (error) {
      const isKnown = error instanceof UserError || error instanceof DiagnosticError;
      if (!isKnown || documents.length === 1 || limits.signal.aborted) throw error;
      refused.set(document, error);
    }
  }
  if (input !== undefined) note(input.name, await assertPipedLintable(input, limits));
  return { broken, refused };
}

/** As {@link assertLintable}, with what people call the document in its messages. */
async function assertPipedLintable(
  input: PipedDocument,
  limits: LintLimits,
): Promise<DiagnosticError | undefined> {
  const named = <Failure>(error: Failure): Failure => {
    if (error instanceof DiagnosticError) error.message = withoutPipedName(error.message, input);
    return error;
  };
  try {
    return named(await assertLintable(input.name, limits, input.text));
  } catch (error) {
    throw named(error);
  }
}

function outputsByFormat(command: Command): Partial<Record<LintFormat, string>> {
  const given = lintFormats.map((format) => {
    const option = command.options.find(({ long }) => long === `--output.${format}`);
    return [format, option && command.getOptionValue(option.attributeName())] as const;
  });
  return Object.fromEntries(given.filter(([, file]) => file !== undefined));
}

function print({ notices, report }: LintOutcome, input: PipedDocument | undefined, io: Io): void {
  if (notices !== '') io.stderr.write(notices);
  if (report !== '') io.stdout.write(endLine(withoutPipedName(report, input)));
}

function endLine(report: string): string {
  return report.endsWith('\n') ? report : `${report}\n`;
}

/** A last word for people; empty where standard output is for a program, or says it all already. */
function summary(
  outputs: readonly LintOutput[],
  { failed }: LintOutcome,
  { failSeverity }: LintOptions,
  count: number,
): string {
  const printed = outputs.find(({ file }) => file === undefined)?.format;
  if (printed !== undefined && !isReadByPeople(printed)) return '';
  const what =
    failSeverity === 'error' ? 'errors' : `findings of severity ${failSeverity} or worse`;
  const where = count === 1 ? '1 document' : `${count} documents`;
  if (!failed) return `No ${what} in ${where}.\n`;
  if (printed !== undefined) return '';
  return `There are ${what} in ${where}: see ${outputs.map(({ file }) => file).join(', ')}.\n`;
}

/**
 * The documents that the words of the command line stand for: addresses as they are, files as
 * absolute paths, globs as the files that they match.
 */
async function findDocuments(words: readonly string[], cwd: string): Promise<string[]> {
  const found: string[] = [];
  for (const word of words) {
    if (isUrl(word)) found.push(word);
    else found.push(...(await expand(word, cwd)));
  }
  return [...new Set(found)];
}

/**
 * The document that comes from standard input (`-`) or a pipe; `undefined` where none does.
 *
 * @throws {UserError} where it can't be read, and where there are others beside it.
 */
function readPipedDocument(words: readonly string[], io: Io): PipedDocument | undefined {
  const word = words.find((one) => !isUrl(one) && comesOnce(one, io));
  if (word === undefined) return undefined;
  if (words.length > 1) {
    throw new UserError(
      `Failed to lint ${word}: what comes from a pipe is linted alone. Lint the others by themselves.`,
    );
  }
  const text = readInput(word, 'the document', 'lint', io);
  return { name: resolve(io.cwd, 'stdin'), text };
}

/** A text for people in which the document that no file has is called what it is. */
function withoutPipedName(text: string, input: PipedDocument | undefined): string {
  if (input === undefined) return text;
  const name = new RegExp(`${RegExp.escape(input.name)}(?![\\w./-])`, 'g');
  return text.replace(name, 'standard input');
}

/** The ruleset as Spectral wants it: absolute, and there. */
async function findRuleset(word: string, cwd: string): Promise<string> {
  if (isUrl(word)) return word;
  const file = resolve(cwd, word);
  await assertReadable(file);
  return file;
}

async function expand(word: string, cwd: string): Promise<string[]> {
  const file = resolve(cwd, word);
  // A file may be called `a[1].yaml`: what exists under its name is no pattern.
  if (!/[*?[\]{}]/.test(word) || existsSync(file)) return [file];
  const matches: string[] = [];
  for await (const match of glob(word, { cwd })) matches.push(match);
  if (matches.length === 0) {
    throw new UserError(`Failed to find documents: nothing matches ${word}. Check the pattern.`);
  }
  return matches.toSorted().map((match) => resolve(cwd, match));
}

/** @throws {UserError} where a file is not there, or no text. */
async function assertReadable(file: string): Promise<void> {
  const bytes = await readBytes(file).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`Failed to read ${file}: ${explain(error)}`);
  });
  const problem = bytes.includes(0) ? 'it is not text' : utf8Problem(bytes);
  if (problem !== undefined) {
    throw new UserError(`Failed to read ${file}: ${problem}. Name a YAML or JSON file (UTF-8).`);
  }
}

async function readBytes(file: string): Promise<Buffer> {
  demandFile(file);
  return await readFile(file);
}

function explain(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return 'there is no such file. Check the name.';
  if (error.code === 'EISDIR') return 'it is a folder. Name a file in it.';
  if (error.code === 'EACCES') return 'permission denied. Make it readable.';
  return `${error.message}. Check the name.`;
}
