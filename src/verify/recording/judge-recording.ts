import type { JudgedExchange } from '../judged-exchange.ts';
import type { Finding } from '../checks/finding.ts';
import type { RunEvent, RunResult } from '../run/event.ts';
import type { ProfileAnswers } from '../../questions/answer.ts';
import { type AskedQuestion, compareAnswer, trimmedProperties } from '../run/interview.ts';
import { type Judge, type JudgeOptions, createJudge } from '../run/judge.ts';
import { makeResult } from '../run/result.ts';
import { isAttempt } from '../run/shrink.ts';

/** What shrinking came to, and of which finding. */
export interface Smallest extends Pick<Finding, 'exchange' | 'check' | 'message'> {
  readonly smallest: NonNullable<Finding['smallest']>;
}

/** A run that has been sent already. */
export interface Recorded {
  readonly exchanges: readonly JudgedExchange[];
  readonly target: string;
  readonly seed: number;
  readonly answers: ProfileAnswers;
  /** The smallest failing requests that the recorded run found. */
  readonly smallest: readonly Smallest[];
  readonly stopped?: RunResult['stopped'];
}

/** Options of {@link judgeRecording}. */
export interface JudgeRecordingOptions extends JudgeOptions {
  /** The questions that the recorded run may have asked. */
  readonly questions: readonly AskedQuestion[];
  /** What the answers are compared with. Default: nothing. */
  readonly profile?: ProfileAnswers | undefined;
  /** How the document is called in reports. */
  readonly documentName: string;
}

/** Judges recorded exchanges as {@link run} judges fresh ones; the events are the same. */
export function* judgeRecording(
  recording: Recorded,
  options: JudgeRecordingOptions,
): Generator<RunEvent, void, undefined> {
  const { exchanges, target, seed, answers, stopped } = recording;
  const { documentName: document } = options;
  yield { type: 'start', target, document, seed, cases: exchanges.length };
  const findings: Finding[] = [];
  const trimmed = options.profile && trimmedProperties(options.profile);
  const judge = createJudge({ ...options, trimmed });
  const inOrder = exchanges
    .filter((exchange) => !isAttempt(exchange.case))
    .toSorted((a, b) => a.sequence - b.sequence);
  const unsent = exchanges.toSorted((a, b) => a.startedAt - b.startedAt);
  // In the order of the answers, and knowing no case that was sent later: as the run did.
  for (const exchange of exchanges.toSorted((a, b) => endOf(a) - endOf(b))) {
    while (unsent[0] && unsent[0].startedAt <= endOf(exchange)) judge.expect(unsent.shift()!.case);
    const own = isAttempt(exchange.case) ? [] : judge.judge(exchange);
    findings.push(...own);
    yield { type: 'exchange', exchange, findings: own };
  }
  for (const finding of [...judgeAnswers(recording, options, judge), ...judge.judgeRun(inOrder)]) {
    findings.push(finding);
    yield { type: 'finding', finding };
  }
  const durationMs = Math.round(exchanges.map(endOf).reduce((a, b) => Math.max(a, b), 0));
  const shrunk = findings.map((finding) => withSmallest(finding, recording.smallest));
  const parts = { target, document, seed, durationMs, exchanges, answers, stopped };
  yield { type: 'end', result: makeResult({ ...parts, findings: shrunk }) };
}

/** The answers are the recorded run's: its questions are not asked again. */
function judgeAnswers(
  { exchanges, answers }: Recorded,
  { questions, profile }: JudgeRecordingOptions,
  judge: Judge,
): Finding[] {
  if (profile === undefined) return [];
  return questions.flatMap(({ operation, question }) => {
    const { id } = question;
    const own = exchanges.filter((exchange) => {
      // A question's requests have its id, with a number where there are several.
      const name = exchange.case.question;
      return exchange.case.operation.id === operation.id && name?.replace(/-\d+$/, '') === id;
    });
    const answer = answers[operation.id]?.[id];
    const observation = compareAnswer({ operation, question, exchanges: own, answer }, profile);
    const last = own.toSorted((a, b) => a.sequence - b.sequence).at(-1);
    return observation && last ? [judge.complete('profile', last, observation)] : [];
  });
}

/** A request that wasn't recorded can't be made smaller now. */
function withSmallest(finding: Finding, known: readonly Smallest[]): Finding {
  const { exchange, check, message } = finding;
  const found = known.find((one) => {
    return one.exchange === exchange && one.check === check && one.message === message;
  });
  return found ? { ...finding, smallest: found.smallest } : finding;
}

function endOf(exchange: JudgedExchange): number {
  return exchange.endedAt ?? exchange.startedAt + exchange.durationMs;
}
