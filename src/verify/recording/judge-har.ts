import { parseTarget } from '../../http/target.ts';
import { StateError } from '../../mock/state-error.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { count } from '../../openapi/count.ts';
import type { ProfileAnswers } from '../../questions/answer.ts';
import type { RunEvent, RunResult } from '../run/event.ts';
import { allQuestions } from '../run/interview.ts';
import { judgeRecording } from './judge-recording.ts';
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
  const { document, baseUrl, strict = false, profile, tokenVariable = 'ACCESS_TOKEN' } = options;
  const documentName = document.file ?? 'the document';
  const below = baseUrl === undefined ? undefined : parseTarget(baseUrl).baseUrl;
  const recording = readHar(text, file, { document, tokenVariable, baseUrl: below });
  const skipped = skippedWords(recording);
  if (recording.exchanges.length === 0) {
    const cause = skipped.length === 0 ? 'it has no requests' : `it has only ${skipped.join(', ')}`;
    throw new StateError(
      'nothing-to-judge',
      `Failed to judge ${file}: ${cause}. ` +
        `Record requests of the operations in ${documentName}, or choose another document or base URL.`,
    );
  }
  const questions = allQuestions(document);
  const credential = { variable: tokenVariable };
  const judged = { document, documentName, strict, questions, profile, credential };
  const events = [...judgeRecording(recording, judged)];
  const end = events.at(-1);
  if (end?.type !== 'end') throw new Error('Failed to end the run: it has no result.');
  return { events, result: end.result, skipped };
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
