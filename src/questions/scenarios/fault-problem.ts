import type { FaultOptions } from '../../mock/faults.ts';

const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http');

/** What frames a message is the server's to say. */
const FRAMING: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'trailer',
]);

/** Why a fault can't act; `undefined` where it can. */
export function faultProblem(
  { kind, operation, headers = {}, status = 500, latency }: FaultOptions,
  operations: ReadonlySet<string>,
): string | undefined {
  if (kind === 'latency' && latency === undefined) {
    return 'a fault that only waits needs its `latency`. Give it in milliseconds';
  }
  if (operation !== undefined && !operations.has(operation)) {
    const known = [...operations].join(', ');
    return `there is no operation ${JSON.stringify(operation)}. Known: ${known}`;
  }
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    return `${status} is no status that can be answered. Use 200 to 599`;
  }
  if (latency !== undefined && (!Number.isInteger(latency) || latency < 0)) {
    return `${latency} is no number of milliseconds. Use 0 or more`;
  }
  for (const [name, value] of Object.entries(headers)) {
    const shown = JSON.stringify(name);
    if (FRAMING.has(name.toLowerCase())) return `the header ${shown} is set by the server itself`;
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      return `the header ${shown} can't be sent: its name or value has a character that HTTP forbids`;
    }
  }
  return undefined;
}
