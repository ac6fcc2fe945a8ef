/** Running: sending cases to a server, judging what comes back, telling it as events. */
import type { RunOptions } from './run-options.ts';
import { Conductor } from './conductor.ts';
import type { RunEvent } from './event.ts';

/** Sends the cases and tells what comes of it. Ending the iteration ends the run. */
export async function* run(options: RunOptions): AsyncGenerator<RunEvent, void, undefined> {
  const queue = new EventQueue<RunEvent>();
  const left = new AbortController();
  const signals = options.signal ? [options.signal, left.signal] : [left.signal];
  const conductor = new Conductor(options, AbortSignal.any(signals), (event) => queue.push(event));
  const work = conductor.conduct().then(
    () => queue.end(),
    (error: unknown) => queue.fail(error),
  );
  try {
    yield* queue;
  } finally {
    left.abort();
    await work;
  }
}

/** Values that are pushed on one side and iterated over on the other. */
class EventQueue<Value> implements AsyncIterable<Value> {
  readonly #waiting: Value[] = [];
  #wake: (() => void) | undefined;
  #isOver = false;
  #error: unknown;

  push(value: Value): void {
    this.#waiting.push(value);
    this.#wake?.();
  }

  /** No more values come. */
  end(): void {
    this.#isOver = true;
    this.#wake?.();
  }

  /** The iteration throws this once the values before it are read. */
  fail(error: unknown): void {
    this.#error = error;
    this.end();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Value, void, undefined> {
    for (;;) {
      // All that is there is handed out before waiting again.
      for (const value of this.#waiting.splice(0)) yield value;
      if (this.#waiting.length > 0) continue;
      if (this.#isOver) break;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
    }
    if (this.#error !== undefined) throw this.#error;
  }
}
