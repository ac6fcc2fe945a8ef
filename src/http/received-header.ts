/** Of these, which stand for one value, the first one counts, as with Node's own map of headers. */
const SINGLE: ReadonlySet<string> = new Set(['authorization', 'content-type', 'host', 'origin']);

/**
 * A header's value as it came; values of a repeated one are joined with ", " (RFC 9110, 5.3). Node's
 * own map of all headers costs more than the few that are asked for, and keeps the message alive.
 *
 * @param rawHeaders Names and values in turns.
 * @param name In lowercase.
 */
export function receivedHeader(rawHeaders: readonly string[], name: string): string | undefined {
  let found: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (!isNamed(rawHeaders[i]!, name)) continue;
    const value = rawHeaders[i + 1]!;
    if (SINGLE.has(name)) return value;
    found = found === undefined ? value : `${found}, ${value}`;
  }
  return found;
}

/** Whether a header's name as sent is this lowercase one. */
export function isNamed(header: string, name: string): boolean {
  return header.length === name.length && (header === name || header.toLowerCase() === name);
}
