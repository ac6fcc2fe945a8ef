import { styleText } from 'node:util';
import { sayAnswer } from '../questions/answer.ts';
import { type Severity, isFailure } from '../verify/checks/check.ts';
import type { RunEvent, RunResult } from '../verify/run/event.ts';
import type { Cause } from '../verify/causes.ts';
import type { CreateReporter, ReporterContext } from './reporter.ts';
import {
  baselineWords,
  caseWords,
  knownWords,
  deeds,
  foundWords,
  leftOutWords,
  operationWords,
  rerunOutcomes,
  rerunTitle,
  unverifiedWords,
  verdictWord,
} from './words.ts';
import { count } from '../openapi/count.ts';

/** So many cases are named; the JSON report has them all. */
const NAMED_CASES = 3;
/** Milliseconds between two drawings of the progress. */
const REDRAW = 80;

/** For people: progress on a terminal, findings grouped by rule, one line of summary. */
export const pretty: CreateReporter = (context) => {
  const paint: Paint = (style, text) =>
    context.color ? styleText(style, text, { validateStream: false }) : text;
  const progress = context.color ? createProgress(context) : undefined;
  return (event) => {
    if (event.type !== 'end') {
      progress?.(event);
      return;
    }
    if (progress) context.write(CLEAR_LINE);
    const parts = [findingLines, answerLines, remnantLines, summary];
    const lines = parts.flatMap((write) => write(event.result, paint));
    context.write(`${lines.join('\n')}\n`);
  };
};

function createProgress(context: ReporterContext): (event: RunEvent) => void {
  let all: number | undefined;
  let done = 0;
  let violations = 0;
  let drawnAt = 0;
  return (event) => {
    if (event.type === 'start') all = event.cases;
    if (event.type !== 'exchange') return;
    done += 1;
    violations += event.findings.filter(isFailure).length;
    const now = performance.now();
    if (now - drawnAt < REDRAW) return;
    drawnAt = now;
    const found = violations > 0 ? `, ${count(violations, 'violation')}` : '';
    const sent = all === undefined ? done : `${done} of ${Math.max(all, done)}`;
    context.write(`${CLEAR_LINE}${sent} requests${found}`);
  };
}

function findingLines({ causes }: RunResult, paint: Paint): string[] {
  const isNote = ({ severity, known }: Cause): boolean =>
    severity === 'note' || known !== undefined;
  const lines = causes.flatMap((cause) => (isNote(cause) ? [] : [...causeLines(cause, paint), '']));
  const notes = causes.filter(isNote).map((cause) => noteLine(cause, paint));
  return notes.length > 0 ? [...lines, ...notes, ''] : lines;
}

function causeLines(cause: Cause, paint: Paint): string[] {
  const { severity, rule, message, received, documented, pointer, location, curl } = cause;
  const { smallest, suspects = [], remedy, cases, times } = cause;
  const place = location ? `${location.file}:${location.line}:${location.column}` : pointer;
  const count = times > 1 ? paint('dim', ` (${times} times)`) : '';
  const row = (label: string, text: string): string =>
    `    ${paint('dim', label.padEnd(10))}  ${text}`;
  return [
    `  ${paintSeverity(severity, paint)} ${rule}: ${paint('bold', message)}${count}`,
    row('Operation', operationWords(cause)),
    row('Received', received),
    row('Documented', documented),
    row('Document', place),
    row(cases.length === 1 ? 'Case' : 'Cases', caseWords(cause, NAMED_CASES)),
    row('Reproduce', curl),
    ...(smallest ? [row('Smallest', smallest.curl)] : []),
    ...suspects.map((suspect) => row('Suspect', `${suspect.case}: ${suspect.curl}`)),
    ...(remedy === undefined ? [] : [row('Remedy', remedy)]),
  ];
}

