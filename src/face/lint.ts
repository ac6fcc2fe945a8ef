/** Linting documents, by Spectral as a process of its own. */
import { resolve } from 'node:path';
import { loadAddon } from '../addons/index.ts';
import { DiagnosticError } from '../openapi/diagnostic.ts';
import {
  LintError,
  type LintLimits,
  type LintOutcome,
  type LintResult,
  type LintRun,
  type Linter,
  type Severity,
  isReadByPeople,
  severities,
} from '../openapi/linter.ts';
import type { SourceText } from './text.ts';

export type { LintFormat, LintOutput } from '../openapi/linter.ts';
export { type LintOutcome, type Severity, isReadByPeople };

/** Options of {@link lint}. */
export interface LintOptions {
  /** Paths and addresses. Default: none. */
  readonly documents?: readonly string[] | undefined;
  /** A document that no file has, or one that was loaded. Default: none. */
  readonly document?: SourceText | undefined;
  /** Path or address of a Spectral ruleset. Default: the kit's own. */
  readonly ruleset?: string | undefined;
  /** Whether findings are listed that are matters of style. Default: false. */
  readonly style?: boolean | undefined;
  /** Folders and beginnings of URLs that a `$ref` may lead to, beside a document's own folder. Default: none. */
  readonly allowRefs?: readonly string[] | undefined;
  /** Whether the documents must be OpenAPI, not just any YAML. Default true. */
  readonly isOpenApi?: boolean | undefined;
  /** What paths are relative to. Default: the process's working folder. */
  readonly cwd?: string | undefined;
  /** The environment of Spectral. Default: the process's own. */
  readonly env?: LintRun['env'] | undefined;
  /** Ends the run. */
  readonly signal?: AbortSignal | undefined;
}

/** One thing that a rule has found in a document. */
export interface LintFinding {
  /** The rule's name. */
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  /** Where in the document, as keys and indexes. */
  readonly path: readonly string[];
  /** The document, or a file that it refers to. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/**
 * Checks documents by the kit's rules, or by those of a Spectral ruleset.
 *
 * @returns The findings, in the documents' order.
 * @throws {LintError} where a file can't be read, Spectral comes to no end, or `signal` ends it.
 * @throws {DiagnosticError} where a document or the ruleset is broken, or a `$ref` leads to where none may.
 */
export async function lint(options: LintOptions): Promise<LintFinding[]> {
  const outputs = [{ format: 'json', file: undefined }] as const;
  const { refused, linted, outcome } = await writeLintReports({ ...options, outputs });
  for (const error of refused.values()) throw error;
  if (linted === 0) return [];
  if (outcome === undefined) {
    throw new LintError('Failed to lint: the run was interrupted. Run it again.');
  }
  const found = JSON.parse(outcome.report) as readonly LintResult[];
  return found.map(({ code, severity, message, path: keys, source = '', range: { start } }) => ({
    rule: String(code),
    severity: severities[severity] ?? 'error',
    message,
    path: keys.map(String),
    file: source,
    line: start.line + 1,
    column: start.character + 1,
  }));
}

/** Options of {@link writeLintReports}. */
export interface LintReportOptions
  extends
    LintOptions,
    Pick<
      LintRun,
      'outputs' | 'displayOnlyFailures' | 'showDocumentationUrl' | 'verbose' | 'color'
    > {
  /** Findings of this severity or worse make it fail. Default `error`. */
  readonly failSeverity?: Severity | undefined;
}

/** The result of {@link writeLintReports}. */
export interface LintReports {
  /** Why documents were not linted that can't be read, or refer to where they must not; by path or address. */
  readonly refused: ReadonlyMap<string, Error>;
  /**
   * What is wrong first with documents whose text is broken, which were not linted either. Reports that a
   * program reads have it as a finding.
   */
  readonly broken: ReadonlyMap<string, DiagnosticError>;
  /** How many documents were linted. */
  readonly linted: number;
  /** What Spectral came to; `undefined` where `signal` has ended it, or there was nothing to lint. */
  readonly outcome: LintOutcome | undefined;
}

/**
 * Lints documents as {@link lint} does, and writes reports in Spectral's own formats.
 *
 * @throws {LintError} where the ruleset can't be read, or Spectral comes to no end.
 * @throws {UnwrittenReport} where a report can't be written.
 * @throws {DiagnosticError} where the ruleset is broken.
 */
export async function writeLintReports(options: LintReportOptions): Promise<LintReports> {
  const { documents = [], document, ruleset, allowRefs = [], outputs } = options;
  const { isOpenApi = true, cwd = process.cwd(), signal = new AbortController().signal } = options;
  const linter = await loadAddon('spectral', 'linter');
  const absolute = (place: string): string =>
    /^https?:/i.test(place) ? place : resolve(cwd, place);
  const texts = new Map([
    ...documents.map((file) => [absolute(file), undefined] as const),
    ...(document === undefined ? [] : [[absolute(document.file), document.text] as const]),
  ]);
  // A report for a program has what is broken, too.
  const isForPeople = outputs.every(
    ({ file, format }) => file === undefined && isReadByPeople(format),
  );
  const hasRuleset = ruleset !== undefined;
  const limits = { allowed: allowRefs.map(absolute), isOpenApi, hasRuleset, signal };
  const examined = await examineAll(linter, texts, limits);
  const { refused, broken } = isForPeople ? examined : { ...examined, broken: new Map() };
  const left = [...texts.keys()].filter((key) => !refused.has(key) && !broken.has(key));
  const nothing = { refused, broken, linted: left.length, outcome: undefined };
  if (left.length === 0) return nothing;
  const input = left.find((file) => texts.get(file) !== undefined);
  const outcome = await linter.lint({
    ...options,
    documents: left.filter((file) => file !== input),
    input: input === undefined ? undefined : { name: input, text: texts.get(input) ?? '' },
    ruleset: ruleset && absolute(ruleset),
    isOpenApi,
    allowed: limits.allowed,
    failSeverity: options.failSeverity ?? 'error',
    cwd,
    env: options.env ?? process.env,
    signal,
  });
  return { ...nothing, outcome };
}

async function examineAll(
  linter: Linter,
  texts: ReadonlyMap<string, string | undefined>,
  limits: LintLimits,
): Promise<Pick<LintReports, 'refused' | 'broken'>> {
  const refused = new Map<string, Error>();
  const broken = new Map<string, DiagnosticError>();
  for (const [name, text] of texts) {
    try {
      const fault = await linter.examine(name, limits, text);
      if (fault !== undefined) broken.set(name, fault);
    } catch (error) {
      if (!(error instanceof DiagnosticError || error instanceof LintError)) throw error;
      refused.set(name, error);
    }
  }
  return { refused, broken };
}
