import type { WireResponse } from '../raw-connection.ts';

/** One request of an attack: its bytes, and what must come of it. */
export interface FuzzRequest {
  /** What it is counted as, such as `create: body`. */
  readonly kind: string;
  readonly method: string;
  /** As sent, in Latin-1. */
  readonly bytes: string;
  /** What may be answered; one status where the specification, or the kit's own, leaves no choice. */
  readonly statuses: readonly number[];
  /** What is stored where the answer is 200. */
  readonly creation?: Creation | undefined;
  /** @throws {Error} where an answer with one of the statuses is wrong in itself. */
  readonly inspect: (answer: WireResponse) => void;
}

/** A thing as a request says it, read by none of the kit's own readers. */
export interface Thing {
  readonly id: bigint;
  readonly name: string;
  readonly tag?: string;
}

/** Where a thing is to be stored. */
export interface Creation {
  readonly sandbox: string;
  readonly thing: Thing;
}

/** Requests for one connection. */
export interface Attack {
  readonly requests: readonly FuzzRequest[];
  /** Where the bytes are cut into writes. */
  readonly cuts: readonly number[];
  /**
   * - `exact`: well-formed HTTP; each request is answered, in order.
   * - `faulty`: the same, but a fault was asked for, so that the connection may end.
   * - `broken`: whatever is answered must be one of the kit's own refusals.
   */
  readonly style: 'exact' | 'faulty' | 'broken';
  /** Whether the client ends its side, or leaves it open. */
  readonly ends: boolean;
  /** Whether it changes more than what is stored. */
  readonly changesState: boolean;
}

/** What every well-formed request carries as its credential; no answer and no recording may. */
export const TOKEN = 'fuzz-s3cret-7f3a9';

/** Text as UTF-8, each byte as a character. */
export function latin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}
