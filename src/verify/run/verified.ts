/** What a run has verified, and whether that is enough for a verdict. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { count, listed } from '../../openapi/count.ts';
import { needsCredential, operations } from '../../model/operation.ts';
import { effectOf } from '../../model/resources/resources.ts';
import { acceptanceOf, type JudgedExchange, type Reach } from '../cases/case.ts';
import type { Finding } from '../checks/check.ts';
import { standingOf } from '../checks/standing.ts';
import type { Courier, TrialRecord } from './courier.ts';
import type {
  Coverage,
  CoverageRules,
  LeftOut,
  OperationEvidence,
  RunResult,
  ShardKey,
} from './event.ts';
import { isAnswered, statusOf } from '../../http/exchange.ts';

/** Percent of the operations that must have succeeded where nobody says how many. */
const LEAST_COVERAGE = 10;

/** Limits of the user's and the server's, for which requests were left out that were to be sent. */
const LIMITS: ReadonlySet<string> = new Set(['max-creates', 'max-changes', 'rate-limit']);

/** What a run shows of its operations. */
export interface Verified {
  readonly document: OpenApiDocument;
  /** With a server that was the same all the time. */
  readonly exchanges: readonly JudgedExchange[];
  /** How far it came with each operation. Default: unknown. */
  readonly reach?: readonly Reach[] | undefined;
  /** Ids of operations of which requests were not sent for want of a resource. */
  readonly failed: Iterable<string>;
  readonly leftOut?: readonly LeftOut[] | undefined;
  /** Of the run: what is known of an operation explains that it never succeeds. Default: nothing is. */
  readonly findings?: readonly Finding[] | undefined;
  /** The part that the run is of a whole. Default: it is the whole. */
  readonly shard?: ShardKey | undefined;
  /** With it, nothing else decides. */
  readonly minCoverage?: number | undefined;
  /** Whether somebody chose what is sent, so that it is no matter how much that is. */
  readonly isChosen?: boolean | undefined;
  /** Whether only some of the cases were sent. Default false. */
  readonly isSample?: boolean | undefined;
}

/** Which operations have succeeded, and why that is too little, if it is. */
export function verifiedBy(verified: Verified): Coverage {
  return coverageOf(evidenceOf(verified), verified);
}

/** As {@link verifiedBy}; of a shard, nothing is too little yet, and its evidence is told. */
export function measuredBy(verified: Verified): Pick<RunResult, 'coverage' | 'shard'> {
  const { shard, minCoverage, isChosen } = verified;
  const coverage = verifiedBy(verified);
  if (shard === undefined) return { coverage };
  const evidence = evidenceOf(verified);
  const judgedBy = { minCoverage, isChosen };
  return {
    coverage: { ...coverage, inconclusive: undefined },
    shard: { ...shard, evidence, judgedBy },
  };
}

function evidenceOf(verified: Verified): OperationEvidence[] {
  const { document, exchanges, reach = [], failed, findings = [] } = verified;
  const { isChosen = false, isSample = false } = verified;
  const inside = exchanges.filter((exchange) => exchange.case.outsideOperation !== true);
  const byOperation = Map.groupBy(inside, ({ case: { operation } }) => operation.id);
  // Of a part that somebody chose, nothing tells which operations were to be asked.
  const none = reach.filter(({ level }) => level === 'none' && !isChosen);
  const asked = new Set([
    ...byOperation.keys(),
    ...none.map((entry) => entry.operation),
    ...failed,
  ]);
  const creating = operations(document).filter(
    (operation) => effectOf(document, operation) === 'creates',
  );
  const secured = new Set(
    operations(document).flatMap((operation) => (needsCredential(operation) ? operation.id : [])),
  );
  const known = new Set(findings.flatMap((finding) => (finding.known ? finding.operation : [])));
  return [...asked].map((id) => {
    const sent = byOperation.get(id) ?? [];
    const answers = sent.filter((exchange) => isEarnest(exchange, isSample));
    return {
      operation: id,
      succeeded: sent.some(isSuccess),
      creates: creating.some((operation) => operation.id === id),
      tried: answers.length > 0,
      triedInVain: answers.length > 0 && !answers.some(isSuccess),
      denied: answers.length > 0 && answers.every(isDenied),
      secured: secured.has(id),
      known: known.has(id),
    };
  });
}

/** What all evidence comes to. */
export function coverageOf(
  evidence: readonly OperationEvidence[],
  rules: CoverageRules & Pick<RunResult, 'leftOut'>,
): Coverage {
  const { minCoverage, isChosen = false } = rules;
  const verified = evidence.filter(({ succeeded }) => succeeded).length;
  const unverified = evidence.flatMap((entry) => (entry.succeeded ? [] : entry.operation));
  const total = evidence.length;
  const percent = total === 0 ? 0 : Math.floor((100 * verified) / total);
  const coverage = { operations: total, verified, unverified };
  const isTooLittle = percent < (minCoverage ?? (isChosen ? 0 : LEAST_COVERAGE));
  const words = `${verified} of ${count(total, 'operation')} succeeded (${percent} %)`;
  const reasons = [
    ...(isTooLittle ? [words] : []),
    ...(minCoverage === undefined ? gaps(evidence, rules) : []),
  ];
  return reasons.length === 0 ? coverage : { ...coverage, inconclusive: reasons.join('; ') };
}

