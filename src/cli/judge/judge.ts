/** Judging on the command line: from a recording to reports and an exit code. */
import type { RunResult } from '../../index.ts';
import { count } from '../../openapi/count.ts';
import { type Recording, readHar } from '../../verify/recording/read-har.ts';
import type { SkipReason } from '../../verify/recording/read-exchange.ts';
import { judgeRecording } from '../../verify/recording/judge-recording.ts';
import { parseTarget } from '../../http/target.ts';
import { ExitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { packageVersion } from '../../package-root.ts';
import { UserError } from '../user-error.ts';
import { readDocument, readInput } from '../inputs/read-input.ts';
import { readProfileInput } from '../inputs/read-profile-input.ts';
import { allQuestions } from '../../verify/run/interview.ts';
import { readBaseUrl } from '../inputs/addresses.ts';
import { openReports } from '../verify/reports.ts';

/** The flags of `judge` as commander reads them. */
export interface JudgeFlags {
  readonly spec?: string;
  readonly strict?: boolean;
  readonly baseUrl?: string;
  readonly profile?: string;
  readonly reporter?: readonly string[];
}

/** Where the user named the recording. */
const COMMAND = 'judge';

/** @returns The exit code. */
export async function judge(file: string, flags: JudgeFlags, io: Io): Promise<ExitCode> {
  const baseUrl =
    flags.baseUrl === undefined
      ? undefined
      : parseTarget(readBaseUrl(flags.baseUrl, 'Leave them out.')).baseUrl;
  const { tokenVariable } = io.service;
  const document = readDocument(flags.spec ?? io.service.document, io);
  const text = readInput(file, 'the recording', COMMAND, io);
  const recording = readHar(text, file, { document, tokenVariable, baseUrl });
  if (recording.exchanges.length === 0) throw nothingToJudge(recording, file, document.file);
  const reports = openReports(flags.reporter, { io, version: packageVersion(), document });
  let result: RunResult | undefined;
  const events = judgeRecording(recording, {
    document,
    documentName: document.file,
    strict: flags.strict === true,
    questions: allQuestions(document),
    profile:
      flags.profile === undefined ? undefined : readProfileInput(flags.profile, document, io),
    credential: { variable: tokenVariable },
  });
  for (const event of events) {
    reports.report(event);
    if (event.type === 'end') result = event.result;
  }
  const isReported = reports.close();
  const skipped = skippedWords(recording);
  if (skipped !== '') io.stderr.write(`Not judged: ${skipped}.\n`);
  if (!isReported) return ExitCode.usage;
  return result?.verdict === 'pass' ? ExitCode.pass : ExitCode.fail;
}

function nothingToJudge(recording: Recording, file: string, document: string): UserError {
  const skipped = skippedWords(recording);
  const cause = skipped === '' ? 'it has no requests' : `it has only ${skipped}`;
  return new UserError(
    `Failed to judge ${file}: ${cause}. ` +
      `Record requests of the operations in ${document}, or choose another --spec or --base-url.`,
  );
}

const REASONS: Readonly<Record<SkipReason, string>> = {
  'no-operation': "that the document doesn't have",
  elsewhere: 'to another address than --base-url',
  'no-body': 'whose body was not recorded',
  aborted: 'that the client ended itself',
  'no-answer': 'without an answer and without a word on whose fault that is',
  'by-proxy': 'that the proxy answered itself',
};

/** What was left out and why: `3 requests that the document doesn't have`. */
function skippedWords({ skipped }: Recording): string {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason);
  return [...byReason]
    .map(([reason, entries]) => `${count(entries.length, 'request')} ${REASONS[reason]}`)
    .join(', ');
}
