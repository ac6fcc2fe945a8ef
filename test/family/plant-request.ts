import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** A plant as the specification has it; an id is a bigint, so that none is ever rounded. */
export interface Plant {
  readonly id: bigint;
  readonly name: string;
  readonly tag?: string | undefined;
}

/** A request as a store sees it. */
export interface PlantRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
  readonly socket: Socket;
  /** Of the store's requests, from 1. */
  readonly count: number;
  /** Of the connection's requests, from 1. */
  readonly onConnection: number;
  /** Requests that are under way, this one included. */
  readonly parallel: number;
  /** What the store was last sent and took, before this request. */
  readonly before: Plant | undefined;
  /** The JSON of the body, once it is parsed. */
  value?: unknown;
  /** The plant of the body, once it is judged. */
  plant?: Plant;
}

/** An answer, as far as it is data. */
export interface Reply {
  readonly status: number;
  /** Names as they go out. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Written as JSON, with exact integers, where there is no `body`. */
  readonly json?: unknown;
  readonly body?: string | Buffer | undefined;
}

/** Why a request isn't taken, with the answer that says so. */
export class Refusal<Why extends string = Reason> {
  readonly reason: Why;
  readonly reply: Reply;

  constructor(reason: Why, reply: Reply) {
    this.reason = reason;
    this.reply = reply;
  }
}

/** The reasons of the plain store; a store of the family can have more. */
export type Reason =
  | 'path'
  | 'method'
  | 'token'
  | 'media-type'
  | 'no-body'
  | 'syntax'
  | 'shape'
  | 'used-id'
  | 'taste';

/** A well-formed refusal. */
export function refuse(
  reason: Reason,
  message: string,
  status = 400,
  headers: Reply['headers'] = {},
): Refusal {
  return new Refusal(reason, {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
    json: { error: status, message },
  });
}
