/** Values that are pushed on one side and iterated over on the other. */
export class EventQueue<Value> implements AsyncIterable<Value> {
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
