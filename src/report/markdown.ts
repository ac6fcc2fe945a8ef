import { showHidden } from '../http/body-text.ts';
import { sayAnswer } from '../questions/answer.ts';
import type { RunResult } from '../verify/run/event.ts';
import type { Cause } from '../verify/causes.ts';
import { type ReportPaths, reportPath, reportPlace } from './report-path.ts';
import type { Reporter, ReporterContext } from './reporter.ts';
import {
  baselineWords,
  caseWords,
  knownWords,
  deeds,
  leftOutWords,
  operationWords,
  rerunOutcomes,
  rerunTitle,
  spoken,
  tally,
  verdictWord,
} from './words.ts';

/** A page for a pull request, a wiki or a step summary. */
export function markdown(context: ReporterContext): Reporter {
  return (event) => {
    if (event.type === 'end') context.write(markdownPage(event.result, context));
  };
}

/** The page of a run that has ended. */
export function markdownPage(result: RunResult, context: ReportPaths): string {
  const sections = [
    heading(result),
    summary(result, context),
    findings(result, context),
    answers(result),
    remnants(result),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function heading(result: RunResult): string {
  const lines = [
    `## ${VERDICTS[verdictWord(result)]}: ${plainText(result.target)}`,
    '',
    `${tally(result)}.`,
  ];
  if (result.stopped) {
    lines.push(
      '',
      `**Cut short (${result.stopped.reason}):** ${plainText(result.stopped.message)}`,
    );
  }
  return lines.join('\n');
}

const VERDICTS = {
  pass: '✅ Pass',
  inconclusive: '⚠️ Inconclusive',
  unreachable: '⚠️ Unreachable',
  fail: '❌ Fail',
} as const;

function summary({ document, counts, seed }: RunResult, context: ReportPaths): string {
  const { cases, exchanges } = counts;
  return table(
    ['Document', 'Cases', 'Requests', 'Seed'],
    [[codeSpan(reportPath(document, context)), `${cases}`, `${exchanges}`, codeSpan(`${seed}`)]],
  );
}

function findings(result: RunResult, context: ReportPaths): string {
  const written = result.causes.filter(({ known }) => known === undefined);
  const known = result.causes.filter((cause) => cause.known !== undefined);
  const told = written.map((cause) => finding(cause, context));
  const parts = told.length === 0 ? [] : ['### Findings', ...told];
  if (known.length > 0) {
    const lines = known.map((cause) => {
      const words = `${cause.rule} ${operationWords(cause)}: ${cause.message}${knownWords(cause)}`;
      return `- ${plainText(words)}`;
    });
    parts.push('### Known findings', lines.join('\n'));
  }
  return parts.join('\n\n');
}

function finding(cause: Cause, context: ReportPaths): string {
  const { severity, rule, message, received, documented, location, pointer, curl } = cause;
  const { smallest, suspects = [], remedy } = cause;
  const place = location ? reportPlace(location, context) : pointer;
  const times = cause.times > 1 ? ` (${cause.times} times)` : '';
  return [
    `#### ${ICONS[severity]} ${rule} ${plainText(operationWords(cause))}: ${plainText(message)}${times}`,
    table(
      ['', ''],
      [
        ['**Received**', codeSpan(received)],
        ['**Documented**', codeSpan(documented)],
        ['**Document**', `${codeSpan(place)} ${location ? codeSpan(pointer) : ''}`.trim()],
        ['**Cases**', codeSpan(caseWords(cause))],
      ],
    ),
    codeBlock(curl, 'sh'),
    ...(smallest ? ['The smallest request that fails:', codeBlock(smallest.curl, 'sh')] : []),
    ...suspects.flatMap((suspect) => [
      `Suspect: ${codeSpan(suspect.case)}`,
      codeBlock(suspect.curl, 'sh'),
    ]),
    ...(remedy === undefined ? [] : [`**Remedy:** ${plainText(remedy)}`]),
  ].join('\n\n');
}

const ICONS = { violation: '❌', warning: '⚠️', note: 'ℹ️' } as const;

function answers(result: RunResult): string {
  const rows = Object.entries(result.answers).flatMap(([operation, given]) =>
    Object.entries(given).map(([question, answer]) => [
      plainText(operation),
      plainText(spoken(question)),
      plainText(sayAnswer(answer)),
    ]),
  );
  if (rows.length === 0) return '';
  return `### Answers to open questions\n\n${table(['Operation', 'Question', 'Answer'], rows)}`;
}

/** What is left: of an earlier report, unsent, and on the server. */
function remnants(result: RunResult): string {
  const { rerun, leftOut = [] } = result;
  const parts = rerun ? [`### ${plainText(rerunTitle(rerun))}`] : [];
  for (const { words, cases } of rerun ? rerunOutcomes(rerun) : []) {
    parts.push(`**${words}:** ${cases.map((id) => codeSpan(id)).join(', ')}`);
  }
  for (const { words } of baselineWords(result)) parts.push(`**${plainText(words)}**`);
  for (const omission of leftOut) parts.push(`**Left out:** ${plainText(leftOutWords(omission))}`);
  for (const { words, items } of deeds(result)) {
    const list = items.map((item) => `- ${codeSpan(item)}`).join('\n');
    parts.push(`<details><summary>${plainText(words)}</summary>\n\n${list}\n\n</details>`);
  }
  return parts.join('\n\n');
}

/**
 * Text in Markdown that stays text: no markup, no HTML, and no mention that would send somebody a
 * message.
 */
export function plainText(text: string): string {
  return oneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|#~!]/g, String.raw`\$&`)
    .replaceAll('@', '@\u{200B}');
}

/** Text in a code span, also within a table, where a bar would end the cell (GFM, 4.10). */
export function codeSpan(text: string): string {
  const inner = oneLine(text).replaceAll('|', String.raw`\|`);
  if (inner === '') return '';
  const fence = '`'.repeat(longestRun(inner) + 1);
  const pad = /^[` ]|[` ]$/.test(inner) ? ' ' : '';
  return fence + pad + inner + pad + fence;
}

/** A longer command is no use on a page, and a pull request's comment has a limit. */
const MAX_CODE = 4000;

export function codeBlock(text: string, language: string): string {
  const shown =
    text.length > MAX_CODE
      ? `# ${text.length} characters, too long for this page; the json report has it`
      : text;
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}${language}\n${shown}\n${fence}`;
}

/** Cells are Markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function oneLine(text: string): string {
  return showHidden(text.replaceAll(/\s+/g, ' ').trim());
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
