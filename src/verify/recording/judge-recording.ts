import { parseTarget } from '../../http/target.ts';
import { StateError } from '../../mock/state-error.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { count } from '../../openapi/count.ts';
import type { ProfileAnswers } from '../../questions/answer.ts';
import type { Finding } from '../checks/check.ts';
import type { RunEvent, RunResult } from '../run/event.ts';
import { allQuestions, compareAnswer } from '../run/interview.ts';
import { Judge } from '../run/judge.ts';
import { effectsOf } from '../run/effects.ts';
import { makeResult } from '../run/result.ts';
import { toldTogether } from '../checks/index.ts';
import { withoutAftermath } from '../run/server-change.ts';
import { isAttempt } from '../run/shrink.ts';
import { endOf, quarantinedReach } from '../cases/case.ts';
import type { SkipReason } from './read-exchange.ts';
import { type Recording, readHar } from './read-har.ts';

/** Options of judging a recording. */
export interface RecordingOptions {
  readonly document: OpenApiDocument & { readonly file?: string };
  /** What is judged lies below this address. Default: every request of the recording. */
  readonly baseUrl?: string | URL | undefined;
  /** Takes the document by its letter. Default false. */
  readonly strict?: boolean | undefined;
  /** What the recorded answers to open questions are compared with. Default: nothing. */
  readonly profile?: ProfileAnswers | undefined;
  /** The environment variable that stands for credentials in findings. Default `ACCESS_TOKEN`. */
  readonly tokenVariable?: string | undefined;
}

/** What a recording came to. */
export interface Judgement {
  /** As those of a run that is sent. */
  readonly events: readonly RunEvent[];
  readonly result: RunResult;
  /** What wasn't judged: `3 requests that the document doesn't have`. */
  readonly skipped: readonly string[];
}

/**
 * Judges a recording.
 *
 * @param text HAR 1.2, of this kit or of any tool.
 * @param file How messages call it.
 * @throws {DiagnosticError} where it is no HAR.
 * @throws {StateError} where nothing in it can be judged: that is no pass.
 * @throws {Error} where `baseUrl` is no http or https address.
 */
export function judgeHar(text: string, file: string, options: RecordingOptions): Judgement {
  const { document, baseUrl, tokenVariable = 'ACCESS_TOKEN' } = options;
  const below = baseUrl === undefined ? undefined : parseTarget(baseUrl).baseUrl;
  const recording = readHar(text, file, { document, tokenVariable, baseUrl: below });
  const skipped = skippedWords(recording);
  if (recording.exchanges.length === 0) {
    const cause = skipped.length === 0 ? 'it has no requests' : `it has only ${skipped.join(', ')}`;
    throw new StateError(
      'nothing-to-judge',
      `Failed to judge ${file}: ${cause}. ` +
        `Record requests of the operations in ${nameOf(options)}, or choose another document or base URL.`,
    );
  }
  return { ...judgeRecording(recording, { ...options, tokenVariable }), skipped };
}

function nameOf({ document }: RecordingOptions): string {
  return document.file ?? 'the document';
}

/** Judges recorded exchanges as a run judges fresh ones; the events are the same. */
function judgeRecording(
  recording: Recording,
  options: RecordingOptions & { readonly tokenVariable: string },
): Omit<Judgement, 'skipped'> {
  const { exchanges, target, seed, answers, stopped, smallest } = recording;
  const { document, strict = false, tokenVariable: variable } = options;
  const run = { target, document: nameOf(options), seed };
  const events: RunEvent[] = [{ type: 'start', ...run, cases: exchanges.length }];
  const judge = new Judge({ document, strict, credential: { variable } });
  const findings: Finding[] = [];
  const unsent = exchanges.toSorted((a, b) => a.startedAt - b.startedAt);
  // In the order of the answers, and knowing no case that was sent later: as the run did.
  for (const exchange of exchanges.toSorted((a, b) => endOf(a) - endOf(b))) {
    while (unsent[0] && unsent[0].startedAt <= endOf(exchange)) judge.expect(unsent.shift()!.case);
    const judged = isAttempt(exchange.case) ? [] : judge.judge(exchange);
    for (const finding of judged) findings.push(finding);
    events.push({ type: 'exchange', exchange, findings: judged });
  }
  const inOrder = exchanges.filter((exchange) => !isAttempt(exchange.case));
  const sound = withoutAftermath({ exchanges: inOrder, findings }, stopped, judge);
  const ofRun = [
    ...judgeAnswers(recording, options, judge),
    ...judge.judgeRun(sound.exchanges, answers),
  ];
  for (const finding of ofRun) events.push({ type: 'finding', finding });
  const durationMs = Math.round(exchanges.map(endOf).reduce((a, b) => Math.max(a, b), 0));
  const shrunk = [...toldTogether(sound.findings, sound.exchanges, document), ...ofRun].map(
    (finding) => withSmallest(finding, smallest),
  );
  const leftOut = quarantinedReach(document);
  const operations = leftOut.length > 0 ? leftOut : undefined;
  const parts = { ...run, durationMs, exchanges, answers, stopped, operations };
  const result = makeResult({ ...parts, ...effectsOf(document, exchanges), findings: shrunk });
  events.push({ type: 'end', result });
  return { events, result };
}

/** The answers are the recorded run's: its questions are not asked again. */
function judgeAnswers(
  { exchanges, answers }: Recording,
  { document, profile }: RecordingOptions,
  judge: Judge,
): Finding[] {
  if (profile === undefined) return [];
  const found = allQuestions(document).flatMap(({ operation, question }) => {
    const { id } = question;
    const sent = exchanges.filter((exchange) => {
      // A question's requests have its id, with a number where there are several.
      const name = exchange.case.question;
      return exchange.case.operation.id === operation.id && name?.replace(/-\d+$/, '') === id;
    });
    const answer = answers[operation.id]?.[id];
    const observation = compareAnswer({ operation, question, exchanges: sent, answer }, profile);
    const last = sent.at(-1);
    return observation && last ? [judge.complete('profile', last, observation)] : [];
  });
  return [...found];
}

/** A request that wasn't recorded can't be made smaller now. */
function withSmallest(finding: Finding, known: Recording['smallest']): Finding {
  const { exchange, check, message } = finding;
  const found = known.find((candidate) => {
    return (
      candidate.exchange === exchange && candidate.check === check && candidate.message === message
    );
  });
  return found ? { ...finding, smallest: found.smallest } : finding;
}

const REASONS: Readonly<Record<SkipReason, string>> = {
  'no-operation': "that the document doesn't have",
  elsewhere: 'to another address than the base URL',
  'no-body': 'whose body was not recorded',
  aborted: 'that the client ended itself',
  'no-answer': 'without an answer and without a word on whose fault that is',
  'by-proxy': 'that the proxy answered itself',
};

function skippedWords({ skipped }: Recording): string[] {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason);
  return [...byReason].map(
    ([reason, entries]) => `${count(entries.length, 'request')} ${REASONS[reason]}`,
  );
}
