import type { Problem } from '../http/message.ts';
import type { ValidatorFinding } from './validator.ts';

/** One answered request, as told to listeners: no header, and every credential masked elsewhere. */
export interface ServerExchange {
  readonly method: string;
  /** Path and query, with the sandbox in front. */
  readonly target: string;
  /** 0 where the connection was dropped. */
  readonly status: number;
  /** Milliseconds from the request's headers to the end of the answer. */
  readonly durationMs: number;
  /** Why it was refused. */
  readonly problem?: Problem | undefined;
  /** What Prism says of request and response; absent without a gateway. */
  readonly findings?: readonly ValidatorFinding[] | undefined;
}

/** Events of a running server. */
export interface ServerEvents {
  exchange: [ServerExchange];
  /** A handler of the user's threw; the request was answered with 500. */
  handlerError: [Error];
  /** Why the service itself failed, such as a store that can't be kept; answered with 500. */
  failure: [message: string];
  /** Prism itself failed; the exchange went on without it. */
  gatewayTrouble: [message: string];
}
