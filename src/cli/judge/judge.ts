/** Judging on the command line: from a recording to reports and an exit code. */
import { judgeRecording } from '../../index.ts';
import { packageVersion } from '../../package-root.ts';
import { ExitCode } from '../exit-code.ts';
import { readBaseUrl } from '../inputs/addresses.ts';
import { type DocumentFlags, readDocument, readProfile } from '../inputs/read-document.ts';
import { readInput } from '../inputs/read-input.ts';
import type { Io } from '../io.ts';
import { openReports } from '../verify/reports.ts';

/** The flags of `judge` as commander reads them. */
export interface JudgeFlags extends DocumentFlags {
  readonly strict?: boolean;
  readonly baseUrl?: string;
  readonly profile?: string;
  readonly reporter?: readonly string[];
}

/** Where the user named the recording. */
const COMMAND = 'judge';

/** @returns The exit code. */
export async function judge(file: string, flags: JudgeFlags, io: Io): Promise<ExitCode> {
  const { baseUrl, strict, profile } = flags;
  const below = baseUrl === undefined ? undefined : readBaseUrl(baseUrl, 'Leave them out.');
  const document = await readDocument(flags, io);
  const { events, result, skipped } = await judgeRecording({
    recording: { text: readInput(file, 'the recording', COMMAND, io), file },
    document,
    baseUrl: below,
    strict,
    profile: await readProfile(profile, document, io),
    tokenVariable: io.service.tokenVariable,
  });
  const reports = await openReports(flags.reporter, { io, version: packageVersion(), document });
  for (const event of events) reports.report(event);
  const isReported = reports.close();
  if (skipped.length > 0) io.stderr.write(`Not judged: ${skipped.join(', ')}.\n`);
  if (!isReported) return ExitCode.usage;
  return result.verdict === 'pass' ? ExitCode.pass : ExitCode.fail;
}
