/** Merging on the command line: from the JSON reports of shards to one result, its reports and an exit code. */
import { loadReport, mergeShards } from '../../index.ts';
import { packageVersion } from '../../package-root.ts';
import { ExitCode } from '../exit-code.ts';
import { readInput } from '../inputs/read-input.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';
import { openReports } from '../verify/reports.ts';

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
  if (reporter?.some((one) => /^har(?:=|$)/.test(one)) === true) {
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