function noteLine(cause: Cause, paint: Paint): string {
  const { rule, message, known } = cause;
  const word = known === undefined ? 'note' : 'known';
  const words = `${word} ${rule}: ${message} (${caseWords(cause, NAMED_CASES)})${knownWords(cause)}`;
  return paint('dim', words);
}

function answerLines({ answers }: RunResult, paint: Paint): string[] {
  const lines: string[] = [];
  for (const [operation, given] of Object.entries(answers)) {
    const width = Math.max(...Object.keys(given).map((id) => id.length));
    lines.push(paint('bold', `Open questions of ${operation}`));
    for (const [id, answer] of Object.entries(given)) {
      lines.push(`  ${paint('dim', id.padEnd(width))}  ${sayAnswer(answer)}`);
    }
    lines.push('');
  }
  return lines;
}

function paintSeverity(severity: Severity, paint: Paint): string {
  if (severity === 'violation') return paint('red', severity);
  return severity === 'warning' ? paint('yellow', severity) : severity;
}

function summary(result: RunResult, paint: Paint): string {
  const { target, counts, durationMs, seed, stopped } = result;
  const verdict = verdictWord(result);
  const word = paint(VERDICT_COLOURS[verdict], verdict.toUpperCase());
  const sent = `${count(counts.exchanges, 'request')} of ${count(counts.cases, 'case')}`;
  const end = stopped ? `; stopped: ${stopped.message}` : '';
  return `${paint('bold', word)} ${target}: ${foundWords(result)} in ${sent}, ${durationMs} ms, seed ${seed}${unverifiedWords(result)}${end}`;
}

const VERDICT_COLOURS = {
  pass: 'green',
  inconclusive: 'yellow',
  unreachable: 'red',
  fail: 'red',
} as const;

/** What a run leaves: operations that it couldn't verify, cases of an earlier report, requests left out, resources on the server. */
function remnantLines(result: RunResult, paint: Paint): string[] {
  const { rerun, leftOut = [] } = result;
  const lines: string[] = [];
  if (rerun) {
    lines.push(paint('bold', rerunTitle(rerun)));
    for (const { words, cases, good } of rerunOutcomes(rerun)) {
      lines.push(`  ${good ? paint('green', words) : paint('red', words)}: ${cases.join(', ')}`);
    }
    lines.push('');
  }
  for (const { words, isFailure } of baselineWords(result))
    lines.push(paint(isFailure ? 'red' : 'yellow', words));
  lines.push(...reachLines(result.operations ?? []).map((line) => paint('yellow', line)));
  for (const omission of leftOut)
    lines.push(paint('yellow', `Left out: ${leftOutWords(omission)}`));
  lines.push(...deeds(result).map(({ words }) => words));
  return lines.length > 0 ? [...lines, ''] : lines;
}

/** What operations need first; which weren't reached whole, why, what would lift that, and how many they are. */
function reachLines(operations: NonNullable<RunResult['operations']>): string[] {
  const needing = operations.flatMap(({ operation, needs }) =>
    needs === undefined ? [] : [`${operation} needs ${needs} first`],
  );
  const lines = operations.flatMap(({ operation, level, message, lift }) => {
    if (level !== 'partial' && level !== 'none') return [];
    const words = level === 'partial' ? 'Only in part' : 'Not at all';
    return [`${words}: ${operation}: ${message}${lift === undefined ? '' : `: ${lift}`}`];
  });
  if (lines.length === 0) return needing;
  const open = (level: string): number =>
    operations.filter((operation) => operation.level === level).length;
  const total = count(operations.length, 'operation');
  return [
    ...needing,
    ...lines,
    `Of ${total}, ${open('partial')} only in part, ${open('none')} not at all`,
  ];
}

/** Colours a text for a terminal, or leaves it as it is. */
type Paint = (style: 'bold' | 'dim' | 'red' | 'green' | 'yellow', text: string) => string;

/** Goes back to the start of the line and empties it. */
export const CLEAR_LINE = '\r\u001B[K';
