import type { OpenApiDocument } from '../openapi/document.ts';
import type { RunEvent } from '../verify/run/event.ts';

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

/** Makes a reporter; one module a format, one line each in the registry. */
export type CreateReporter = (context: ReporterContext) => Reporter;

/** How reports call their tool where the context doesn't say. */
export const defaultTool = 'contract-kit';
