import { isJsonObject } from '../../openapi/json/json-value.ts';
import type { JsonObject } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import { compileSchema } from '../../openapi/schema/compile-schema.ts';
import { reportSchema } from '../../report/report-schema.ts';
import type { FailedCase, RunResult } from '../../verify/run/event.ts';
import { readInput } from '../inputs/read-input.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';

/** What a JSON report says of one run, as far as a rerun needs it. */
export interface ReportedRun {
  readonly target: string;
  readonly seed: number;
  readonly withToken: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly failed: readonly FailedCase[];
  /** Requests that it took. */
  readonly exchanges: number;
}

/**
 * The runs of a JSON report, `--rerun FILE`.
 *
 * @throws {UserError} where it is none, or says nothing that can be sent again.
 */
export function readReport(file: string, io: Io): ReportedRun[] {
  const parsed = parseJson(readInput(file, 'the report', '--rerun', io));
  const problem = parsed.ok ? whatIsWrong(parsed.value) : parsed.message;
  if (problem !== undefined || !parsed.ok) {
    throw new UserError(
      `Failed to read the report ${file}: ${problem}. Give one of --reporter json=FILE.`,
    );
  }
  const report = parsed.value as unknown as RunResult | { readonly runs: readonly RunResult[] };
  const runs = 'runs' in report ? report.runs : [report];
  const stopped = runs.find((run) => run.stopped)?.stopped;
  if (stopped) {
    throw new UserError(
      `Failed to send again what failed in ${file}: its run was cut short (${stopped.message}), ` +
        'so nobody knows what would have failed. Verify again without --rerun.',
    );
  }
  return runs.map(({ target, seed, withToken, settings = {}, failed, counts }) => {
    return { target, seed, withToken, settings, failed, exchanges: counts.exchanges };
  });
}

function whatIsWrong(value: Parameters<typeof isJsonObject>[0]): string | undefined {
  if (!isJsonObject(value)) return 'it is no object';
  const name = 'runs' in value ? '/oneOf/1' : '/$defs/run';
  const [issue] = compileSchema(reportSchema as JsonObject, name)(value);
  return issue && `it is no report of this version: ${issue.message}`;
}
