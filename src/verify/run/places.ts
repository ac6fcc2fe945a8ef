import { pause } from '../../http/pause.ts';
import type { RunRecord } from './run-record.ts';
import type { Turn } from './watch.ts';

/** Milliseconds between two looks at whether requests are under way. */
const LULL_MS = 5;

/** A look at the server, for which everything else waits. */
export interface Look {
  /** Whether what came back so far is a reason for it. */
  isDue(): boolean;
  look(): Promise<void>;
}

/** Where pieces of work are done side by side, until the run is stopped. */
export class Places {
  readonly #record: RunRecord;
  readonly #signal: AbortSignal;
  readonly #looks: readonly Look[];
  /** Pieces of work under way, but for those that are silent. */
  #busy = 0;
  /** The look that everything waits for. */
  #look: Promise<void> | undefined;

  constructor(record: RunRecord, signal: AbortSignal, looks: readonly Look[]) {
    this.#record = record;
    this.#signal = signal;
    this.#looks = looks;
  }

  /** Does something with each item in their order, with so many at a time. */
  async fill<Item>(
    places: number,
    items: Iterable<Item>,
    act: (item: Item, turn: Turn) => Promise<unknown>,
  ): Promise<void> {
    const waiting = Iterator.from(items);
    const work = async (): Promise<void> => {
      for (;;) {
        await this.#lookAgain();
        if (this.#record.stopped) return;
        const { value, done } = waiting.next();
        if (done === true) return;
        this.#busy += 1;
        await this.#record.watch.place((turn) => act(value, turn));
        this.#busy -= 1;
      }
    };
    await Promise.all(Array.from({ length: places }, work));
    await this.#lookAgain();
  }

  async #lookAgain(): Promise<void> {
    const due = this.#look === undefined && this.#looks.find((one) => one.isDue());
    if (due) this.#look = this.#lookInto(due);
    await this.#look;
  }

  async #lookInto(due: Look): Promise<void> {
    // What fails for too many requests at a time would fail still.
    while (this.#busy > 0) await pause(LULL_MS, this.#signal);
    if (!this.#record.stopped) await due.look();
    this.#look = undefined;
  }
}
