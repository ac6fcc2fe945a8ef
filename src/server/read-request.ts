import type { IncomingMessage } from 'node:http';
import type { MockRequest, Problem } from '../mock/message.ts';

/** A request as it came in, with the bytes as they came. */
export interface ServerRequest extends MockRequest {
  /** Path and query, also where the request line has the whole address (RFC 9112, 3.2.2). */
  readonly target: string;
  /** The body as sent, before any content coding is undone. */
  readonly rawBody: Uint8Array;
  /** Names and values in turns, as Node has them. */
  readonly rawHeaders: readonly string[];
  /** Found by the transport: too large, in an unknown coding, or without Host. */
  readonly problem?: Problem | undefined;
}

const NO_BYTES = new Uint8Array(0);

/** A body before and after its content codings are undone. */
interface Bodies {
  readonly raw: Uint8Array;
  readonly decoded: Uint8Array;
}

/**
 * Reads a request to its end, then calls `done`: at once where no content coding is to be undone,
 * since promises would cost a fifth of the answer. Of a client that goes away before the end,
 * nothing is heard: nobody is left to be answered.
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
    if (length > limit) done(tooLarge(incoming, limit));
    else readBody(incoming, join(chunks), limit, done);
  });
}

function join(chunks: readonly Buffer[]): Uint8Array {
  if (chunks.length === 0) return NO_BYTES;
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

function tooLarge(incoming: IncomingMessage, limit: number): ServerRequest {
  const problem = { kind: 'body-too-large', message: `the body must have at most ${limit} bytes` };
  return new IncomingRequest(incoming, { raw: NO_BYTES, decoded: NO_BYTES }, problem);
}

function readBody(
  incoming: IncomingMessage,
  raw: Uint8Array,
  limit: number,
  done: (request: ServerRequest) => void,
): void {
  const coding = headerOf(incoming, 'content-encoding');
  if (coding === undefined || raw.length === 0) {
    done(new IncomingRequest(incoming, { raw, decoded: raw }));
  } else {
    void decodeRequest(incoming, raw, coding, limit, done);
  }
}

async function decodeRequest(
  incoming: IncomingMessage,
  raw: Uint8Array,
  coding: string,
  limit: number,
  done: (request: ServerRequest) => void,
): Promise<void> {
  // Few clients compress what they send: the mock starts without the decoders.
  const { decodeBody } = await import('./content-coding.ts');
  const decoded = await decodeBody(raw, coding, limit);
  if (decoded.ok) {
    done(new IncomingRequest(incoming, { raw, decoded: decoded.body }));
  } else {
    const { kind, message } = decoded;
    done(new IncomingRequest(incoming, { raw, decoded: NO_BYTES }, { kind, message }));
  }
}

/** A class, so that a request costs no closures. */
class IncomingRequest implements ServerRequest {
  readonly method: string;
  readonly target: string;
  readonly path: string;
  readonly rawHeaders: readonly string[];
  readonly rawBody: Uint8Array;
  readonly body: Uint8Array;
  readonly problem: Problem | undefined;
  readonly #incoming: IncomingMessage;

  constructor(incoming: IncomingMessage, bodies: Bodies, problem?: Problem) {
    const { method = 'GET', url = '/', rawHeaders } = incoming;
    const target = originForm(url);
    const query = target.indexOf('?');
    this.method = method;
    this.target = target;
    this.path = query === -1 ? target : target.slice(0, query);
    this.rawHeaders = rawHeaders;
    this.rawBody = bodies.raw;
    this.body = bodies.decoded;
    this.#incoming = incoming;
    this.problem = problem ?? hostProblem(incoming);
  }

  /** Made where it is asked for: most requests have none. */
  get query(): string {
    return this.target.slice(this.path.length + 1);
  }

  header(name: string): string | undefined {
    return headerOf(this.#incoming, name);
  }
}

/** A client may send the whole address, as to a proxy; servers must take it (RFC 9112, 3.2.2). */
function originForm(target: string): string {
  if (target.startsWith('/') || !/^https?:\/\//i.test(target) || !URL.canParse(target)) {
    return target;
  }
  const { pathname, search } = new URL(target);
  return pathname + search;
}

/** RFC 9112, 3.2. Node would refuse it by itself, but with an empty body. */
function hostProblem(incoming: IncomingMessage): Problem | undefined {
  if (incoming.httpVersion !== '1.1' || headerOf(incoming, 'host') !== undefined) return undefined;
  return { kind: 'request-malformed', message: 'the header Host is missing' };
}

/** Looks at what came: Node's own map of all headers costs more than the few that are asked for. */
function headerOf(incoming: IncomingMessage, name: string): string | undefined {
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

function isNamed(header: string, name: string): boolean {
  return header.length === name.length && (header === name || header.toLowerCase() === name);
}
