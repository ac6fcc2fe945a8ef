import type { Exchange } from '../checks/exchange.ts';
import type { Finding } from '../checks/finding.ts';

/** Answers to open questions: operation id → question id → answer. */
export type Answers = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Why a run ended before all its cases were sent. */
export type StopReason = 'unreachable' | 'hanging' | 'interrupted' | 'bail';

/** The whole run. `verdict` is `fail` exactly if there is a violation or the run was cut short. */
export interface RunResult {
  readonly verdict: 'pass' | 'fail';
  /** base_url, without credentials. */
  readonly target: string;
  /** The document's file as the user named it. */
  readonly document: string;
  readonly seed: number;
  readonly durationMs: number;
  readonly counts: {
    readonly cases: number;
    readonly exchanges: number;
    readonly violations: number;
    readonly warnings: number;
    readonly notes: number;
  };
  readonly findings: readonly Finding[];
  readonly answers: Answers;
  /** Absent where every case was sent. */
  readonly stopped?: { readonly reason: StopReason; readonly message: string } | undefined;
}

/** What a run tells while it goes on. The first is `start`, the last is `end`. */
export type RunEvent =
  | {
      readonly type: 'start';
      readonly target: string;
      readonly document: string;
      readonly seed: number;
      /** Cases that will be sent if nothing stops the run. */
      readonly cases: number;
    }
  | {
      readonly type: 'exchange';
      readonly exchange: Exchange;
      readonly findings: readonly Finding[];
    }
  /** A finding that only the run as a whole shows. */
  | { readonly type: 'finding'; readonly finding: Finding }
  | {
      readonly type: 'answer';
      readonly operation: string;
      readonly question: string;
      readonly answer: string;
    }
  | { readonly type: 'end'; readonly result: RunResult };
