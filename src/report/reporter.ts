import type { OpenApiDocument } from '../openapi/document.ts';
import type { Finding } from '../verify/checks/check.ts';
import type { JudgedExchange } from '../verify/cases/case.ts';
import type { RunEvent, RunResult } from '../verify/run/event.ts';

/** What a reporter may know of where its text goes. */
export interface ReporterContext {
  /** Colour and progress on a terminal. */
  readonly color: boolean;
  /** The kit's version, for reports that name their tool. */
  readonly version: string;
  /** So many runs are reported, one after the other. Default 1. */
  readonly runs?: number | undefined;
  /** How the tool is called in reports. Default `contract-kit`. */
  readonly tool?: string | undefined;
  /** The document of the run; without it, reports have no coverage and no excerpts. */
  readonly document?: ReportedDocument | undefined;
  /** Files below this folder are named relative to it. Default: as the finding names them. */
  readonly root?: string | undefined;
  /** What relative names of files are relative to. Default: `root`. */
  readonly cwd?: string | undefined;
  /** The CI's own file below `root`: findings of a document that lies elsewhere are shown on it. */
  readonly pipeline?: string | undefined;
  /** Receives the report's text, in pieces. */
  write(this: void, text: string): void;
  /** Receives a Markdown page beside the report, where the CI shows one. */
  writeSummary?(this: void, markdown: string): void;
}

/** A document, with its text where it was read from a file. */
export interface ReportedDocument extends OpenApiDocument {
  readonly text?: string | undefined;
}

/** Consumes a run's events and writes one format. */
export type Reporter = (event: RunEvent) => void;

/** What people choose a reporter by. */
export const reporterNames = [
  'pretty',
  'json',
  'junit',
  'sarif',
  'html',
  'markdown',
  'github',
  'gitlab',
  'har',
] as const;

/** One of {@link reporterNames}. */
export type ReporterName = (typeof reporterNames)[number];

/** Makes a reporter; one module a format, one line each in the registry. */
export type CreateReporter = (context: ReporterContext) => Reporter;

/** How reports call their tool where the context doesn't say. */
export const defaultTool = 'contract-kit';

/** A run that has ended, for reports that can only be written then. */
export interface EndedRun {
  readonly startedAt: Date;
  /** In the order of sending. */
  readonly exchanges: readonly JudgedExchange[];
  readonly result: RunResult;
  /** What was said of an exchange, also by checks that saw the whole run. */
  findingsOf(exchange: JudgedExchange): readonly Finding[];
  /** The exchange that a finding speaks of. */
  exchangeOf(finding: Finding): JudgedExchange | undefined;
}

/** A reporter that writes once, when the run has ended. */
export function reportAtEnd(write: (record: EndedRun) => void): Reporter {
  let startedAt = new Date();
  let exchanges: JudgedExchange[] = [];
  return (event) => {
    if (event.type === 'start') {
      startedAt = new Date();
      exchanges = [];
    } else if (event.type === 'exchange') {
      exchanges.push(event.exchange);
    } else if (event.type === 'end') {
      write(toRecord(startedAt, exchanges, event.result));
    }
  };
}

function toRecord(
  startedAt: Date,
  unsorted: readonly JudgedExchange[],
  result: RunResult,
): EndedRun {
  const exchanges = unsorted.toSorted((a, b) => a.sequence - b.sequence);
  const bySequence = new Map(exchanges.map((exchange) => [exchange.sequence, exchange]));
  const findings = Map.groupBy(result.findings, (finding) => finding.exchange);
  return {
    startedAt,
    exchanges,
    result,
    findingsOf: (exchange) => findings.get(exchange.sequence) ?? [],
    exchangeOf: (finding) => bySequence.get(finding.exchange),
  };
}
