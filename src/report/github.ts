import type { Severity } from '../verify/checks/check.ts';
import type { Cause } from '../verify/causes.ts';
import { markdownPage } from './markdown.ts';
import { reportPath, shownPlace } from './report-path.ts';
import type { Reporter, ReporterContext } from './reporter.ts';
import { showHidden } from '../http/body-text.ts';
import { baselineWords, causeText, operationWords, tally, verdictWord } from './words.ts';

const COMMANDS: Readonly<Record<Severity, string>> = {
  violation: 'error',
  warning: 'warning',
  note: 'notice',
};

/** Workflow commands that GitHub shows as annotations at the document's line, and a step summary. */
export function github(context: ReporterContext): Reporter {
  return (event) => {
    if (event.type !== 'end') return;
    const { result } = event;
    for (const cause of result.causes) context.write(annotation(cause, context));
    for (const { words } of baselineWords(result)) context.write(command('warning', {}, words));
    if (result.stopped) context.write(command('error', {}, result.stopped.message));
    const kind = result.verdict === 'inconclusive' ? 'warning' : 'notice';
    context.write(
      command(kind, { title: verdictWord(result) }, `${result.target}: ${tally(result)}`),
    );
    context.writeSummary?.(markdownPage(result, context));
  };
}

function annotation(cause: Cause, context: ReporterContext): string {
  const { severity, rule, message, location } = cause;
  const shown = location && shownPlace(location, context);
  const place = shown && {
    file: reportPath(shown.file, context),
    line: String(shown.line),
    col: String(shown.column),
  };
  const text = causeText(cause, message);
  const kind = cause.known === undefined ? COMMANDS[severity] : 'notice';
  return command(kind, { ...place, title: `${rule} ${operationWords(cause)}` }, text);
}

function command(
  name: string,
  properties: Readonly<Record<string, string>>,
  message: string,
): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${property(value)}`);
  return `::${name}${list.length > 0 ? ` ${list.join(',')}` : ''}::${data(message)}\n`;
}

/** Escaped as the runner undoes it; anything else would let a response write commands. */
function data(text: string): string {
  return showHidden(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
