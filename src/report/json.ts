import type { Finding } from '../verify/checks/finding.ts';
import type { RunResult } from '../verify/run/event.ts';
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

function worst(reports: readonly object[]): string {
  const hasFailed = reports.some((report) => 'verdict' in report && report.verdict === 'fail');
  return hasFailed ? 'fail' : 'pass';
}

/** In the order in which people read it. */
function toReport(result: RunResult): object {
  const { verdict, target, document, seed, durationMs, counts, findings, answers } = result;
  const report = { reportVersion, verdict, target, document, seed, durationMs, counts };
  const { operations, withToken, settings, failed, created, marker, leftOut, rerun, stopped } =
    result;
  // What isn't there stays away in JSON, too.
  const how = { withToken, settings };
  const rest = { operations, failed, created, marker, leftOut, rerun, stopped };
  return { ...report, ...how, findings: findings.map(toReported), answers, ...rest };
}

function toReported(finding: Finding): object {
  const { severity, rule, check, operation, message, received, documented, pointer } = finding;
  const { location, curl, smallest } = finding;
  const of = { severity, rule, check, operation, case: finding.case };
  return { ...of, message, received, documented, pointer, location, curl, smallest };
}
