import { resolve } from 'node:path';
import type { Command } from 'commander';
import { DiagnosticError } from '../../openapi/diagnostic.ts';
import type { CommandContext } from '../command-context.ts';
import { defaultDocument, defaultRuleset } from '../defaults.ts';
import { ExitCode } from '../exit-code.ts';
import { type Io, wantsColor } from '../io.ts';
import { assertLintable, type LintLimits } from './assert-lintable.ts';
import { isUrl } from '../inputs/is-url.ts';
import {
  assertReadable,
  findDocuments,
  findRuleset,
  type PipedDocument,
  readPipedDocument,
  withoutPipedName,
} from './lint-inputs.ts';
import {
  inRuns,
  isReadByPeople,
  type LintFormat,
  lintFormats,
  type LintOutput,
  resolveOutputs,
} from './lint-outputs.ts';
import {
  runSpectral,
  type SpectralResult,
  type SpectralRun,
} from '../../addons/spectral/spectral.ts';
import type { Severity } from './severity.ts';
import { requireTool } from '../require-tool.ts';
import { UserError } from '../user-error.ts';

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
      ? await findDocuments(words.length > 0 ? words : [defaultDocument()], io.cwd)
      : [];
  const limits = limitsOf(options, io);
  const { broken, refused } = await examineAll(documents, input, limits);
  const ruleset = await findRuleset(options.ruleset ?? defaultRuleset(), io.cwd);
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
  const run = { documents: sound, input, ruleset, isOpenApi: limits.isOpenApi };
  const results = await runAll(run, outputs, options, io);
  if (results === undefined) return context.exit(ExitCode.interrupted);
  const printed = outputs.find(({ file }) => file === undefined)?.format;
  const isPrintedForPeople = printed !== undefined && isReadByPeople(printed);
  print(results, isPrintedForPeople ? input : undefined, io);
  if (options.quiet !== true) {
    io.stdout.write(summary(outputs, results, options, sound.length || 1));
  }
  if (results.some(({ failed }) => failed)) context.exit(failure);
}

function limitsOf({ allowRefs, ruleset }: LintOptions, { cwd, signal }: Io): LintLimits {
  const allowed = (allowRefs ?? []).map((place) => (isUrl(place) ? place : resolve(cwd, place)));
  return { allowed, isOpenApi: ruleset === undefined, signal };
}

/** All reports; `undefined` where it was interrupted. */
async function runAll(
  run: Pick<SpectralRun, 'documents' | 'input' | 'ruleset' | 'isOpenApi'>,
  outputs: readonly LintOutput[],
  options: LintOptions,
  io: Io,
): Promise<SpectralResult[] | undefined> {
  const isColored = wantsColor(io);
  const results = await Promise.all(
    inRuns(outputs, isColored).map((reports, index) => {
      const how = {
        failSeverity: options.failSeverity,
        displayOnlyFailures: options.displayOnlyFailures === true,
        showDocumentationUrl: options.showDocumentationUrl === true,
        verbose: options.verbose === true && index === 0,
        color: isColored && reports.some(({ file }) => file === undefined),
      };
      return runSpectral({ ...run, ...how, outputs: reports }, io);
    }),
  );
  const finished = results.filter((result) => result !== undefined);
  return finished.length < results.length ? undefined : finished;
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

function print(results: readonly SpectralResult[], input: PipedDocument | undefined, io: Io): void {
  for (const { notices } of results) if (notices !== '') io.stderr.write(notices);
  for (const { report } of results)
    if (report !== '') io.stdout.write(endLine(withoutPipedName(report, input)));
}

function endLine(report: string): string {
  return report.endsWith('\n') ? report : `${report}\n`;
}

/** A last word for people; empty where standard output is for a program, or says it all already. */
function summary(
  outputs: readonly LintOutput[],
  results: readonly SpectralResult[],
  { failSeverity }: LintOptions,
  count: number,
): string {
  const printed = outputs.find(({ file }) => file === undefined)?.format;
  if (printed !== undefined && !isReadByPeople(printed)) return '';
  const what =
    failSeverity === 'error' ? 'errors' : `findings of severity ${failSeverity} or worse`;
  const where = count === 1 ? '1 document' : `${count} documents`;
  if (!results.some(({ failed }) => failed)) return `No ${what} in ${where}.\n`;
  if (printed !== undefined) return '';
  return `There are ${what} in ${where}: see ${outputs.map(({ file }) => file).join(', ')}.\n`;
}
