import { styleText } from 'node:util';
import { type Level, jsonLine } from './json-log.ts';
import type { ServerExchange, ValidatorFinding } from '../index.ts';

/** How requests are logged. */
export type LogFormat = 'pretty' | 'json' | 'silent';

/** What the log shows of an exchange; neither headers nor bodies. */
export interface LoggedExchange extends Omit<ServerExchange, 'problem' | 'sandbox'> {
  /** Absent where there are none. */
  readonly sandbox?: string | undefined;
  /** Why there was no success. */
  readonly problem?: { readonly message: string } | undefined;
  /** What else there is to know, such as that a body was not validated. */
  readonly note?: string | undefined;
}

type Style = 'green' | 'yellow' | 'red' | 'dim';

/** One line for a request, with its end of line; empty for `silent`. Findings have own lines. */
export function logLine(
  exchange: LoggedExchange,
  format: LogFormat,
  color: boolean,
  now: Date = new Date(),
): string {
  const { method, target, status, durationMs, problem, findings, note } = exchange;
  if (format === 'silent') return '';
  if (format === 'json') {
    const { operation, sandbox } = exchange;
    const duration = Math.round(durationMs * 1000) / 1000;
    const reason = problem?.message;
    const what = { method, target, status, duration, operation, sandbox };
    const message = `${method} ${target} ${status}${reason === undefined ? '' : `: ${reason}`}`;
    return jsonLine(levelOf(exchange), message, { ...what, problem: reason, findings, note }, now);
  }
  const paint = (style: Style, text: string): string =>
    color ? styleText(style, text, { validateStream: false }) : text;
  // 0: the connection was dropped.
  const style = status === 0 || status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  const time = paint('dim', now.toTimeString().slice(0, 8));
  const reason = problem === undefined ? '' : ` ${printable(problem.message)}`;
  const duration = paint('dim', `${durationMs.toFixed(1)} ms`);
  const more = [
    ...(findings ?? []).map((finding) => findingLine(finding, paint)),
    ...(note === undefined ? [] : [`  note  ${printable(note)}\n`]),
  ];
  return `${time} ${method} ${printable(target)} ${paint(style, String(status))} ${duration}${reason}\n${more.join('')}`;
}

/** What is refused, or breaks the document, is worth a look; what failed more so. */
function levelOf({ status, findings = [] }: LoggedExchange): Level {
  // 0: the connection was dropped.
  if (status === 0 || status >= 500) return 'error';
  const isViolated = findings.some(({ severity }) => severity === 'Error');
  return status >= 400 || isViolated ? 'warn' : 'info';
}

function findingLine(
  { severity, location, message }: ValidatorFinding,
  paint: (style: Style, text: string) => string,
): string {
  const isViolation = severity === 'Error';
  const word = isViolation ? 'violation' : severity.toLowerCase();
  const place = printable(location.join('.'));
  return `  ${paint(isViolation ? 'red' : 'yellow', word)}  ${place}: ${printable(message)}\n`;
}

/** A request's own bytes must not move the cursor of whoever reads the log. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const hex = character.codePointAt(0)!.toString(16).padStart(4, '0');
    return `\\u${hex}`;
  });
}
