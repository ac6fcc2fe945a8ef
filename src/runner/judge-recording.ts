import type { Exchange } from '../checks/exchange.ts';
import type { Finding } from '../checks/finding.ts';
import type { RunEvent, RunResult } from './event.ts';
import { type JudgeOptions, createJudge } from './judge.ts';
import { makeResult } from './result.ts';

/** A run that has been sent already. */
export interface Recorded {
  readonly exchanges: readonly Exchange[];
  readonly target: string;
  readonly seed: number;
  readonly stopped?: RunResult['stopped'];
}

/** Options of {@link judgeRecording}. */
export interface JudgeRecordingOptions extends JudgeOptions {
  /** How the document is called in reports. */
  readonly documentName: string;
}

/** Judges recorded exchanges as {@link run} judges fresh ones; the events are the same. */
export function* judgeRecording(
  recording: Recorded,
  options: JudgeRecordingOptions,
): Generator<RunEvent, void, undefined> {
  const { exchanges, target, seed, stopped } = recording;
  const { documentName: document } = options;
  yield { type: 'start', target, document, seed, cases: exchanges.length };
  const findings: Finding[] = [];
  const judge = createJudge(options);
  const inOrder = exchanges.toSorted((a, b) => a.sequence - b.sequence);
  const unsent = exchanges.toSorted((a, b) => a.startedAt - b.startedAt);
  // In the order of the answers, and knowing no case that was sent later: as the run did.
  for (const exchange of exchanges.toSorted((a, b) => endOf(a) - endOf(b))) {
    while (unsent[0] && unsent[0].startedAt <= endOf(exchange)) judge.expect(unsent.shift()!.case);
    const own = judge.judge(exchange);
    findings.push(...own);
    yield { type: 'exchange', exchange, findings: own };
  }
  for (const finding of judge.judgeRun(inOrder)) {
    findings.push(finding);
    yield { type: 'finding', finding };
  }
  const durationMs = Math.round(Math.max(0, ...exchanges.map(endOf)));
  const result = makeResult({ target, document, seed, durationMs, exchanges, findings, stopped });
  yield { type: 'end', result };
}

function endOf(exchange: Exchange): number {
  return exchange.startedAt + exchange.durationMs;
}
