import type { JudgedExchange } from '../verify/judged-exchange.ts';
import type { Finding } from '../verify/checks/finding.ts';
import type { RunResult } from '../verify/run/event.ts';
import type { Reporter } from './reporter.ts';

/** A run that has ended, for reports that can only be written then. */
export interface RunRecord {
  readonly startedAt: Date;
  /** In the order of sending. */
  readonly exchanges: readonly JudgedExchange[];
  readonly result: RunResult;
  /** What was said of an exchange, also by checks that saw the whole run. */
  findingsOf(exchange: JudgedExchange): readonly Finding[];
  /** The exchange that a finding speaks of. */
  exchangeOf(finding: Finding): JudgedExchange | undefined;
}

/** A reporter that writes once, when the run has ended. */
export function reportAtEnd(write: (record: RunRecord) => void): Reporter {
  let startedAt = new Date();
  let exchanges: JudgedExchange[] = [];
  return (event) => {
    if (event.type === 'start') {
      startedAt = new Date();
      exchanges = [];
    } else if (event.type === 'exchange') {
      exchanges.push(event.exchange);
    } else if (event.type === 'end') {
      write(toRecord(startedAt, exchanges, event.result));
    }
  };
}

function toRecord(
  startedAt: Date,
  unsorted: readonly JudgedExchange[],
  result: RunResult,
): RunRecord {
  const exchanges = unsorted.toSorted((a, b) => a.sequence - b.sequence);
  const bySequence = new Map(exchanges.map((exchange) => [exchange.sequence, exchange]));
  const findings = Map.groupBy(result.findings, (finding) => finding.exchange);
  return {
    startedAt,
    exchanges,
    result,
    findingsOf: (exchange) => findings.get(exchange.sequence) ?? [],
    exchangeOf: (finding) => bySequence.get(finding.exchange),
  };
}
