import type { RunEvent } from '../runner/event.ts';

/** What a reporter may know of where its text goes. */
export interface ReporterContext {
  /** Colour and progress on a terminal. */
  readonly color: boolean;
  /** The kit's version, for reports that name their tool. */
  readonly version: string;
  /** So many runs are reported, one after the other. Default 1. */
  readonly runs?: number | undefined;
  /** Receives the report's text, in pieces. */
  write(text: string): void;
}

/** Consumes a run's events and writes one format. */
export type Reporter = (event: RunEvent) => void;

/** Makes a reporter; one module a format, one line each in the registry. */
export type CreateReporter = (context: ReporterContext) => Reporter;
