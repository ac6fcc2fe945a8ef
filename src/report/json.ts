import type { Finding } from '../verify/checks/check.ts';
import { type RunResult, verdicts } from '../verify/run/event.ts';
import { reportVersion } from './report-schema.ts';
import type { CreateReporter } from './reporter.ts';

/**
 * The whole result as one JSON object; its shape is `reportSchema`. Several runs stand in one
 * object's `runs`.
 */
export const json: CreateReporter = (context) => {
  const { runs: expected = 1 } = context;
  const reports: object[] = [];
  return (event) => {
    if (event.type !== 'end') return;
    reports.push(toReport(event.result));
    if (reports.length < expected) return;
    const whole =
      expected === 1 ? reports[0] : { reportVersion, verdict: worst(reports), runs: reports };
    context.write(`${JSON.stringify(whole, null, 2)}\n`);
  };
};

function worst(reports: readonly object[]): string | undefined {
  return verdicts.findLast((verdict) =>
    reports.some((report) => 'verdict' in report && report.verdict === verdict),
  );
}

/** In the order in which people read it; what isn't there stays away in JSON, too. */
function toReport(result: RunResult): object {
  const { verdict, target, document, seed, durationMs, counts, ...more } = result;
  const { withToken, settings, coverage, causes, findings, answers, operations, ...rest } = more;
  const start = { reportVersion, verdict, target, document, seed, durationMs, counts };
  const inner = { exchange: undefined, symptom: undefined };
  // Merged, findings are held against each other once more.
  const symptomOf = (finding: Finding): object =>
    result.shard ? { symptom: finding.symptom } : {};
  const report = {
    causes: causes.map((cause) => ({ ...cause, ...inner, case: undefined, operation: undefined })),
    findings: findings.map((finding) => ({ ...finding, ...inner, ...symptomOf(finding) })),
  };
  return { ...start, withToken, settings, coverage, ...report, answers, operations, ...rest };
}
