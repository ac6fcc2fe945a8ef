import type { Finding } from '../checks/finding.ts';
import type { RunResult } from '../runner/event.ts';
import type { CreateReporter } from './reporter.ts';

/** The whole result as one JSON object; its shape is `reportSchema`. */
export const json: CreateReporter = (context) => (event) => {
  if (event.type !== 'end') return;
  context.write(`${JSON.stringify(toReport(event.result), null, 2)}\n`);
};

/** In the order in which people read it. */
function toReport(result: RunResult): object {
  const { verdict, target, document, seed, durationMs, counts, findings, answers } = result;
  const report = { verdict, target, document, seed, durationMs, counts };
  const stopped = result.stopped ? { stopped: result.stopped } : {};
  return { ...report, findings: findings.map(toReported), answers, ...stopped };
}

function toReported(finding: Finding): object {
  const { severity, rule, check, operation, message, received, documented, pointer } = finding;
  const { location, curl, smallest } = finding;
  const of = { severity, rule, check, operation, case: finding.case };
  return { ...of, message, received, documented, pointer, location, curl, smallest };
}
