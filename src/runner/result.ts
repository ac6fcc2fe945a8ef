import type { Exchange } from '../checks/exchange.ts';
import type { Finding, Severity } from '../checks/finding.ts';
import type { RunResult } from './event.ts';

/** What a result is made from. */
export interface ResultParts extends Pick<
  RunResult,
  'target' | 'document' | 'seed' | 'durationMs' | 'findings' | 'answers' | 'stopped'
> {
  readonly exchanges: readonly Exchange[];
}

const GRAVITY: readonly Severity[] = ['violation', 'warning', 'note'];

/** Counts, puts the gravest findings first, and gives the verdict. */
export function makeResult({ exchanges, findings, stopped, ...parts }: ResultParts): RunResult {
  const count = (wanted: Severity): number =>
    findings.filter(({ severity }) => severity === wanted).length;
  const violations = count('violation');
  return {
    verdict: violations > 0 || stopped ? 'fail' : 'pass',
    ...parts,
    counts: {
      cases: new Set(exchanges.map((exchange) => exchange.case.id)).size,
      exchanges: exchanges.length,
      violations,
      warnings: count('warning'),
      notes: count('note'),
    },
    findings: findings.toSorted(byGravity),
    ...(stopped ? { stopped } : {}),
  };
}

function byGravity(a: Finding, b: Finding): number {
  const order = GRAVITY.indexOf(a.severity) - GRAVITY.indexOf(b.severity);
  return order === 0 ? a.exchange - b.exchange : order;
}
