import type { IncomingMessage } from 'node:http';
import type { MockRequest, Problem } from '../mock/message.ts';
import { decodeBody } from './content-coding.ts';

/** A request as it came in, with the bytes as they came. */
export interface ServerRequest extends MockRequest {
  /** As on the request line: path and query. */
  readonly target: string;
  /** The body as sent, before any content coding is undone. */
  readonly rawBody: Uint8Array;
  /** Names and values in turns, as Node has them. */
  readonly rawHeaders: readonly string[];
  /** Found by the transport: too large, or in an unknown coding. */
  readonly problem?: Problem | undefined;
}

const NO_BYTES = new Uint8Array(0);

/**
 * Reads a request to its end, then calls back: at once where no content coding is to be undone,
 * since promises would cost as much as the answer. A client that goes away before the end gets no
 * call; nobody is left to be answered.
 *
 * @param limit Bytes of body that are kept; of a longer one the rest is drained and dropped.
 */
export function readRequest(
  incoming: IncomingMessage,
  limit: number,
  done: (request: ServerRequest) => void,
): void {
  let chunks: Buffer[] = [];
  let length = 0;
  incoming.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > limit) chunks = [];
    else chunks.push(chunk);
  });
  incoming.on('end', () => {
    if (length > limit) {
      const message = `the body must have at most ${limit} bytes`;
      done(toRequest(incoming, NO_BYTES, NO_BYTES, { kind: 'body-too-large', message }));
      return;
    }
    const raw = joined(chunks);
    const coding = incoming.headers['content-encoding'];
    if (coding === undefined || length === 0) done(toRequest(incoming, raw, raw));
    else void decodeRequest(incoming, raw, coding, limit, done);
  });
}

function joined(chunks: readonly Buffer[]): Uint8Array {
  const [first] = chunks;
  if (first === undefined) return NO_BYTES;
  return chunks.length === 1 ? first : Buffer.concat(chunks);
}

async function decodeRequest(
  incoming: IncomingMessage,
  raw: Uint8Array,
  coding: string,
  limit: number,
  done: (request: ServerRequest) => void,
): Promise<void> {
  const decoded = await decodeBody(raw, coding, limit);
  if (decoded.ok) done(toRequest(incoming, raw, decoded.body));
  else {
    const { kind, message } = decoded;
    done(toRequest(incoming, raw, NO_BYTES, { kind, message }));
  }
}

function toRequest(
  incoming: IncomingMessage,
  rawBody: Uint8Array,
  body: Uint8Array,
  problem?: Problem,
): ServerRequest {
  const target = incoming.url ?? '/';
  const query = target.indexOf('?');
  const { headers } = incoming;
  return {
    method: incoming.method ?? 'GET',
    target,
    path: query === -1 ? target : target.slice(0, query),
    header: (name) => {
      const value = headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    rawHeaders: incoming.rawHeaders,
    rawBody,
    body,
    problem,
  };
}
