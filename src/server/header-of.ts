import type { IncomingMessage } from 'node:http';

/** Looks at what came: Node's own map of all headers costs more than the few that are asked for. */
export function headerOf(incoming: IncomingMessage, name: string): string | undefined {
  const { rawHeaders } = incoming;
  let found: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (!isNamed(rawHeaders[i]!, name)) continue;
    // Which of two counts, or whether they are joined, is known to Node.
    if (found !== undefined) return joined(incoming.headers[name]);
    found = rawHeaders[i + 1];
  }
  return found;
}

function joined(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'object' ? value.join(', ') : value;
}

/** Whether a header's name as sent is this lowercase one. */
export function isNamed(header: string, name: string): boolean {
  return header.length === name.length && (header === name || header.toLowerCase() === name);
}
