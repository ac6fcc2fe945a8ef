import type { Lookup } from '../baseline.ts';
import type { ShardKey } from './event.ts';
import type { CaseTemplate, Reach } from '../cases/case.ts';
import type { GenerateContext } from '../cases/generate/case-generator.ts';
import type { Operation } from '../../model/operation.ts';
import type { FreshValues } from '../../model/requests/fresh-values.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { Limits } from './admission.ts';
import type { Credential } from '../../http/credential.ts';
import type { LoginOptions } from '../credential-options.ts';
import type { CurlConnection } from '../../http/curl.ts';
import type { ProfileAnswers } from '../../questions/answer.ts';
import type { AskedQuestion } from './interview.ts';
import type { PlannedScene } from '../oracles/index.ts';
import type { Target } from '../../http/target.ts';
import type { TransportOptions } from './transport.ts';

/** Milliseconds of cleaning up where somebody waits for the run to end: it was interrupted, or its time was up. */
export const HASTY_CLEAN_UP_MS = 10_000;

/** Options of a run. */
export interface RunOptions extends Pick<TransportOptions, 'proxyEnv' | 'ca' | 'insecure'>, Limits {
  /** The server, from `parseTarget(baseUrl)`. */
  readonly target: Target;
  readonly document: OpenApiDocument;
  /** How the document is called in reports. */
  readonly documentName: string;
  /** Gone through several times; they may be made up on the way. */
  readonly cases: Iterable<CaseTemplate>;
  /** Finds a plain valid case, by which a selection of cases can learn about used identities. */
  readonly plain?: (() => CaseTemplate | undefined) | undefined;
  /** Finds any case, to make contact where none was chosen. */
  readonly any?: (() => CaseTemplate | undefined) | undefined;
  readonly fresh: FreshValues;
  /** Decides the order of sending. */
  readonly seed: number;
  readonly credential: Credential;
  /** Another client's. Default: there is none. */
  readonly otherCredential?: Credential | undefined;
  /** Where its token is from, if it isn't there already. Default: nowhere. */
  readonly login?: LoginOptions | undefined;
  /** Value of the User-Agent header. */
  readonly userAgent: string;
  /** Takes the document by its letter: what the schema allows must be accepted. Default false. */
  readonly strict?: boolean | undefined;
  /** Milliseconds until a request is given up. Default 5000. */
  readonly timeoutMs?: number | undefined;
  /** Requests at a time. Default 8. */
  readonly concurrency?: number | undefined;
  /**
   * Least number of requests; valid cases are repeated until it is reached. 0 sends every case
   * once. Default 200.
   */
  readonly requests?: number | undefined;
  /** Open questions to ask. Default: none. */
  readonly questions?: Iterable<AskedQuestion> | undefined;
  /** Sequences by which oracles judge. Default: none. */
  readonly scenes?: Iterable<PlannedScene> | undefined;
  /** Scenes that tell whether all replicas have the same, for where something is missed. Default: none. */
  readonly replicaScenes?: (() => Iterable<PlannedScene>) | undefined;
  /** Answers that the questions must have; each difference is a violation. Default: any do. */
  readonly profile?: ProfileAnswers | undefined;
  /** Requests a second. Default: as many as the server answers. */
  readonly rate?: number | undefined;
  /** Says which findings are known, so that none of them fails the run. Default: none is. */
  readonly knows?: Lookup | undefined;
  /** Ends the run at the first violation. Default false. */
  readonly bail?: boolean | undefined;
  /** What the fresh texts have in them, for the report. */
  readonly marker?: string | undefined;
  /** How reproductions reach the server. Default: as curl does by itself. */
  readonly curl?: CurlConnection | undefined;
  /** Finds how far the cases go with each operation, for the report. Default: unknown. */
  readonly reach?: (() => readonly Reach[]) | undefined;
  /** Percent of the operations that must have succeeded for a verdict. Default: see the docs. */
  readonly minCoverage?: number | undefined;
  /** Whether somebody chose what is sent. Default false. */
  readonly isChosen?: boolean | undefined;
  /** Whether only some of the cases are sent, as `maxCases` says. Default false. */
  readonly isSample?: boolean | undefined;
  /** The part of a whole that is sent. Default: the whole. */
  readonly shard?: ShardKey | undefined;
  /** How requests are made up beside the cases. Default: none are. */
  readonly generate?: GenerateContext | undefined;
  /** Which operations no request is made up for, whatever others need. Default: none. */
  readonly isSkipped?: ((operation: Operation) => boolean) | undefined;
  /** Whether what the run has created is deleted when it has ended. Default: it stays. */
  readonly cleanUp?: boolean | undefined;
  /** Seconds after which the run ends, with what was found so far. Default: no limit. */
  readonly maxTime?: number | undefined;
  /** Ends the run early, with what was found so far. */
  readonly signal?: AbortSignal | undefined;
}
