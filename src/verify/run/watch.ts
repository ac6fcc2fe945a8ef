import { pause } from '../../http/pause.ts';

/** Requests that may stand still at one time; the others wait. */
const MOST_SILENT = 32;

/** So many silent requests, and no answer to any other for as long as each may take: it hangs. */
const HANGING = 3;

/** So many requests that were given up for lack of an answer: more would tell nothing new. */
const MOST_GIVEN_UP = 16;

/** After so many answers, each next one tells little of what is usual. */
const LEARNT = 8;

/** So often it looks whether the server answers at all. */
const GUARD_MS = 100;

/** A request is silent after this many times the usual latency … */
const USUAL = 20;

/** … but not before. */
export const LEAST_PATIENCE_MS = 300;

/** Where a piece of work stands. */
export interface Turn {
  /** When its latest request went out; `undefined` while none is under way. */
  sentAt: number | undefined;
  /** Says that it waits for something that nothing else has to wait for. */
  holdBack(this: void): void;
}

/**
 * Keeps a server that hangs on some requests from holding up all others: a silent request gives its
 * place away and is waited for in the background.
 */
export class Watch {
  readonly #timeoutMs: number;
  readonly #onHanging: (silent: number, ms: number) => void;
  readonly #durations: number[] = [];
  /** Worked out anew after a few answers. */
  #patienceMs: number | undefined;
  readonly #silent = new Map<Promise<unknown>, Turn>();
  #givenUp = 0;
  #lastAnswer: number = performance.now();
  /** Since when there were silent requests without a break, and no answer to any. */
  #quietSince: number | undefined;
  #answer: PromiseWithResolvers<void> = Promise.withResolvers();
  #timer: NodeJS.Timeout | undefined;
  /** When it is to look again. */
  #due = 0;

  constructor(timeoutMs: number, onHanging: (silent: number, ms: number) => void) {
    this.#timeoutMs = timeoutMs;
    this.#onHanging = onHanging;
  }

  /** Whether a request that was cut off after so long tells anything about a server that hangs. */
  isSilent(durationMs: number): boolean {
    return durationMs >= Math.max(this.#patience(), this.#timeoutMs / 2);
  }

  /** Notes that a response came. */
  answered(durationMs: number): void {
    this.#lastAnswer = performance.now();
    this.#quietSince = undefined;
    this.#answer.resolve();
    this.#answer = Promise.withResolvers();
    this.#durations.push(durationMs);
    const { length } = this.#durations;
    if (length < LEARNT || length % LEARNT === 0) this.#patienceMs = undefined;
  }

  /** Notes that a request was given up. */
  timedOut(): void {
    this.#givenUp += 1;
    if (this.#givenUp === MOST_GIVEN_UP) this.#onHanging(MOST_GIVEN_UP, this.#timeoutMs);
  }

  /** Resolves when the work is over, or the server has been silent so long that the next may go. */
  async place(work: (turn: Turn) => Promise<unknown>): Promise<void> {
    let isHeldBack = false;
    const { promise: heldBack, resolve } = Promise.withResolvers<void>();
    const holdBack = (): void => {
      isHeldBack = true;
      resolve();
    };
    const turn: Turn = { sentAt: undefined, holdBack };
    const sending = work(turn);
    const either = Promise.race([sending, heldBack]);
    // What isn't under way keeps its place: the run itself holds it back.
    for (let left = this.#patience(); left > 0; left = this.#patienceLeft(turn)) {
      if (!(await within(either, left))) continue;
      if (!isHeldBack) return;
      break;
    }
    this.#silent.set(sending, turn);
    void sending.finally(() => this.#silent.delete(sending));
    this.#guard();
    const sent = [...this.#silent].filter(([, { sentAt }]) => sentAt !== undefined);
    const over = Promise.race(sent.map(([exchange]) => exchange));
    if (sent.length >= MOST_SILENT) await over;
    // One that answers nothing may be busy with what it has: each next request waits twice as long.
    const wait = Math.min(this.#timeoutMs, this.#patience() * 2 ** (sent.length - HANGING));
    if (sent.length >= HANGING) await within(Promise.race([over, this.#answer.promise]), wait);
  }

  /** Resolves when no request is under way in the background. */
  async settled(): Promise<void> {
    await Promise.all(this.#silent.keys());
    clearTimeout(this.#timer);
  }

  #patience(): number {
    return (this.#patienceMs ??= this.#workOutPatience());
  }

  #workOutPatience(): number {
    const sorted = this.#durations.slice(-50).toSorted((a, b) => a - b);
    const usual = sorted[Math.floor(sorted.length / 2)] ?? this.#timeoutMs;
    return Math.min(this.#timeoutMs, Math.max(LEAST_PATIENCE_MS, usual * USUAL));
  }

  #patienceLeft({ sentAt }: Turn): number {
    const patience = this.#patience();
    return sentAt === undefined ? patience : Math.ceil(sentAt + patience - performance.now());
  }

  #guard(): void {
    clearTimeout(this.#timer);
    // What the judge was busy with, or had no processor for, is no silence of the server's.
    const lateMs = performance.now() - this.#due;
    if (this.#quietSince !== undefined) this.#quietSince += Math.max(0, lateMs);
    if (this.#silent.size === 0) {
      this.#quietSince = undefined;
      return;
    }
    this.#due = performance.now() + GUARD_MS;
    this.#timer = setTimeout(() => this.#guard(), GUARD_MS);
    const sent = [...this.#silent.values()].flatMap(({ sentAt }) => sentAt ?? []);
    // A server isn't silent while nobody asks.
    if (sent.length === 0) this.#quietSince = undefined;
    else this.#quietSince ??= Math.max(this.#lastAnswer, Math.min(...sent));
    if (sent.length < HANGING || this.#quietSince === undefined) return;
    const silence = performance.now() - this.#quietSince;
    if (silence < this.#timeoutMs) return;
    clearTimeout(this.#timer);
    this.#onHanging(sent.length, Math.round(silence));
  }
}

/** Whether the promise settles within so many milliseconds. */
async function within(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  // An answer that came while the judge was busy has not been read yet.
  const timer = setTimeout(() => setImmediate(resolve, false), ms);
  const isOver = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return isOver;
}

/** Milliseconds between two looks at whether requests are under way. */
const LULL_MS = 5;

/** A look at the server, for which everything else waits. */
interface Look {
  /** Whether what came back so far is a reason for it. */
  isDue(): boolean;
  look(): Promise<void>;
}

/** What tells whether a run goes on, and watches its work. */
interface Watched {
  readonly stopped: unknown;
  readonly watch: Watch;
}

/** Where pieces of work are done side by side, until the run is stopped. */
export class Places {
  readonly #record: Watched;
  readonly #signal: AbortSignal;
  readonly #looks: readonly Look[];
  /** Pieces of work under way, but for those that are silent. */
  #busy = 0;
  /** The look that everything waits for. */
  #look: Promise<void> | undefined;

  constructor(record: Watched, signal: AbortSignal, looks: readonly Look[]) {
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
        if (this.#record.stopped !== undefined) return;
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
    const due = this.#look === undefined && this.#looks.find((look) => look.isDue());
    if (due) this.#look = this.#lookInto(due);
    await this.#look;
  }

  async #lookInto(due: Look): Promise<void> {
    // What fails for too many requests at a time would fail still.
    while (this.#busy > 0) await pause(LULL_MS, this.#signal);
    if (this.#record.stopped === undefined) await due.look();
    this.#look = undefined;
  }
}
