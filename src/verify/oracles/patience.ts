/** Waiting for what follows a change a moment later. */
import { pause } from '../../http/pause.ts';
import type { Operation } from '../../model/operation.ts';

/** Milliseconds between two looks. */
const PAUSES_MS: readonly number[] = [50, 200, 750];

/** An operation that was waited for so often in vain, and never with success, doesn't follow. */
const VAIN_WAITS = 2;

/** How a run waits for operations that follow changes later, and learns which of them never do. */
export class Patience {
  /** How often an operation was waited for in vain; endlessly few once it was worth it. */
  readonly #vain = new Map<Operation, number>();

  /** What a look shows in the end: it looks again until that is as expected, or the patience with the operation is over. */
  async look<Seen>(
    operation: Operation,
    look: () => Promise<Seen>,
    isFine: (seen: Seen) => boolean,
  ): Promise<Seen> {
    let seen = await look();
    if (isFine(seen)) return seen;
    const vain = this.#vain.get(operation);
    if (vain === VAIN_WAITS) return seen;
    for (const ms of PAUSES_MS) {
      await pause(ms);
      seen = await look();
      if (isFine(seen)) {
        this.#vain.set(operation, Number.NEGATIVE_INFINITY);
        return seen;
      }
    }
    this.#vain.set(operation, (vain ?? 0) + 1);
    return seen;
  }
}
