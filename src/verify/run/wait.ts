/** A wait for somebody else, in which the time that this process itself needs counts little. */

/**
 * A wait has so many parts, and each counts once however late its end is noticed: while this process has no time to
 * read, as while it collects garbage, an answer may be there.
 */
const PARTS = 10;

/** Calls back when nothing has come for some time. */
export class Wait {
  readonly #timer: NodeJS.Timeout;
  #parts = PARTS;

  constructor(ms: number, isOver: () => void) {
    this.#timer = setTimeout(() => {
      this.#parts -= 1;
      if (this.#parts > 0) this.#timer.refresh();
      else isOver();
    }, ms / PARTS);
  }

  /** Begins anew. */
  restart(): void {
    this.#parts = PARTS;
    this.#timer.refresh();
  }

  /** Nothing is called any more. */
  end(): void {
    clearTimeout(this.#timer);
  }
}
