/** A linter of documents, as the face uses one; an add-on is one. */
import type { DiagnosticError } from './diagnostic.ts';

/** How bad a finding is, worst first. */
export const severities = ['error', 'warn', 'info', 'hint'] as const;

/** One of {@link severities}. */
export type Severity = (typeof severities)[number];

/** In which formats a linter reports. */
export const lintFormats = [
  'stylish',
  'pretty',
  'text',
  'json',
  'sarif',
  'junit',
  'github-actions',
  'gitlab',
  'code-climate',
  'teamcity',
  'markdown',
  'html',
] as const;

/** One of {@link lintFormats}. */
export type LintFormat = (typeof lintFormats)[number];

/** Whether no program reads a format. These are the ones that have colours. */
export function isReadByPeople(format: LintFormat): boolean {
  return format === 'stylish' || format === 'pretty';
}

/** A report to write: to a file, or to standard output where no file is named. */
export interface LintOutput {
  readonly format: LintFormat;
  /** Absolute. */
  readonly file: string | undefined;
}

/** One finding as reports in JSON have it. */
export interface LintResult {
  readonly code: string | number;
  readonly message: string;
  readonly path: readonly (string | number)[];
  /** Index of one of {@link severities}. */
  readonly severity: number;
  readonly source?: string | undefined;
  /** Lines and characters from 0, as the Language Server Protocol counts them. */
  readonly range: Readonly<Record<'start' | 'end', { line: number; character: number }>>;
}

/** A document that no file has. */
export interface PipedDocument {
  /** As if a file of the working folder had it: its `$ref`s lead from there. */
  readonly name: string;
  readonly text: string;
}

/** What is linted, by which rules, and where the reports go. */
export interface LintRun {
  /** Absolute paths and addresses. */
  readonly documents: readonly string[];
  /** The one document, where no file has it. */
  readonly input?: PipedDocument | undefined;
  /** Absolute path or address. Default: the linter's own. */
  readonly ruleset?: string | undefined;
  /** Whether the documents must be OpenAPI, not just any YAML. */
  readonly isOpenApi: boolean;
  /** As {@link LintLimits} has it. */
  readonly allowed: readonly string[];
  /** At most one of them to standard output. */
  readonly outputs: readonly LintOutput[];
  /** Findings of this severity or worse make the run fail. */
  readonly failSeverity: Severity;
  /** Default: false, every finding is reported. */
  readonly displayOnlyFailures?: boolean | undefined;
  /** Lists hints, which are matters of style. Default: false, they are counted. */
  readonly style?: boolean | undefined;
  /** Adds a link to each rule's documentation. Default: false. */
  readonly showDocumentationUrl?: boolean | undefined;
  /** Reports what is linted, and where a ruleset's own function failed. Default: false. */
  readonly verbose?: boolean | undefined;
  /** Whether what goes to standard output is coloured. Default: false. */
  readonly color?: boolean | undefined;
  /** The working folder. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends the run. */
  readonly signal: AbortSignal;
}

/** How a run went that came to an end of its own. */
export interface LintOutcome {
  /** Whether there are findings of the run's severity or worse. */
  readonly failed: boolean;
  /** The report, where it goes to standard output. */
  readonly report: string;
  /** What else the linter had to say. */
  readonly notices: string;
  /** How many hints each rule has that were not listed. */
  readonly hints: Readonly<Record<string, number>>;
}

/** How far a linter may go. */
export interface LintLimits {
  /** Folders (absolute) and beginnings of URLs that a `$ref` may lead to, beside the document's. */
  readonly allowed: readonly string[];
  /** Whether a document must be one of OpenAPI, or may be any YAML. */
  readonly isOpenApi: boolean;
  /** Whether the rules are others than the linter's own. */
  readonly hasRuleset: boolean;
  /** Ends the waiting for an address. */
  readonly signal: AbortSignal;
}

/** Holds documents against rules. */
export interface Linter {
  /**
   * Looks at a document before it is linted: whether it can be read, and where its references lead.
   *
   * @param document Absolute path or address.
   * @param text The document's text, where no file has it.
   * @returns What is wrong first with its text, where a report would have it as a finding.
   * @throws {DiagnosticError} where it must not be linted.
   * @throws {LintError} where it can't be read.
   */
  examine(
    document: string,
    limits: LintLimits,
    text?: string,
  ): Promise<DiagnosticError | undefined>;
  /**
   * Writes the reports; resolves with `undefined` where it was interrupted.
   *
   * @throws {LintError} where it comes to no end, or can't write a report.
   * @throws {DiagnosticError} where the ruleset is broken.
   */
  lint(run: LintRun): Promise<LintOutcome | undefined>;
}

/** Why a linter came to no end, or a document can't be read. */
export class LintError extends Error {
  override readonly name = 'LintError';
  /** What else the linter had to say. */
  readonly notices: string;

  /** @param message «Failed to ‹act›: ‹cause›. ‹what to do›». */
  constructor(message: string, notices = '') {
    super(message);
    this.notices = notices;
  }
}

/** A report that can't be written; its cause has Node's `code`. */
export class UnwrittenReport extends Error {
  override readonly name = 'UnwrittenReport';
  readonly file: string;

  constructor(file: string, cause: unknown) {
    super(`the report ${file} can't be written`, { cause });
    this.file = file;
  }
}
