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
 * Reads a request to its end.
 *
 * @param limit Bytes of body that are kept; of a longer one the rest is drained and dropped.
 * @throws {Error} where the client goes away before the end.
 */
export async function readRequest(
  incoming: IncomingMessage,
  limit: number,
): Promise<ServerRequest> {
  const raw = await readBytes(incoming, limit);
  const coding = incoming.headers['content-encoding'];
  if (raw === undefined) {
    const message = `the body must have at most ${limit} bytes`;
    return toRequest(incoming, NO_BYTES, NO_BYTES, { kind: 'body-too-large', message });
  }
  if (coding === undefined || raw.length === 0) return toRequest(incoming, raw, raw);
  const decoded = await decodeBody(raw, coding, limit);
  return decoded.ok
    ? toRequest(incoming, raw, decoded.body)
    : toRequest(incoming, raw, NO_BYTES, { kind: decoded.kind, message: decoded.message });
}

function readBytes(incoming: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array | undefined>();
  let chunks: Buffer[] = [];
  let length = 0;
  incoming.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > limit) chunks = [];
    else chunks.push(chunk);
  });
  incoming.on('end', () => {
    if (length > limit) resolve(undefined);
    else
      resolve(
        chunks.length === 1 ? chunks[0]! : chunks.length === 0 ? NO_BYTES : Buffer.concat(chunks),
      );
  });
  incoming.on('error', reject);
  incoming.on('close', () => {
    if (!incoming.readableEnded) reject(new Error('the client went away before the end'));
  });
  return promise;
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
