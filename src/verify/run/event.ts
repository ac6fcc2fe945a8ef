import type { ProfileAnswers } from '../../questions/answer.ts';
import type { Reach, JudgedExchange } from '../cases/case.ts';
import type { Cause } from '../causes.ts';
import type { Finding, Known } from '../checks/check.ts';

/** Why a run can end before all its cases were sent. */
export const stopReasons = [
  'unreachable',
  'hanging',
  'changed',
  'replicas',
  'max-time',
  'interrupted',
  'bail',
  'rate-limited',
] as const;

/** One of {@link stopReasons}. */
export type StopReason = (typeof stopReasons)[number];

/** What a request has done to something on the server, or may have. */
export interface ChangedResource {
  /** Id of the operation. */
  readonly operation: string;
  /** Id of the case. */
  readonly case: string;
  /** Status of the answer; absent where none came, so that it may have been done or not. */
  readonly status?: number | undefined;
  /** Its path, below base_url. */
  readonly path: string;
  /** Whether it is as the run has found it. Absent where the run has not put it back. */
  readonly restored?: boolean | undefined;
  /** Why it isn't; absent where it is, or the run has not tried. */
  readonly left?: string | undefined;
}

/** Something that the run has created, or may have created, on the server. */
export interface CreatedResource extends Omit<ChangedResource, 'path' | 'restored'> {
  /** Where it is, as far as the answer says so. */
  readonly path?: string | undefined;
  /** Whether the run has deleted it again. Absent where it is left. */
  readonly deleted?: true | undefined;
  /** Why cleaning up has left it; absent where it has not, or nothing was cleaned up. */
  readonly left?: string | undefined;
  /** The texts and numbers that were sent, long ones cut. Numbers are exact, and so are texts. */
  readonly values: Readonly<Record<string, string>>;
}

/** What became of the resources that a run had left, by their paths: why one is left, or `undefined`. */
export type CleanedUp = ReadonlyMap<string, string | undefined>;

/** Why requests are not sent. */
export const leftOutReasons = [
  'max-creates',
  'max-changes',
  'id-range',
  'rate-limit',
  'harm',
] as const;

/** Requests that were not sent, and why. */
export interface LeftOut {
  readonly reason: (typeof leftOutReasons)[number];
  readonly requests: number;
  /** Ids of the operations that they are of, where only some are left out. */
  readonly operations?: readonly string[] | undefined;
  /** In a sentence. */
  readonly message: string;
}

/** How a case that found a violation fared in all. */
export interface FailedCase {
  /** Id of the case. */
  readonly case: string;
  /** Requests of it. */
  readonly sent: number;
  /** Those of them with a violation; fewer than `sent` where it fails now and then. */
  readonly failed: number;
}

/** What became of the cases that had failed in an earlier run, by their ids. */
export interface RerunResult {
  /** The report that named them. */
  readonly report: string;
  /** Sent again, and no violation was found. */
  readonly mended: readonly string[];
  /** Failed now and then; this time they didn't. */
  readonly notSeenAgain: readonly string[];
  readonly failing: readonly string[];
  /** Refused as used before, most likely by the earlier run: that says nothing of what had failed. */
  readonly untold: readonly string[];
  /** The run ended before they were sent, or left them out. */
  readonly unsent: readonly string[];
  /** No case has this id any more. */
  readonly unknown: readonly string[];
}

/** The operations that a run was to verify, and those that it has verified. */
export interface Coverage {
  readonly operations: number;
  /** Of those: a request was taken, at least once. */
  readonly verified: number;
  /** Ids of the others. */
  readonly unverified: readonly string[];
  /** Why that is too little for a verdict, in a sentence; absent where it is enough. */
  readonly inconclusive?: string | undefined;
}

/** A cause that a baseline knows. */
export interface KnownCause extends Known {
  /** As `stableCause` writes it. */
  readonly cause: string;
  /** Ids of the operations that may show it. */
  readonly operations: readonly string[];
  /** What it is, for people. */
  readonly message?: string | undefined;
}

/** One of several parts of a run. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

/** What tells whether shards are of one run. */
export interface ShardKey extends Shard {
  /** Digest of the document. */
  readonly document: string;
  /** Digest of everything else that decides what is sent, and how it is judged. */
  readonly options: string;
}

