import type { ServerResponse } from 'node:http';
import type { Problem } from '../http/message.ts';
import { BODIES_IN_FLIGHT } from './limits.ts';

/** Counts the bytes of bodies that are held until an answer is over. */
export class BodiesInFlight {
  readonly #max: number;
  readonly #byAnswer = new Map<ServerResponse, number>();
  #bytes = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Holds more bytes until the answer is over, or its client has left; false where there is no room. */
  hold(outgoing: ServerResponse, bytes: number): boolean {
    if (outgoing.closed || this.#bytes + bytes > this.#max) return false;
    const held = this.#byAnswer.get(outgoing);
    if (held === undefined) outgoing.once('close', () => this.#letGo(outgoing));
    this.#byAnswer.set(outgoing, (held ?? 0) + bytes);
    this.#bytes += bytes;
    return true;
  }

  #letGo(outgoing: ServerResponse): void {
    this.#bytes -= this.#byAnswer.get(outgoing) ?? 0;
    this.#byAnswer.delete(outgoing);
  }
}

/** Of all servers of the process, which share its memory. */
export const bodiesInFlight: BodiesInFlight = new BodiesInFlight(BODIES_IN_FLIGHT);

/** Why a body is not taken. */
export const TOO_MANY_BODIES: Problem = {
  kind: 'bodies-full',
  message: 'the bodies of other requests take all the memory that there is for them, try again',
};
