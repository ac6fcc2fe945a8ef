import type { OutgoingMessage, ServerResponse } from 'node:http';
import { Readable, pipeline } from 'node:stream';
import type { LongResponse } from '../http/message.ts';
import { LongText } from '../openapi/json/long-text.ts';
import { bodiesInFlight } from './bodies-in-flight.ts';
import { LINGER_MS, READING_TIMEOUT } from './limits.ts';
import type { HandlerResponse } from './user-handlers.ts';
import { errorMessage } from '../openapi/error-message.ts';

/** Writes an answer of the responder. */
export function writeResponse(outgoing: ServerResponse, response: LongResponse): void {
  const { status, headers, body } = response;
  if (body instanceof LongText) {
    writeLong(outgoing, status, headers, body);
    return;
  }
  if (!outgoing.req.complete) {
    answerEarly(outgoing, status, Object.entries(headers).flat(), body);
    return;
  }
  if (!canWait(outgoing, body)) return;
  if (status === 204 || status === 304) outgoing.writeHead(status, headers);
  // An answer to HEAD tells the length of a body that it doesn't have.
  else outgoing.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
  outgoing.end(body);
}

/** Bytes that a client's own buffers mostly take. */
const AT_ONCE = 64 * 1024;

/** Whether a body can wait for a slow client; where it can't, the connection is ended. */
export function canWait(outgoing: ServerResponse, body: { readonly length: number }): boolean {
  if (body.length <= AT_ONCE) return true;
  // Ends the connection of a client that reads nothing.
  outgoing.setTimeout(READING_TIMEOUT);
  if (bodiesInFlight.hold(outgoing, body.length)) return true;
  outgoing.destroy();
  return false;
}

/** Writes a body while it is made, as quickly as the client reads. */
export function writeLong(
  outgoing: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: LongText,
): void {
  // The next part is made while the first one waits.
  if (!canWait(outgoing, { length: 2 * body.begun })) return;
  outgoing.writeHead(status, headers);
  // A client that goes away in the middle is no news to the server.
  pipeline(Readable.from(body, { objectMode: false }), outgoing, () => {});
}

/** Writes any answer; status 0, a network error, is an abrupt end over a socket. */
export function writeBytes(outgoing: ServerResponse, response: HandlerResponse): void {
  const { status, headers, body } = response;
  if (status === 0) {
    outgoing.destroy();
    return;
  }
  if (!canWait(outgoing, body)) return;
  if (outgoing.req.complete) {
    outgoing.writeHead(status, headers.flat());
    endWith(outgoing, body);
  } else {
    answerEarly(outgoing, status, withoutFraming(headers).flat(), body);
  }
}

/** Announces the whole body, writes the first half and ends the connection. */
export function writeTruncated(outgoing: ServerResponse, response: HandlerResponse): void {
  const { status, headers, body } = response;
  if (status === 0 || body.length < 2) {
    writeBytes(outgoing, response);
    return;
  }
  outgoing.writeHead(
    status,
    [...withoutFraming(headers), ['content-length', `${body.length}`]].flat(),
  );
  outgoing.flushHeaders();
  outgoing.write(halfOf(body), () => outgoing.destroy());
}

function withoutFraming(headers: HandlerResponse['headers']): HandlerResponse['headers'] {
  return headers.filter(([name]) => !/^(?:content-length|transfer-encoding)$/i.test(name));
}

/** What of a truncated body is sent. */
export function halfOf(body: Uint8Array): Uint8Array {
  return body.subarray(0, body.length >> 1);
}

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

/** Bytes of a body that are written together with the head, as one string. */
const ONE_WRITE = 16 * 1024;

/** Node sends a head and a string in one write, a head and bytes in two: dearer than the copy. */
export function endWith(outgoing: OutgoingMessage, body: Uint8Array): void {
  if (body.length > ONE_WRITE) {
    // With bytes, Node puts the head in front of a "100 Continue" that still waits to be sent.
    outgoing.flushHeaders();
    outgoing.end(body);
    return;
  }
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  outgoing.end(bytes.toString('latin1'), 'latin1');
}

/**
 * The last catch of what is answered later: without it, an exception that nobody thought of would be
 * an unhandled rejection, and end the process. It is told on standard error, as a warning of the
 * process, and the client gets a 500 or, where an answer has begun, a closed connection.
 *
 * @param refuse Writes the 500; may throw itself.
 */
export function answerFailure(outgoing: ServerResponse, error: unknown, refuse: () => void): void {
  const { method = '', url = '' } = outgoing.req;
  const cause = errorMessage(error);
  // Without the query, which may hold a secret.
  const [path = ''] = url.split('?');
  process.emitWarning(`Failed to answer ${method} ${path}: ${cause}.`, 'ServerWarning');
  // It went wrong behind the answer.
  if (outgoing.writableEnded) return;
  if (outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  try {
    refuse();
  } catch {
    outgoing.destroy();
  }
}
