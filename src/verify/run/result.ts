import type { JudgedExchange } from '../cases/case.ts';
import { type Finding, type Severity, byGravity, isFailure } from '../checks/check.ts';
import { causesOf, withCauses } from '../causes.ts';
import { showOutcome } from '../checks/show.ts';
import type { FailedCase, RunResult, SentCase } from './event.ts';

/** What a result is made from. */
interface ResultParts extends Omit<
  RunResult,
  'verdict' | 'counts' | 'causes' | 'failed' | 'withToken' | 'tests'
> {
  readonly exchanges: readonly JudgedExchange[];
  /** Default false. */
  readonly withToken?: boolean | undefined;
}

/** Counts, puts the gravest findings first, and gives the verdict. */
export function makeResult({
  exchanges,
  withToken = false,
  marker,
  ...parts
}: ResultParts): RunResult {
  const { findings } = parts;
  const told = withCauses(findings, exchanges);
  const count = (wanted: Severity): number =>
    findings.filter(({ severity, known }) => severity === wanted && !known).length;
  const known = findings.filter((finding) => finding.known).length;
  const violations = count('violation');
  return {
    ...parts,
    verdict: verdictOn(violations, parts),
    counts: {
      cases: new Set(exchanges.map((exchange) => exchange.case.id)).size,
      exchanges: exchanges.length,
      violations,
      warnings: count('warning'),
      notes: count('note'),
      ...(known > 0 && { known }),
    },
    findings: told.toSorted((a, b) => byGravity(a, b) || a.exchange - b.exchange),
    causes: causesOf(told, exchanges),
    failed: failedCases(exchanges, findings),
    marker: parts.created.length === 0 ? undefined : marker,
    withToken,
    ...(parts.shard && { tests: sentCases(exchanges) }),
  };
}

function sentCases(exchanges: readonly JudgedExchange[]): SentCase[] {
  const byCase = Map.groupBy(exchanges, ({ case: { id, operation } }) =>
    JSON.stringify([operation.id, id]),
  );
  return [...byCase.values()].map((same): SentCase => {
    const { id, title, operation } = same[0]!.case;
    const durationMs = same.reduce((sum, exchange) => sum + exchange.durationMs, 0);
    return {
      case: id,
      title,
      operation: operation.id,
      outcomes: same.map(showOutcome),
      durationMs,
    };
  });
}

function verdictOn(
  violations: number,
  { stopped, coverage }: Pick<ResultParts, 'stopped' | 'coverage'>,
): RunResult['verdict'] {
  const isLate = stopped?.reason === 'max-time';
  if (violations > 0 || (stopped && !isLate)) return 'fail';
  return isLate || coverage?.inconclusive !== undefined ? 'inconclusive' : 'pass';
}

function failedCases(
  exchanges: readonly JudgedExchange[],
  findings: readonly Finding[],
): FailedCase[] {
  const violations = findings.filter(isFailure);
  const sent = Map.groupBy(exchanges, (exchange) => exchange.case.id);
  // Another run plans the case, and sends again what follows up on its answer.
  const planned = (id: string): string => sent.get(id)?.[0]?.case.followsUp ?? id;
  return Array.from(
    Map.groupBy(violations, (finding) => planned(finding.case)),
    ([id, group]) => ({
      case: id,
      sent: Array.from(new Set(group.map((finding) => finding.case))).reduce(
        (sum, caseId) => sum + (sent.get(caseId)?.length ?? 0),
        0,
      ),
      failed: new Set(group.map(({ exchange }) => exchange)).size,
    }),
  );
}