/** What a run shows of one operation that it was to verify. */
export interface OperationEvidence {
  /** Its id. */
  readonly operation: string;
  /** A request was taken, at least once. */
  readonly succeeded: boolean;
  /** Whether it creates something. */
  readonly creates: boolean;
  /** A request was to succeed. */
  readonly tried: boolean;
  /** Some were, and none has. */
  readonly triedInVain: boolean;
  /** Each that was to succeed was denied for its credential. */
  readonly denied: boolean;
  /** The document says that it asks for a credential. */
  readonly secured: boolean;
  /** A baseline knows something of it. */
  readonly known: boolean;
}

/** How coverage is judged. */
export interface CoverageRules {
  readonly minCoverage?: number | undefined;
  readonly isChosen?: boolean | undefined;
}

/** Which part of a run a result is of, with what the whole is judged by. */
export interface ShardResult extends ShardKey {
  readonly evidence: readonly OperationEvidence[];
  readonly judgedBy: CoverageRules;
}

/** A case that was sent, for reports that name each one. */
export interface SentCase {
  /** Its id. */
  readonly case: string;
  readonly title: string;
  /** Id of the operation. */
  readonly operation: string;
  /** What its requests came to: `200 OK`. */
  readonly outcomes: readonly string[];
  /** All its requests together. */
  readonly durationMs: number;
}

/** What became of a baseline's entries. */
export interface BaselineResult {
  /** As the user named it. */
  readonly file: string;
  /** Not found again, though their operations were asked. */
  readonly mended: readonly KnownCause[];
  /** Found again after their last day: they count as new ones. */
  readonly expired: readonly KnownCause[];
  /** Of a shard that came to its end: operation and cause of each entry that was found. */
  readonly found?: readonly string[] | undefined;
}

/** What a run comes to; the best first. */
export const verdicts = ['pass', 'inconclusive', 'fail'] as const;

/**
 * The whole run. `verdict` is `fail` exactly if there is a violation that no baseline knows, the run was cut short, or not
 * every case of an earlier report could be told; it is `inconclusive` where nothing failed, and too little
 * was verified, or its time was over.
 */
export interface RunResult {
  readonly verdict: (typeof verdicts)[number];
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
    /** Findings of the baseline, which are in none of the other numbers; absent without one. */
    readonly known?: number | undefined;
  };
  readonly findings: readonly Finding[];
  /** What is to be mended: the findings, one entry a cause, the gravest first. */
  readonly causes: readonly Cause[];
  /** To open questions. */
  readonly answers: ProfileAnswers;
  /** Cases with a violation. */
  readonly failed: readonly FailedCase[];
  /** What the run has created, in the order of sending. */
  readonly created: readonly CreatedResource[];
  /** What it has changed, a request each; absent where it is nothing. */
  readonly changed?: readonly ChangedResource[] | undefined;
  /** What it has deleted; absent where it is nothing. */
  readonly deleted?: readonly ChangedResource[] | undefined;
  /** What its texts have in them, so that people can find it; absent where no run created it. */
  readonly marker?: string | undefined;
  /** Absent where everything was sent that was to be. */
  readonly leftOut?: readonly LeftOut[] | undefined;
  /** What it has verified; absent where nothing says what it was to verify. */
  readonly coverage?: Coverage | undefined;
  /** How far the run could go with each operation; absent where that isn't known. */
  readonly operations?: readonly Reach[] | undefined;
  /** Whether a token was sent. The token itself is in no report. */
  readonly withToken: boolean;
  /** The options that decide what is sent and how it is judged, where they weren't the usual ones. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** Of a part of a run: its coverage is judged when all parts are merged. */
  readonly shard?: ShardResult | undefined;
  /** Of a shard, and of shards that were merged: every case that was sent. */
  readonly tests?: readonly SentCase[] | undefined;
  /** Absent without a baseline. */
  readonly baseline?: BaselineResult | undefined;
  /** In a run that sends failed cases again. */
  readonly rerun?: RerunResult | undefined;
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
      /**
       * Cases that will be sent if nothing stops the run; absent where that isn't known, since those of a
       * large document are made up while they are sent.
       */
      readonly cases?: number | undefined;
    }
  | {
      readonly type: 'exchange';
      readonly exchange: JudgedExchange;
      readonly findings: readonly Finding[];
    }
  /** A finding that only the run as a whole shows. */
  | { readonly type: 'finding'; readonly finding: Finding }
  /** A request that cleans up: no case, and not judged. */
  | { readonly type: 'clean-up'; readonly exchange: JudgedExchange }
  | {
      readonly type: 'answer';
      readonly operation: string;
      readonly question: string;
      readonly answer: string;
    }
  | { readonly type: 'end'; readonly result: RunResult };
