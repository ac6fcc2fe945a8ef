import type { ServerResponse } from 'node:http';
import type { MockResponse } from '../http/message.ts';
import { answerEarly } from './answer-early.ts';
import { endWith } from './end-with.ts';
import type { HandlerResponse } from './user-handlers.ts';

/** Writes an answer of the responder. */
export function writeResponse(outgoing: ServerResponse, response: MockResponse): void {
  const { status, headers, body } = response;
  if (!outgoing.req.complete) {
    answerEarly(outgoing, status, Object.entries(headers).flat(), body);
    return;
  }
  if (status === 204) outgoing.writeHead(status, headers);
  else outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
}

/** Writes any answer; status 0, a network error, is an abrupt end over a socket. */
export function writeBytes(outgoing: ServerResponse, response: HandlerResponse): void {
  const { status, headers, body } = response;
  if (status === 0) {
    outgoing.destroy();
    return;
  }
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