function gaps(
  evidence: readonly OperationEvidence[],
  { leftOut = [], isChosen = false }: CoverageRules & Pick<RunResult, 'leftOut'>,
): string[] {
  const limited = leftOut.filter(({ reason }) => LIMITS.has(reason));
  const left = limited.map(
    ({ requests, reason }) => `${count(requests, 'request')} left out (${reason})`,
  );
  if (isChosen) return left;
  const shut = evidence.filter(({ secured, denied }) => secured && denied);
  const secured = evidence.filter((entry) => entry.secured);
  const isMost = 2 * secured.length >= evidence.length;
  if (isMost && shut.length > 0 && !secured.some(({ succeeded }) => succeeded)) {
    const names = listed(
      shut.map(({ operation }) => operation),
      3,
    );
    return [...left, `no request was let in to ${names}: give a credential (--token, --login …)`];
  }
  const tried = evidence.filter(({ creates, tried: isTried }) => creates && isTried);
  const hasCreated = tried.some(({ triedInVain }) => !triedInVain);
  // Where others succeed with the same credential, it asks for another, as a login does.
  const unexplained = tried.filter(
    ({ triedInVain, known, denied }) => triedInVain && !known && (!hasCreated || !denied),
  );
  if (unexplained.length === 0) return left;
  return [
    ...left,
    `never succeeded: ${listed(
      unexplained.map(({ operation }) => operation),
      3,
    )}`,
  ];
}

/** Whether it was to succeed; of a sample, what was made up for others tells nothing. */
function isEarnest({ case: { validity, id } }: JudgedExchange, isSample: boolean): boolean {
  return validity.kind === 'valid' || (validity.kind === 'open' && !isSample && isPlain(id));
}

/** Nothing is unusual in it, but for what nothing tells. */
function isPlain(id: string): boolean {
  return !/^(?:broken|boundary|random|question|oracle)\//.test(id);
}

function isSuccess(exchange: JudgedExchange): boolean {
  if (exchange.case.validity.kind === 'invalid') return false;
  const standing = standingOf(exchange);
  return (
    standing.kind === 'success' ||
    (standing.kind === 'redirect' && standing.documented !== undefined)
  );
}

function isDenied(exchange: JudgedExchange): boolean {
  return isAnswered(exchange, 401, 403);
}

/** Why a run ended early, with how much was not sent for that, where it is known how much was to be. */
export function withUnsent(
  stopped: RunResult['stopped'],
  taken: number,
  planned: number = 0,
): RunResult['stopped'] {
  const unsent = planned - taken - 1;
  if (stopped === undefined || unsent <= 0 || taken === 0) return stopped;
  return { ...stopped, message: `${stopped.message}; ${unsent} of ${planned} not sent` };
}

/**
 * What a run could ask of the operations, with what it then found.
 *
 * @param planned How far it could come. Default: unknown.
 * @param exchanges Of which those that all failed say why. Default: none.
 */
export function reachedBy(
  planned: readonly Reach[] | undefined,
  {
    failed,
    trials,
    prerequisites,
  }: Pick<Courier, 'failed' | 'trials'> & {
    readonly prerequisites: Pick<Courier['prerequisites'], 'of'>;
  },
  exchanges: readonly JudgedExchange[] = [],
): readonly Reach[] | undefined {
  const sent = Map.groupBy(exchanges, ({ case: { operation } }) => operation.id);
  return planned?.map((reach) => {
    const { operation } = reach;
    const trial = trials.get(operation);
    const reached = afterAll(reach, sent.get(operation) ?? []);
    const found = trial === undefined ? reached : afterTrial(reach, trial);
    const needs = prerequisites.of(operation);
    const prepared = needs === undefined ? found : { ...found, needs };
    const count = failed.get(operation);
    if (count === undefined) return prepared;
    const message = `${count} requests were not sent: what they are about could not be created`;
    return { ...prepared, level: 'partial', message };
  });
}

/** Of what never succeeds, why that says nothing of the server, where that is known. */
function afterAll(reach: Reach, sent: readonly JudgedExchange[]): Reach {
  const plain = sent.find(({ case: { id } }) => isPlain(id));
  const { validity } = plain?.case ?? {};
  if (validity?.kind !== 'open' || sent.some(isSuccess)) return reach;
  return { ...reach, level: 'partial', message: `no request succeeded: ${validity.reason}` };
}

function afterTrial({ operation, lift }: Reach, { exchange, attempt }: TrialRecord): Reach {
  const { words, steps } = attempt;
  if (acceptanceOf(exchange)) {
    const { given } = exchange.case;
    const isChained = steps.length > 0 || Object.keys(given?.parameters ?? {}).length > 0;
    return { operation, level: isChained ? 'chained' : 'full', message: `with ${words}` };
  }
  const answer = statusOf(exchange) ?? 'no answer';
  return {
    operation,
    level: 'partial',
    message: `no request succeeded: ${answer} with ${words}`,
    lift,
  };
}
