/** Bounds of a {@link Recorder}. */
export interface RecorderLimits {
  /** How many exchanges are kept. */
  readonly count: number;
  /** Bytes of bodies that are kept altogether. */
  readonly bytes: number;
}

/** Something that was recorded, with its number. */
export interface Recorded<Kept> {
  /** From 1, each higher than the one before. */
  readonly seq: number;
  readonly kept: Kept;
}

/** The newest exchanges. Keeps references and does no work on them before someone asks. */
export class Recorder<Kept> {
  readonly #limits: RecorderLimits;
  /** The exchange with a number stands at the number modulo the count. */
  readonly #ring: (Kept | undefined)[] = [];
  readonly #weights: number[] = [];
  readonly #listeners = new Set<(recorded: Recorded<Kept>) => void>();
  #last = 0;
  #oldest = 1;
  #bytes = 0;
  #dropped = 0;

  constructor(limits: RecorderLimits) {
    this.#limits = limits;
  }

  /** Number of the newest exchange that there ever was; 0 before the first. */
  get last(): number {
    return this.#last;
  }

  /** How many had to give way to newer ones. */
  get dropped(): number {
    return this.#dropped;
  }

  /** @param bytes What it weighs. */
  add(kept: Kept, bytes: number): void {
    const { count, bytes: maxBytes } = this.#limits;
    const seq = ++this.#last;
    if (seq - this.#oldest >= count) this.#dropOldest();
    this.#ring[seq % count] = kept;
    this.#weights[seq % count] = bytes;
    this.#bytes += bytes;
    while (this.#bytes > maxBytes && this.#oldest < seq) this.#dropOldest();
    if (this.#listeners.size > 0) for (const listener of this.#listeners) listener({ seq, kept });
  }

  /** The newest of those with a higher number than `after`, the newest last. */
  list(after = 0, limit: number = this.#limits.count): Recorded<Kept>[] {
    const list: Recorded<Kept>[] = [];
    const first = Math.max(this.#oldest, after + 1, this.#last - limit + 1);
    for (let seq = first; seq <= this.#last; seq += 1) {
      const kept = this.#ring[seq % this.#limits.count];
      if (kept !== undefined) list.push({ seq, kept });
    }
    return list;
  }

  /** Forgets what is kept; numbers go on. */
  clear(): void {
    this.#ring.length = 0;
    this.#oldest = this.#last + 1;
    this.#bytes = 0;
  }

  /** Tells of every further exchange; the function that is returned ends it. */
  subscribe(listener: (recorded: Recorded<Kept>) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #dropOldest(): void {
    const place = this.#oldest % this.#limits.count;
    this.#bytes -= this.#weights[place] ?? 0;
    this.#ring[place] = undefined;
    this.#oldest += 1;
    this.#dropped += 1;
  }
}
