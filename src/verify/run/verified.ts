/** What a run has verified, and whether that is enough for a verdict. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { count, listed } from '../../openapi/count.ts';
import { operations } from '../../model/operation.ts';
import { effectOf } from '../../model/resources/resources.ts';
import type { JudgedExchange, Reach } from '../cases/case.ts';
import type { Finding } from '../checks/check.ts';
import { standingOf } from '../checks/standing.ts';
import type { Coverage, LeftOut, RunResult } from './event.ts';

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
  /** With it, nothing else decides. */
  readonly minCoverage?: number | undefined;
  /** Whether somebody chose what is sent, so that it is no matter how much that is. */
  readonly isChosen?: boolean | undefined;
  /** Whether only some of the cases were sent. Default false. */
  readonly isSample?: boolean | undefined;
}

/** Which operations have succeeded, and why that is too little, if it is. */
export function verifiedBy(verified: Verified): Coverage {
  const { exchanges, reach = [], failed, minCoverage, isChosen = false } = verified;
  const inside = exchanges.filter((exchange) => exchange.case.outsideOperation !== true);
  const byOperation = Map.groupBy(inside, ({ case: { operation } }) => operation.id);
  const succeeded = [...byOperation].filter(([, own]) => own.some(isSuccess)).map(([id]) => id);
  // Of a part that somebody chose, nothing tells which operations were to be asked.
  const none = reach.filter(({ level }) => level === 'none' && !isChosen);
  const asked = new Set([...byOperation.keys(), ...none.map((one) => one.operation), ...failed]);
  const unverified = [...asked].filter((id) => !succeeded.includes(id));
  const percent = asked.size === 0 ? 0 : Math.floor((100 * succeeded.length) / asked.size);
  const coverage = { operations: asked.size, verified: succeeded.length, unverified };
  const isTooLittle = percent < (minCoverage ?? (isChosen ? 0 : LEAST_COVERAGE));
  const words = `${succeeded.length} of ${count(asked.size, 'operation')} succeeded (${percent} %)`;
  const reasons = [
    ...(isTooLittle ? [words] : []),
    ...(minCoverage === undefined ? gaps(verified, byOperation) : []),
  ];
  return reasons.length === 0 ? coverage : { ...coverage, inconclusive: reasons.join('; ') };
}

function gaps(
  { document, leftOut = [], findings = [], isChosen = false, isSample = false }: Verified,
  byOperation: ReadonlyMap<string, readonly JudgedExchange[]>,
): string[] {
  const limited = leftOut.filter(({ reason }) => LIMITS.has(reason));
  const left = limited.map(
    ({ requests, reason }) => `${count(requests, 'request')} left out (${reason})`,
  );
  if (isChosen) return left;
  const creating = operations(document).filter((one) => effectOf(document, one) === 'creates');
  const tried = creating.map(({ id }) => ({
    id,
    answers: (byOperation.get(id) ?? []).filter((one) => isEarnest(one, isSample)),
  }));
  const failed = tried.filter(({ answers }) => answers.length > 0 && !answers.some(isSuccess));
  const hasCreated = tried.some(({ answers }) => answers.some(isSuccess));
  // Where others succeed with the same credential, it asks for another, as a login does.
  const known = new Set(findings.flatMap((one) => (one.known ? one.operation : [])));
  const unexplained = failed.filter(
    ({ id, answers }) => !known.has(id) && (!hasCreated || !answers.every(isDenied)),
  );
  if (unexplained.length === 0) return left;
  return [
    ...left,
    `never succeeded: ${listed(
      unexplained.map(({ id }) => id),
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

function isDenied({ outcome }: JudgedExchange): boolean {
  return outcome.kind === 'response' && [401, 403].includes(outcome.response.status);
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
