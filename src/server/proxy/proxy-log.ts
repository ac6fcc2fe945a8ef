import type { ExchangeRecord } from './exchange-record.ts';

/** How exchanges are logged. */
export type LogFormat = 'pretty' | 'json' | 'silent';

/** The log's lines for one exchange, each with its line feed; empty for `silent`. */
export function logExchange(record: ExchangeRecord, format: LogFormat): string {
  if (format === 'silent') return '';
  return format === 'json' ? `${JSON.stringify(jsonLine(record))}\n` : prettyLines(record);
}

function prettyLines({
  request,
  response,
  durationMs,
  findings,
  note,
  failure,
}: ExchangeRecord): string {
  const status = `${request.method} ${request.target} → ${response.status}`;
  const lines = [`${status}  ${durationMs.toFixed(1)} ms`];
  for (const { severity, location, message } of [...findings.request, ...findings.response]) {
    const word = severity === 'Error' ? 'violation' : severity.toLowerCase();
    lines.push(`  ${word}  ${location.join('.')}: ${message}`);
  }
  if (note !== undefined) lines.push(`  note  ${note}`);
  if (failure !== undefined) lines.push(`  failure  ${failure}`);
  return `${lines.join('\n')}\n`;
}

function jsonLine(record: ExchangeRecord): Record<string, unknown> {
  const { request, response, findings } = record;
  return {
    time: record.startedAt.toISOString(),
    method: request.method,
    target: request.target,
    status: response.status,
    durationMs: Math.round(record.durationMs * 10) / 10,
    operation: record.operation,
    findings: [...findings.request, ...findings.response],
    note: record.note,
    failure: record.failure,
  };
}
