import type { Severity } from '../verify/checks/check.ts';
import type { Location } from '../openapi/diagnostic.ts';
import type { Cause } from '../verify/causes.ts';
import { reportPath, shownPlace } from './report-path.ts';
import { type Reporter, type ReporterContext, reportAtEnd } from './reporter.ts';
import { showHidden } from '../http/body-text.ts';
import { causeText, fingerprint, operationWords } from './words.ts';

/** Code Climate's words for a severity; `blocker` is for a run that was cut short. */
const SEVERITIES: Readonly<Record<Severity, string>> = {
  violation: 'major',
  warning: 'minor',
  note: 'info',
};

/** GitLab's code quality report: Code Climate's issues, in the part of the format that GitLab reads. */
export function gitlab(context: ReporterContext): Reporter {
  return reportAtEnd(({ result }) => {
    const start = { file: result.document, line: 1, column: 1 };
    const issues = result.causes.map((cause) => ({
      description: description(cause),
      check_name: cause.check,
      fingerprint: fingerprint(cause),
      severity: cause.known === undefined ? SEVERITIES[cause.severity] : 'info',
      location: location(cause.location ?? start, context),
    }));
    const stopped = result.stopped && {
      description: showHidden(result.stopped.message),
      check_name: 'stopped',
      fingerprint: `stopped-${result.stopped.reason}`,
      severity: 'blocker',
      location: location(start, context),
    };
    const list = stopped === undefined ? issues : [stopped, ...issues];
    context.write(`${JSON.stringify(list, null, 2)}\n`);
  });
}

function description(cause: Cause): string {
  return showHidden(causeText(cause, `${cause.rule} ${operationWords(cause)}: ${cause.message}`));
}

function location(place: Location, context: ReporterContext): object {
  const { file, line } = shownPlace(place, context);
  return { path: reportPath(file, context), lines: { begin: line } };
}
