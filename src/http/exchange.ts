/** What goes over the wire: exchanges, headers, content codings, command lines of curl, HAR. */
import type { SecurityScheme } from '../model/operation.ts';
import type { JsonValue } from '../openapi/json/json-value.ts';

/** Header fields in order, names as received; a name can stand there twice. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A request as it goes over the wire. */
export interface WireRequest {
  /** In uppercase. */
  readonly method: string;
  /** The request target (RFC 9112, 3.2), such as `/things?limit=1`. */
  readonly target: string;
  readonly headers: HeaderList;
  /** The exact bytes; absent where none are sent. */
  readonly body?: Uint8Array | undefined;
}

/**
 * A request without secrets, relative to any base_url: its target is path and query below that. Its
 * headers hold no credential and no Content-Length.
 */
export interface RelativeRequest extends WireRequest {
  /** What the body says, where it is JSON. */
  readonly value?: JsonValue | undefined;
  /** Whether the run's credential (the token) is added. Default true. */
  readonly withCredential?: boolean | undefined;
  /** Whether the header Accept is added. Default true. */
  readonly withAccept?: boolean | undefined;
  /** How the credential's scheme is spelled. Default `Bearer`. */
  readonly credentialScheme?: string | undefined;
  /** Whether a made-up credential is added in place of the run's. Default false. */
  readonly madeUpCredential?: boolean | undefined;
  /** Whether it is sent with the other client's credential in place of the run's. Default false. */
  readonly asOtherClient?: boolean | undefined;
  /** The scheme whose secret is added in place of what the operation asks for. Default: none. */
  readonly otherScheme?: SecurityScheme | undefined;
}

/** Whether it is sent with what the run has for the operation. */
export function hasRunCredential(request: RelativeRequest): boolean {
  const { withCredential, madeUpCredential, asOtherClient, otherScheme } = request;
  const isOther = madeUpCredential === true || asOtherClient === true || otherScheme !== undefined;
  return withCredential !== false && !isOther;
}

/** A response as it goes over the wire. */
export interface WireResponse {
  readonly status: number;
  readonly headers: HeaderList;
  /** The exact bytes. `undefined` where the body is too large to be held: it can't be validated. */
  readonly body: Uint8Array | undefined;
}

/**
 * A request as it went out, as people may see it: credentials are replaced by a placeholder such as
 * `Bearer $TOKEN`; secrets never get here.
 */
export interface SentRequest extends Omit<WireRequest, 'target'> {
  /** Absolute. */
  readonly url: string;
}

/** A complete response. */
export interface ReceivedResponse extends WireResponse {
  readonly statusText: string;
  /** As received, after the transfer coding, before any content coding is undone. */
  readonly rawBody: Uint8Array;
  /** With the content codings undone; as received where they can't be. */
  readonly body: Uint8Array;
  /** Why `body` could not be decoded, if it couldn't. */
  readonly decodingError?: string | undefined;
}

/**
 * `refused` (no connection), `reset` (closed or reset before the end of the headers), `truncated`
 * (closed before the end of the body), `timeout`, `malformed` (not HTTP), `tls`, `dns`, `other`.
 */
export const transportFailures = [
  'refused',
  'reset',
  'truncated',
  'timeout',
  'malformed',
  'tls',
  'dns',
  'too-large',
  'other',
] as const;

/** Why there is no complete response. */
export interface TransportFailure {
  readonly kind: (typeof transportFailures)[number];
  readonly message: string;
  /**
   * A reused connection ended before a byte of the response came. A server may close an idle
   * connection at the moment when the next request is sent (RFC 9112, 9.3.1), so once is no fault.
   */
  readonly mayBeRace?: boolean | undefined;
  /** The run had seen enough, and gave the request up before its time. */
  readonly isCutOff?: boolean | undefined;
  /** What had arrived, for `truncated` and for a timeout within the body. */
  readonly partial?: { readonly status: number; readonly bodyBytes: number } | undefined;
}

/** A request as sent, with the response as received or the transport error. */
export interface Exchange {
  /** Order of sending within the run, from 0. */
  readonly sequence: number;
  /** Number of the connection, and of the request on it (0: the first). */
  readonly connection: { readonly id: number; readonly request: number };
  readonly request: SentRequest;
  readonly outcome:
    | { readonly kind: 'response'; readonly response: ReceivedResponse }
    | { readonly kind: 'failure'; readonly failure: TransportFailure };
  /** Milliseconds since the start of the run. */
  readonly startedAt: number;
  /** Milliseconds from the first byte sent to the last byte received. */
  readonly durationMs: number;
  /**
   * Milliseconds from the start of the run to the end of the exchange, time spent on waiting for a
   * connection included: what was sent before it was known when the exchange was judged.
   */
  readonly endedAt?: number | undefined;
}

type Answered = Pick<Exchange, 'outcome'>;

/** The response; `undefined` where there is none. */
export function responseOf({ outcome }: Answered): ReceivedResponse | undefined {
  return outcome.kind === 'response' ? outcome.response : undefined;
}

/** The status of the response; `undefined` where there is none. */
export function statusOf(exchange: Answered | undefined): number | undefined {
  return exchange && responseOf(exchange)?.status;
}

/** Whether it is answered with one of these statuses. */
export function isAnswered(exchange: Answered, ...statuses: readonly number[]): boolean {
  const status = statusOf(exchange);
  return status !== undefined && statuses.includes(status);
}

/** One side of an exchange that is written down. */
export interface RecordedMessage {
  readonly headers: HeaderList;
  /**
   * With the content codings undone. `undefined` where none was sent, and where it can't be shown: it
   * was too large to be held, or is not what its codings say.
   */
  readonly body: Uint8Array | undefined;
  /** Bytes as they were sent; -1 where they were not counted. */
  readonly bodySize: number;
}

/** An exchange without secrets, as it is written down for people and tools. */
export interface RecordedExchange {
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly request: RecordedMessage & { readonly method: string; readonly url: string };
  /** What the client got. */
  readonly response: RecordedMessage & { readonly status: number; readonly statusText: string };
}

/** A header's value; values of a repeated name are joined with ", " (RFC 9110, 5.3). */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  const wanted = name.toLowerCase();
  let joined: string | undefined;
  for (const [key, value] of headers) {
    if (isNamed(key, wanted)) joined = joined === undefined ? value : `${joined}, ${value}`;
  }
  return joined;
}

/** Lower-cased names to values, as {@link headerValue} has them. */
export function headerMap(headers: HeaderList): Record<string, string> {
  // Without a prototype: a header may be called "constructor".
  const map = Object.create(null) as Record<string, string>;
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const before = map[key];
    map[key] = before === undefined ? value : `${before}, ${value}`;
  }
  return map;
}

/** Node's `rawHeaders`, names and values in turns, as pairs. */
export function headerPairs(rawHeaders: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    pairs.push([rawHeaders[i]!, rawHeaders[i + 1]!]);
  }
  return pairs;
}

/** Of these, which stand for one value, the first one counts, as with Node's own map of headers. */
const SINGLE: ReadonlySet<string> = new Set(['authorization', 'content-type', 'host', 'origin']);

/**
 * A request's header as a server reads it: {@link headerValue}, but of those that stand for one value
 * the first. Node's own map of all headers costs more than the few that are asked for, and keeps
 * the message alive.
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
