/** Paces the requests of a run: as fast as it may, and as the server asks for. */
import { pause } from '../../http/pause.ts';
import type { JudgedExchange } from '../cases/case.ts';
import type { RunOptions } from './run-options.ts';
import type { Turn } from './watch.ts';
import { retryAfterOf } from '../checks/rate-limited.ts';

/** Milliseconds that a run waits in all because a server asks for fewer requests. */
const PATIENCE_MS = 30_000;
/** A first wait where the server doesn't say how long; each next one is twice as long. */
const FIRST_WAIT_MS = 1000;

/**
 * Lets requests through: so many a second, and none while the server asks for fewer. It asks for one
 * operation, until another one is refused meanwhile: then it asks for all.
 */
export class Gate {
  readonly #intervalMs: number;
  readonly #signal: () => AbortSignal;
  /** Whether the server wants no request for longer than the run waits. */
  isClosed = false;
  #patienceMs = PATIENCE_MS;
  #nextPlace = 0;
  #quietUntil = 0;
  /** The same for one operation, by its id. */
  readonly #quietOf = new Map<string, number>();
  /** The end of the latest request of one that wanted a pause. */
  readonly #queues = new Map<string, Promise<void>>();
  #nextWaitMs = FIRST_WAIT_MS;

  constructor({
    rate,
    signal,
  }: Pick<RunOptions, 'rate'> & {
    /** Ends the waiting. */
    readonly signal: () => AbortSignal;
  }) {
    this.#intervalMs = rate === undefined ? 0 : 1000 / rate;
    this.#signal = signal;
  }

  /**
   * Resolves when a request of an operation may go, or when the signal ends the waiting.
   *
   * @returns Says that it is over.
   */
  async pass(operation: string, turn?: Turn): Promise<() => void> {
    const leave = await this.#queue(operation, turn);
    for (;;) {
      const now = performance.now();
      const place = Math.max(now, this.#nextPlace, this.#quietUntil);
      this.#nextPlace = place + this.#intervalMs;
      if (place > now) await pause(place - now, this.#signal());
      // The server may have asked for more quiet in the meantime.
      if (this.#signal().aborted || this.#quietUntil <= place) return leave;
    }
  }

  /** Of an operation that wanted a pause, one request goes at a time; others take the place meanwhile. */
  async #queue(operation: string, turn?: Turn): Promise<() => void> {
    if (!this.#quietOf.has(operation)) return () => undefined;
    turn?.holdBack();
    const before = this.#queues.get(operation);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queues.set(operation, promise);
    await before;
    for (;;) {
      const wait = (this.#quietOf.get(operation) ?? 0) - performance.now();
      if (wait <= 0 || this.#signal().aborted) return resolve;
      await pause(wait, this.#signal());
    }
  }

  /**
   * Obeys the Retry-After of a 429 (RFC 6585, 4), as long as the patience lasts.
   *
   * @returns Whether it lasts.
   */
  obey(exchange: JudgedExchange): boolean {
    const now = performance.now();
    const { id } = exchange.case.operation;
    const quiet = [...this.#quietOf].filter(([, until]) => until > now);
    const isQuiet = now < this.#quietUntil || quiet.some(([other]) => other === id);
    // Those that were under way together ask for one and the same pause.
    if (exchange.outcome.kind !== 'response' || isQuiet) return !this.isClosed;
    const wait = this.#askedFor(exchange);
    // Of two pauses at a time, the first is waited for anyway.
    const known = Math.max(0, ...quiet.map(([, until]) => until - now));
    const more = Math.max(0, wait - known);
    if (more > this.#patienceMs) return false;
    this.#patienceMs -= more;
    this.#quietOf.set(id, now + wait);
    if (quiet.length > 0) this.#quietUntil = now + Math.max(wait, known);
    return true;
  }

  #askedFor(exchange: JudgedExchange): number {
    const seconds = retryAfter(retryAfterOf(exchange));
    if (seconds !== undefined) return seconds;
    const wait = this.#nextWaitMs;
    this.#nextWaitMs = wait * 2;
    return wait;
  }
}

/** Milliseconds of a Retry-After (RFC 9110, 10.2.3): seconds or a date. */
function retryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
