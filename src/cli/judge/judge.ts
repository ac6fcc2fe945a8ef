/** Judging on the command line: from a recording to reports and an exit code. */
import { count } from '../../reporters/words.ts';
import { type Recording, type SkipReason, readHar } from '../../reporters/har/read-har.ts';
import type { RunResult } from '../../runner/event.ts';
import { judgeRecording } from '../../runner/judge-recording.ts';
import { parseTarget } from '../../runner/target.ts';
import { tokenVariable } from '../defaults.ts';
import { ExitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { packageVersion } from '../package-root.ts';
import { UserError } from '../user-error.ts';
import { orUserError, readDocument, readText } from '../verify/inputs.ts';
import { openReports } from '../verify/reports.ts';

/** The flags of `judge` as commander reads them. */
export interface JudgeFlags {
  readonly spec?: string;
  readonly strict?: boolean;
  readonly baseUrl?: string;
  readonly reporter?: readonly string[];
}

/** @returns The exit code. */
export async function judge(file: string, flags: JudgeFlags, io: Io): Promise<ExitCode> {
  const baseUrl = flags.baseUrl === undefined ? undefined : readBaseUrl(flags.baseUrl);
  const document = readDocument(flags.spec, io.cwd);
  const text = readText(file, io.cwd, 'the recording', 'Correct its name');
  const recording = orUserError(() => readHar(text, file, { document, tokenVariable, baseUrl }));
  if (recording.exchanges.length === 0) throw nothingToJudge(recording, file, document.file);
  const reports = openReports(flags.reporter, { io, version: packageVersion(), document });
  let result: RunResult | undefined;
  const events = judgeRecording(recording, {
    document,
    documentName: document.file,
    strict: flags.strict === true,
    credential: { variable: tokenVariable },
  });
  for (const event of events) {
    reports.report(event);
    if (event.type === 'end') result = event.result;
  }
  await reports.close();
  const skipped = skippedWords(recording);
  if (skipped !== '') io.stderr.write(`Not judged: ${skipped}.\n`);
  return result?.verdict === 'pass' ? ExitCode.pass : ExitCode.fail;
}

function readBaseUrl(text: string): string {
  try {
    return parseTarget(text).baseUrl;
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
}

function nothingToJudge(recording: Recording, file: string, document: string): UserError {
  const skipped = skippedWords(recording);
  const cause = skipped === '' ? 'it has no requests' : `it has only ${skipped}`;
  return new UserError(
    `Failed to judge ${file}: ${cause}. ` +
      `Record requests of the operations in ${document}, or choose another --spec.`,
  );
}

const REASONS: Readonly<Record<SkipReason, string>> = {
  'no-operation': "that the document doesn't have",
  'no-body': 'whose body was not recorded',
  aborted: 'that the browser ended itself',
};

/** What was left out and why: `3 requests that the document doesn't have`. */
function skippedWords({ skipped }: Recording): string {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason);
  return [...byReason]
    .map(([reason, entries]) => `${count(entries.length, 'request')} ${REASONS[reason]}`)
    .join(', ');
}
