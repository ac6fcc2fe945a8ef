import { styleText } from 'node:util';
import type { ServerExchange } from '../../server/http-server.ts';

/** How requests are logged. */
export type LogFormat = 'pretty' | 'json' | 'silent';

/** One line for a request, with its end of line; empty for `silent`. Holds no header. */
export function logLine(
  exchange: ServerExchange,
  format: LogFormat,
  color: boolean,
  now: Date = new Date(),
): string {
  const { method, status, durationMs, problem } = exchange;
  if (format === 'silent') return '';
  const target = withoutSecrets(exchange.target);
  if (format === 'json') {
    const time = now.toISOString();
    const ms = Math.round(durationMs * 1000) / 1000;
    return `${JSON.stringify({ time, method, target, status, ms, problem: problem?.message })}\n`;
  }
  const paint = (style: 'green' | 'yellow' | 'red' | 'dim', text: string): string =>
    color ? styleText(style, text, { validateStream: false }) : text;
  const style = status < 400 ? 'green' : status < 500 ? 'yellow' : 'red';
  const time = paint('dim', now.toTimeString().slice(0, 8));
  const reason = problem === undefined ? '' : ` ${printable(problem.message)}`;
  const duration = paint('dim', `${durationMs.toFixed(1)} ms`);
  return `${time} ${method} ${printable(target)} ${paint(style, String(status))} ${duration}${reason}\n`;
}

/** A credential can stand in the query as well (RFC 6750, 2.3). */
function withoutSecrets(target: string): string {
  return target.replaceAll(
    /([?&][^=&]*(?:token|key|secret|password|auth|signature)[^=&]*=)[^&]*/gi,
    '$1***',
  );
}

/** A request's own bytes must not move the cursor of whoever reads the log. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const hex = character.codePointAt(0)!.toString(16).padStart(4, '0');
    return `\\u${hex}`;
  });
}
