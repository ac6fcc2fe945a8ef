import type { ServerResponse } from 'node:http';
import { LINGER_MS } from './limits.ts';

/**
 * Answers a request that has not ended: the client gets the answer at once and has a moment to read
 * it, then the connection is closed, however much is still to come.
 *
 * @param headers Names and values in turns; none of them is about the connection or the length.
 */
export function answerEarly(
  outgoing: ServerResponse,
  status: number,
  headers: readonly string[],
  body: string | Uint8Array,
): void {
  const length = String(Buffer.byteLength(body));
  outgoing.writeHead(status, [...headers, 'Content-Length', length, 'Connection', 'close']);
  // With bytes, Node puts the head in front of a "100 Continue" that still waits to be sent.
  outgoing.flushHeaders();
  outgoing.write(body);
  const end = (): void => {
    clearTimeout(timer);
    outgoing.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  outgoing.once('close', () => clearTimeout(timer));
  outgoing.req.once('end', end).resume();
}
