import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { LINGER_MS } from './refuse-socket.ts';

/**
 * Answers a request that has not ended: the client gets the answer at once and has a moment to read
 * it, then the connection is closed, however much is still to come.
 */
export function answerEarly(
  outgoing: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  body: string | Uint8Array,
): void {
  const length = Buffer.byteLength(body);
  outgoing.writeHead(status, { ...headers, 'content-length': length, connection: 'close' });
  outgoing.write(body);
  const end = (): void => {
    clearTimeout(timer);
    outgoing.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  outgoing.once('close', () => clearTimeout(timer));
  outgoing.req.once('end', end).resume();
}
