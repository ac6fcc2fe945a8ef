import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MockRequest, Problem } from '../http/message.ts';
import { TOO_MANY_BODIES, bodiesInFlight } from './bodies-in-flight.ts';
import { type BodySink, takeBody } from './direct-message.ts';
import { announcesMore, headProblem, tooLarge } from './limited-server.ts';
import { receivedHeader } from '../http/exchange.ts';
import { errorMessage } from '../openapi/error-message.ts';

/** A request as it came in, with the bytes as they came. */
export interface ServerRequest extends MockRequest {
  /** Path and query, also where the request line has the whole address (RFC 9112, 3.2.2). */
  readonly target: string;
  /** The target as the request line has it, where that is a whole address: may hold a login. */
  readonly address?: string | undefined;
  /** The body as sent, before any content coding is undone. */
  readonly rawBody: Uint8Array;
  /** Names and values in turns, as Node has them. */
  readonly rawHeaders: readonly string[];
  /** Found by the transport: too large, in an unknown coding, or without Host. */
  readonly problem?: Problem | undefined;
}

const NO_BYTES = new Uint8Array(0);

/** Bytes of a body that are not counted: all else that a request needs takes more. */
const SMALL_BODY = 1024;

/**
 * Reads a request, then calls `done` once: at its end, or as soon as its head or its length is a
 * problem. At once where no content coding is to be undone, since promises would cost a fifth of
 * the answer. Of a client that goes away before the end, nothing is heard: nobody is left to be
 * answered.
 *
 * @param outgoing Its body is held until this is over.
 * @param limit Bytes of body that are kept; of a longer one nothing is.
 */
export function readRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  limit: number,
  done: (request: ServerRequest) => void,
): void {
  const problem =
    headProblem(incoming) ?? (announcesMore(incoming, limit) ? tooLarge(limit) : undefined);
  if (problem !== undefined) {
    done(new IncomingRequest(incoming, problem));
    return;
  }
  new BodyReading(incoming, outgoing, limit, done).begin();
}

/** A class, so that a request costs no closures. */
class BodyReading implements BodySink {
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #limit: number;
  readonly #done: (request: ServerRequest) => void;
  readonly #chunks: Buffer[] = [];
  #letGo: (() => void) | undefined;
  #length = 0;
  #held = 0;

  constructor(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    limit: number,
    done: (request: ServerRequest) => void,
  ) {
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#limit = limit;
    this.#done = done;
  }

  begin(): void {
    this.#letGo = takeBody(this.#incoming, this);
  }

  take(chunk: Buffer): void {
    const limit = this.#limit;
    this.#length += chunk.length;
    this.#chunks.push(chunk);
    if (this.#length <= Math.min(SMALL_BODY, limit)) return;
    const isTaken = this.#length <= limit;
    if (isTaken && bodiesInFlight.hold(this.#outgoing, this.#length - this.#held)) {
      this.#held = this.#length;
      return;
    }
    this.#letGo?.();
    this.#done(new IncomingRequest(this.#incoming, isTaken ? TOO_MANY_BODIES : tooLarge(limit)));
  }

  end(): void {
    readBody(this.#incoming, join(this.#chunks), this.#limit, this.#done);
  }
}

function join(chunks: readonly Buffer[]): Uint8Array {
  if (chunks.length === 0) return NO_BYTES;
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

function readBody(
  incoming: IncomingMessage,
  raw: Uint8Array,
  limit: number,
  done: (request: ServerRequest) => void,
): void {
  const coding = receivedHeader(incoming.rawHeaders, 'content-encoding');
  if (coding === undefined || raw.length === 0) {
    done(new IncomingRequest(incoming, undefined, raw));
    return;
  }
  const decode = async (): Promise<void> => {
    // Nothing is decoded for a client that has left.
    const leaving = new AbortController();
    const leave = (): void => leaving.abort();
    incoming.socket.once('close', leave);
    const { body, problem } = await decodeLate(raw, coding, limit, leaving.signal);
    incoming.socket.off('close', leave);
    done(new IncomingRequest(incoming, problem, raw, body));
  };
  void decode();
}

/** Undoes content codings, or says why it can't; loads the decoders for it. */
export async function decodeLate(
  raw: Uint8Array,
  coding: string,
  limit: number,
  signal?: AbortSignal,
): Promise<Pick<ServerRequest, 'body' | 'problem'>> {
  try {
    // Few clients compress what they send: the mock starts without the decoders.
    const { decodeBody } = await import('../http/content-coding.ts');
    const decoded = await decodeBody(raw, coding, limit, signal);
    if (decoded.ok) return { body: decoded.body };
    const { kind, message } = decoded;
    return { body: NO_BYTES, problem: { kind, message } };
  } catch (error) {
    // The kit may be replaced by another version while it runs.
    const cause = errorMessage(error);
    const message = `the body could not be decoded: ${cause}`;
    return { body: NO_BYTES, problem: { kind: 'failure', message } };
  }
}

/** A class, so that a request costs no closures. */
class IncomingRequest implements ServerRequest {
  readonly #url: string;
  readonly method: string;
  readonly target: string;
  readonly path: string;
  readonly rawHeaders: readonly string[];
  readonly rawBody: Uint8Array;
  readonly body: Uint8Array;
  readonly problem: Problem | undefined;

  /**
   * @param raw The body as sent. Default: none.
   * @param body The same with its content codings undone. Default: there are none.
   */
  constructor(
    incoming: IncomingMessage,
    problem: Problem | undefined,
    raw: Uint8Array = NO_BYTES,
    body: Uint8Array = raw,
  ) {
    const { method = 'GET', url = '/', rawHeaders } = incoming;
    this.#url = url;
    const target = originForm(url);
    const query = target.indexOf('?');
    this.method = method;
    this.target = target;
    this.path = query === -1 ? target : target.slice(0, query);
    this.rawHeaders = rawHeaders;
    this.rawBody = raw;
    this.body = body;
    this.problem = problem;
  }

  /** Made where it is asked for: most requests have none. */
  get query(): string {
    return this.target.slice(this.path.length + 1);
  }

  get address(): string {
    return this.#url;
  }

  header(name: string): string | undefined {
    return headerOf(this.#url, this.rawHeaders, name);
  }
}

/**
 * A header of a request. Where its target is a whole address, that has the host: a `Host` beside it is
 * ignored (RFC 9112, 3.2.2).
 */
export function headerOf(
  url: string,
  rawHeaders: readonly string[],
  name: string,
): string | undefined {
  return name === 'host' && isWholeAddress(url)
    ? new URL(url).host
    : receivedHeader(rawHeaders, name);
}

/**
 * Path and query of a request's target. A client may send the whole address, as to a proxy; servers
 * must take it (RFC 9112, 3.2.2).
 */
export function originForm(target: string): string {
  if (!isWholeAddress(target)) return target;
  const { pathname, search } = new URL(target);
  return pathname + search;
}

function isWholeAddress(target: string): boolean {
  return !target.startsWith('/') && /^https?:\/\//i.test(target) && URL.canParse(target);
}
