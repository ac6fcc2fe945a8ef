/** Requests that a run sends again by themselves, to look into what it has found. */
import type { Case, JudgedExchange } from '../cases/case.ts';
import { FAILS_ALWAYS } from '../checks/constant-failures.ts';
import { type Finding, isFailure } from '../checks/check.ts';
import { transportFailure } from '../checks/status.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { RunRecord } from './run-record.ts';

interface Parts {
  readonly record: RunRecord;
  readonly dispatcher: Dispatcher;
}

/** Sends a case as it is, without a judgement; the outcome is `undefined` where the run has been stopped. */
export function sendingAlone({
  record,
  dispatcher,
}: Parts): (sent: Case) => Promise<JudgedExchange | undefined> {
  return async (sent) => {
    const template = { ...sent, build: () => sent.request };
    const attempt = record.stopped ? undefined : await dispatcher.deliver(template);
    if (attempt === undefined) return undefined;
    dispatcher.note(attempt);
    record.addUnjudged(attempt);
    return attempt;
  };
}

/** So many requests are sent again of an operation, and of so many operations: each may take all its time. */
const MOST = 3;

/**
 * Sends again what was not answered in time while the server was busy. What is answered now has waited for another
 * request, which is no more than a warning.
 */
export async function askAgain(parts: Parts): Promise<void> {
  const { record } = parts;
  const send = sendingAlone(parts);
  const sent = new Map(record.exchanges.map((exchange) => [exchange.sequence, exchange]));
  const waiting = record.findings.flatMap((finding) => {
    const exchange = isSilence(finding) ? sent.get(finding.exchange) : undefined;
    return exchange && isBehindOthers(exchange, record.exchanges) ? [{ finding, exchange }] : [];
  });
  const operations = [...Map.groupBy(waiting, ({ finding }) => finding.operation).values()];
  for (const silent of operations.slice(0, MOST)) {
    const asked = silent.slice(0, MOST);
    const answered = [];
    for (const each of asked) {
      const again = await send(each.exchange.case);
      if (again?.outcome.kind !== 'response') break;
      answered.push(each);
    }
    for (const { finding } of answered.length === asked.length ? silent : answered)
      record.findings[record.findings.indexOf(finding)] = asSlow(finding);
  }
}

function isSilence(finding: Finding): boolean {
  const isAlways = finding.symptom?.kind === FAILS_ALWAYS;
  return finding.check === transportFailure.id && isFailure(finding) && !isAlways;
}

/** What takes longer than such a part of the time that an answer may take is slow. */
const SLOW = 0.1;

/** Whether no answer came in time, while most of those to other requests were slow, too, or none came. */
function isBehindOthers(exchange: JudgedExchange, all: readonly JudgedExchange[]): boolean {
  const { outcome, startedAt, durationMs } = exchange;
  if (outcome.kind !== 'failure' || outcome.failure.kind !== 'timeout') return false;
  const end = startedAt + durationMs;
  const beside = all.filter(
    (other) =>
      other !== exchange && other.startedAt < end && other.startedAt + other.durationMs > startedAt,
  );
  const answered = beside.filter(
    (other) => other.outcome.kind === 'response' && other.startedAt + other.durationMs < end,
  );
  const slow = answered.filter((other) => other.durationMs > durationMs * SLOW);
  return beside.length > 0 && slow.length * 2 >= answered.length;
}

function asSlow(finding: Finding): Finding {
  const message = `${finding.message}, but does when it is asked alone: another request may have kept it busy`;
  return { ...finding, severity: 'warning', message };
}
