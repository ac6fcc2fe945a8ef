/** What goes over the wire: exchanges, headers, content codings, command lines of curl, HAR. */

/** Header fields in order, names as received; a name can stand there twice. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A request as it went out. */
export interface SentRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  /** Credentials are replaced by a placeholder such as `Bearer $TOKEN`; secrets never get here. */
  readonly headers: HeaderList;
  readonly body?: Uint8Array | undefined;
}

/** A complete response. */
export interface ReceivedResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  /** As received, after the transfer coding, before any content coding is undone. */
  readonly rawBody: Uint8Array;
  /** With the content coding (gzip, deflate, br) undone. */
  readonly body: Uint8Array;
  /** Why `body` could not be decoded, if it couldn't. */
  readonly decodingError?: string | undefined;
}

/** Why there is no complete response. */
export interface TransportFailure {
  /**
   * `refused` (no connection), `reset` (closed or reset before the end of the headers), `truncated`
   * (closed before the end of the body), `timeout`, `malformed` (not HTTP), `tls`, `dns`, `other`.
   */
  readonly kind:
    | 'refused'
    | 'reset'
    | 'truncated'
    | 'timeout'
    | 'malformed'
    | 'tls'
    | 'dns'
    | 'other';
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

/** A header's value; values of a repeated name are joined with ", " (RFC 9110, 5.3). */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  const wanted = name.toLowerCase();
  const values = headers.filter(([key]) => key.toLowerCase() === wanted).map(([, value]) => value);
  return values.length > 0 ? values.join(', ') : undefined;
}
