/** Waiting for what follows a change a moment later. */
import { pause } from '../../http/pause.ts';
import type { Operation } from '../../model/operation.ts';

/** Milliseconds between two looks. */
const PAUSES_MS: readonly number[] = [50, 200, 750];

/** An operation that was waited for so often in vain, and never with success, doesn't follow. */
const VAIN_WAITS = 2;

/** What a look showed in the end, and whether it was fine only later. */
interface Looked<Seen> {
  readonly seen: Seen;
  readonly isLate: boolean;
}

/** How a run waits for operations that follow changes later, and learns which of them never do. */
export class Patience {
  /** How often an operation was waited for in vain; endlessly few once it was worth it. */
  readonly #vain = new Map<Operation, number>();

  /** Looks again until it is as expected, or the patience with the operation is over. */
  async look<Seen>(
    operation: Operation,
    look: () => Promise<Seen>,
    isFine: (seen: Seen) => boolean,
  ): Promise<Looked<Seen>> {
    let seen = await look();
    if (isFine(seen)) return { seen, isLate: false };
    const vain = this.#vain.get(operation);
    if (vain === VAIN_WAITS) return { seen, isLate: false };
    for (const ms of PAUSES_MS) {
      await pause(ms);
      seen = await look();
      if (isFine(seen)) {
        this.#vain.set(operation, Number.NEGATIVE_INFINITY);
        return { seen, isLate: true };
      }
    }
    this.#vain.set(operation, (vain ?? 0) + 1);
    return { seen, isLate: false };
  }
}
