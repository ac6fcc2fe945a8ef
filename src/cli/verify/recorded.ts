/** What was recorded, judged on the command line: a recording, or the reports of shards, to reports and an exit code. */
import { judgeRecording, loadReport, mergeShards } from '../../index.ts';
import { packageVersion } from '../../package-root.ts';
import { readBaseUrl } from '../inputs/addresses.ts';
import { type DocumentFlags, readDocument, readProfile } from '../inputs/read-document.ts';
import { readInput } from '../inputs/read-input.ts';
import { type Io, ExitCode, UserError } from '../io.ts';
import { openReports } from './reports.ts';

/** The flags of `judge` as commander reads them. */
export interface JudgeFlags extends DocumentFlags {
  readonly strict?: boolean;
  readonly baseUrl?: string;
  readonly profile?: string;
  readonly reporter?: readonly string[];
}

/** @returns The exit code. */
export async function judge(file: string, flags: JudgeFlags, io: Io): Promise<ExitCode> {
  const { baseUrl, strict, profile } = flags;
  const below = baseUrl === undefined ? undefined : readBaseUrl(baseUrl, 'Leave them out.');
  const document = await readDocument(flags, io);
  const { events, result, skipped } = await judgeRecording({
    recording: { text: readInput(file, 'the recording', 'judge', io), file },
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

/** The flags of `merge` as commander reads them. */
export interface MergeFlags {
  readonly reporter?: readonly string[];
}

/** @returns The exit code. */
export async function merge(
  files: readonly string[],
  { reporter }: MergeFlags,
  io: Io,
): Promise<ExitCode> {
  if (reporter?.some((format) => /^har(?:=|$)/.test(format)) === true) {
    throw new UserError(
      'Failed to report: har needs the requests, and JSON reports have none. Record each shard by itself, with verify --har FILE.',
    );
  }
  const reports = await Promise.all(
    files.map(async (file) => {
      const text = readInput(file, 'the report', 'merge', io);
      const results = await loadReport({ text, file });
      return results.map((result) => ({ file, result }));
    }),
  );
  const result = await mergeShards(reports.flat());
  const opened = await openReports(reporter, { io, version: packageVersion() });
  const { target, document, seed, stopped, verdict, counts } = result;
  opened.report({ type: 'start', target, document, seed, cases: counts.cases });
  opened.report({ type: 'end', result });
  if (!opened.close()) return ExitCode.usage;
  if (stopped?.reason === 'interrupted') return ExitCode.interrupted;
  if (stopped?.reason === 'unreachable' && counts.violations === 0) return ExitCode.unreachable;
  if (verdict === 'fail') return ExitCode.fail;
  return verdict === 'pass' ? ExitCode.pass : ExitCode.inconclusive;
}
