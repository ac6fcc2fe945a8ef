import type { Case, Reach, JudgedExchange } from '../cases/case.ts';
import { type Finding, type Severity, byGravity } from '../checks/check.ts';
import { createdResources, unansweredResources } from './created-resources.ts';
import type { FailedCase, RunResult } from './event.ts';

/** What a result is made from. */
interface ResultParts extends Omit<
  RunResult,
  'verdict' | 'counts' | 'failed' | 'created' | 'withToken'
> {
  readonly exchanges: readonly JudgedExchange[];
  /** Requests that were sent and not waited for. Default none. */
  readonly underWay?: readonly Case[] | undefined;
  /** Default false. */
  readonly withToken?: boolean | undefined;
}

/** Counts, puts the gravest findings first, and gives the verdict. */
export function makeResult({
  exchanges,
  underWay = [],
  withToken = false,
  marker,
  ...parts
}: ResultParts): RunResult {
  const { findings, stopped } = parts;
  const count = (wanted: Severity): number =>
    findings.filter(({ severity }) => severity === wanted).length;
  const violations = count('violation');
  const created = [...createdResources(exchanges), ...unansweredResources(underWay)];
  return {
    ...parts,
    verdict: violations > 0 || stopped ? 'fail' : 'pass',
    counts: {
      cases: new Set(exchanges.map((exchange) => exchange.case.id)).size,
      exchanges: exchanges.length,
      violations,
      warnings: count('warning'),
      notes: count('note'),
    },
    findings: findings.toSorted((a, b) => byGravity(a, b) || a.exchange - b.exchange),
    failed: failedCases(exchanges, findings),
    created,
    marker: created.length === 0 ? undefined : marker,
    withToken,
  };
}

function failedCases(
  exchanges: readonly JudgedExchange[],
  findings: readonly Finding[],
): FailedCase[] {
  const violations = findings.filter(({ severity }) => severity === 'violation');
  return [...Map.groupBy(violations, (finding) => finding.case)].map(([id, own]) => ({
    case: id,
    sent: exchanges.filter((exchange) => exchange.case.id === id).length,
    failed: new Set(own.map(({ exchange }) => exchange)).size,
  }));
}

/** What a run could ask of the operations, with what it then couldn't. */
export function withFailures(
  reach: readonly Reach[] | undefined,
  failed: ReadonlyMap<string, number>,
): readonly Reach[] | undefined {
  return reach?.map((one) => {
    const count = failed.get(one.operation);
    if (count === undefined) return one;
    const message = `${count} requests were not sent: what they are about could not be created`;
    return { ...one, level: 'partial', message };
  });
}
