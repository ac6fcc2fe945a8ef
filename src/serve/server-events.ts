import type { Outcome } from './exchange-record.ts';

/** One answered request, as told to listeners: no header, and every credential masked elsewhere. */
export interface ServerExchange extends Pick<Outcome, 'status' | 'problem' | 'findings' | 'note'> {
  readonly method: string;
  /** Path and query, with the sandbox in front. */
  readonly target: string;
  /** Id of the operation that it was for, if it was for one. */
  readonly operation: string | undefined;
  readonly sandbox: string;
  /** Milliseconds from the request's headers to the end of the answer. */
  readonly durationMs: number;
}

/** Events of a running server. */
export interface ServerEvents {
  exchange: [ServerExchange];
  /** A handler of the user's threw; the request was answered with 500. */
  handlerError: [Error];
  /** Why the service itself failed, such as a store that can't be kept; answered with 500. */
  failure: [message: string];
  /** An exchange that was told already, now with findings that came too late for its answer. */
  late: [ServerExchange];
  /** The validator doesn't take part yet, has loaded, or has failed; exchanges went on without it. */
  validation: [message: string];
}
