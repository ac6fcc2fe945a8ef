import { existsSync } from 'node:fs';
import { glob, readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import {
  LintError,
  type LintFormat,
  type LintOutcome,
  type LintReportOptions,
  type LintReports,
  type SourceText,
  UnwrittenReport,
  choices,
  isReadByPeople,
  writeLintReports,
} from '../../index.ts';
import { requireTool } from '../doctor/packages.ts';
import { isUrl } from '../inputs/addresses.ts';
import { pick } from '../inputs/pick.ts';
import { readInput } from '../inputs/read-input.ts';
import { comesOnce } from '../inputs/read-once.ts';
import { cannotWrite } from '../inputs/write-output.ts';
import { type CommandContext, type Io, wantsColor, ExitCode, UserError } from '../io.ts';
import { resolveOutputs } from './lint-outputs.ts';

/** Flags that are options of the engine, under the same names. */
const PASSED_ON = [
  'allowRefs',
  'displayOnlyFailures',
  'failSeverity',
  'showDocumentationUrl',
  'style',
  'verbose',
] as const;

/** The options of `lint`, as commander gives them. */
export interface LintFlags extends Pick<LintReportOptions, (typeof PASSED_ON)[number]> {
  readonly spec?: string;
  readonly ruleset?: string;
  readonly format?: LintFormat[];
  readonly output?: string;
  readonly quiet?: boolean;
}

/** Holds documents against the ruleset, and writes the reports. */
export async function lint(
  files: readonly string[],
  flags: LintFlags,
  command: Command,
  context: CommandContext,
): Promise<void> {
  const { io } = context;
  const { cwd, env, signal } = io;
  requireTool('@stoplight/spectral-cli', 'lint');
  const words = [...files, ...(flags.spec === undefined ? [] : [flags.spec])];
  const piped = readPiped(words, io);
  const ruleset = flags.ruleset ?? (await findRuleset(cwd));
  const options = {
    ...pick(flags, PASSED_ON),
    documents: piped
      ? []
      : await findDocuments(words.length > 0 ? words : [io.service.document], cwd),
    document: piped,
    ruleset,
    // A ruleset of the user's own may be for documents of another kind.
    isOpenApi: ruleset === undefined,
    outputs: resolveOutputs(
      { formats: flags.format ?? [], output: flags.output, outputs: outputsByFormat(command) },
      io,
    ),
    color: wantsColor(io),
    cwd,
    env,
    signal,
  };
  const { refused, broken, linted, outcome } = await report(options, io);
  for (const { message } of [...refused.values(), ...broken.values()]) {
    io.stderr.write(`${withoutPipedName(message, piped)}\n`);
  }
  const failure = refused.size > 0 ? ExitCode.usage : ExitCode.fail;
  if (broken.size + refused.size > 0) context.exit(failure);
  if (linted === 0) return;
  if (outcome === undefined) return context.exit(ExitCode.interrupted);
  const printed = options.outputs.find(({ file }) => file === undefined)?.format;
  const isForPeople = printed === undefined || isReadByPeople(printed);
  io.stderr.write(outcome.notices);
  const text = isForPeople ? withoutPipedName(outcome.report, piped) : outcome.report;
  if (text !== '') io.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  if (flags.quiet !== true && isForPeople) {
    io.stdout.write(styleSummary(outcome.hints));
    io.stdout.write(summary(options, outcome.failed, linted, printed));
  }
  if (outcome.failed) context.exit(failure);
}

async function report(options: LintReportOptions, io: Io): Promise<LintReports> {
  try {
    return await writeLintReports(options);
  } catch (error) {
    if (error instanceof UnwrittenReport) throw cannotWrite(error.file, error.cause);
    if (error instanceof LintError) io.stderr.write(error.notices);
    throw error;
  }
}

function outputsByFormat(command: Command): Partial<Record<LintFormat, string>> {
  const given = choices.lintFormats.map((format) => {
    const option = command.options.find(({ long }) => long === `--output.${format}`);
    return [format, option && command.getOptionValue(option.attributeName())] as const;
  });
  return Object.fromEntries(given.filter(([, file]) => file !== undefined));
}

/** The ruleset of the working folder, as Spectral finds one; `undefined` where there is none. */
async function findRuleset(cwd: string): Promise<string | undefined> {
  const files = await readdir(cwd);
  return files.find((file) => /^\.?spectral\.(?:ya?ml|json|m?js)$/.test(file));
}

/** How many matters of style were not listed; empty where there are none. */
function styleSummary(hints: LintOutcome['hints']): string {
  const rules = Object.entries(hints).toSorted(([, a], [, b]) => b - a);
  if (rules.length === 0) return '';
  const list = rules.map(([rule, count]) => `${rule} ${count}`).join(', ');
  return `Style, listed by --style: ${list}.\n`;
}

/** A last word for people; empty where what is printed says it all already. */
function summary(
  { outputs, failSeverity }: Pick<LintReportOptions, 'outputs' | 'failSeverity'>,
  failed: boolean,
  count: number,
  printed: LintFormat | undefined,
): string {
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
function readPiped(words: readonly string[], io: Io): SourceText | undefined {
  const word = words.find((candidate) => !isUrl(candidate) && comesOnce(candidate, io));
  if (word === undefined) return undefined;
  if (words.length > 1) {
    throw new UserError(
      `Failed to lint ${word}: what comes from a pipe is linted alone. Lint the others by themselves.`,
    );
  }
  const text = readInput(word, 'the document', 'lint', io);
  return { file: resolve(io.cwd, 'stdin'), text };
}

/** A text for people in which the document that no file has is called what it is. */
function withoutPipedName(text: string, input: SourceText | undefined): string {
  if (input === undefined) return text;
  const { file } = input;
  return text.replaceAll(file, (name, start: number) =>
    /[\w./-]/.test(text.charAt(start + file.length)) ? name : 'standard input',
  );
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
