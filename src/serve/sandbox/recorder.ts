/** Bounds of a {@link Recorder}. */
export interface RecorderLimits {
  /** How many exchanges are kept. */
  readonly count: number;
  /** Bytes that are kept altogether; may fall, see {@link Recorder.trim}. */
  readonly bytes: number;
}

/** What of a sandbox has changed. */
export type SandboxTopic =
  | 'resources'
  | 'profile'
  | 'faults'
  | 'settings'
  | 'scenario'
  | 'requests'
  | 'sandboxes'
  | 'reload'
  | 'dropped';

/** Whoever follows what is recorded. */
export interface RecorderListener<Shown> {
  exchange(exchange: Shown): void;
  changed(topic: SandboxTopic): void;
}

/** Exchanges that are kept, as they are shown. */
export interface Recorded<Shown> {
  /** The newest last. */
  readonly requests: readonly Shown[];
  /** Number of the newest exchange that there ever was; 0 before the first. */
  readonly last: number;
  /** How many had to give way to newer ones. */
  readonly dropped: number;
}

/** What is kept of what was asked and answered; in this process, or where several share it. */
export interface Records<Kept, Shown> {
  /** Of the sandbox. */
  readonly name: string;
  /** Whether someone waits for news. */
  readonly isWatched: boolean;
  /** @param bytes What it weighs. */
  add(record: Kept, bytes: number): void;
  /** Lets go of what is beyond a limit that has fallen. */
  trim(): void;
  /**
   * The newest of those with a higher number than `after`.
   *
   * @throws {StateError} where other processes keep them too: use {@link read}.
   */
  list(after?: number, limit?: number): Shown[];
  /** The same, with how many there were. */
  read(after?: number, limit?: number): Recorded<Shown> | Promise<Recorded<Shown>>;
  /** Forgets what is kept; numbers go on. */
  clear(): void | Promise<void>;
  /** Tells of further exchanges and changes; the function that is returned ends it. */
  subscribe(listener: RecorderListener<Shown>): () => void;
  /** Tells the listeners that something has changed. */
  notify(topic: SandboxTopic): void;
}

/** The newest exchanges. Keeps references and does no work on them before someone asks. */
export class Recorder<Kept, Shown> implements Records<Kept, Shown> {
  /** Of the sandbox. */
  readonly name: string;
  readonly #limits: RecorderLimits;
  /** The exchange with a number stands at the number modulo the count. */
  readonly #ring: (Kept | undefined)[] = [];
  readonly #weights: number[] = [];
  readonly #show: (record: Kept, seq: number) => Shown;
  readonly #listeners = new Set<RecorderListener<Shown>>();
  #last = 0;
  #oldest = 1;
  #bytes = 0;
  #dropped = 0;

  /** @param show What is shown of an exchange, by its number: from 1, each higher than the one before. */
  constructor(name: string, limits: RecorderLimits, show: (record: Kept, seq: number) => Shown) {
    this.name = name;
    this.#limits = limits;
    this.#show = show;
  }

  /** Whether someone waits for news. */
  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  /** @param bytes What it weighs. */
  add(record: Kept, bytes: number): void {
    const { count } = this.#limits;
    const seq = ++this.#last;
    if (seq - this.#oldest >= count) this.#dropOldest();
    this.#ring[seq % count] = record;
    this.#weights[seq % count] = bytes;
    this.#bytes += bytes;
    this.trim();
    if (!this.isWatched) return;
    for (const listener of this.#listeners) listener.exchange(this.#show(record, seq));
  }

  /** Lets go of the oldest until the others are within the limit. */
  trim(): void {
    while (this.#bytes > this.#limits.bytes && this.#oldest <= this.#last) this.#dropOldest();
  }

  /** The newest of those with a higher number than `after`, the newest last. */
  list(after = 0, limit: number = this.#limits.count): Shown[] {
    const list: Shown[] = [];
    const first = Math.max(this.#oldest, after + 1, this.#last - limit + 1);
    for (let seq = first; seq <= this.#last; seq += 1) {
      const record = this.#ring[seq % this.#limits.count];
      if (record !== undefined) list.push(this.#show(record, seq));
    }
    return list;
  }

  read(after?: number, limit?: number): Recorded<Shown> {
    return { requests: this.list(after, limit), last: this.#last, dropped: this.#dropped };
  }

  /** Forgets what is kept; numbers go on. */
  clear(): void {
    this.#ring.length = 0;
    this.#oldest = this.#last + 1;
    this.#bytes = 0;
    this.notify('requests');
  }

  /** Tells of further exchanges and changes; the function that is returned ends it. */
  subscribe(listener: RecorderListener<Shown>): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells the listeners that something has changed. */
  notify(topic: SandboxTopic): void {
    for (const listener of this.#listeners) listener.changed(topic);
  }

  #dropOldest(): void {
    const place = this.#oldest % this.#limits.count;
    this.#bytes -= this.#weights[place] ?? 0;
    this.#ring[place] = undefined;
    this.#oldest += 1;
    this.#dropped += 1;
  }
}
