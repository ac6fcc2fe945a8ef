import { headerValue } from '../../http/exchange.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import { pause } from '../../http/pause.ts';

/** Milliseconds that a run waits in all because a server asks for fewer requests. */
const PATIENCE_MS = 30_000;
/** A first wait where the server doesn't say how long; each next one is twice as long. */
const FIRST_WAIT_MS = 1000;

/** Options of {@link Gate}. */
export interface GateOptions {
  /** Requests a second. Default: as many as the server answers. */
  readonly rate?: number | undefined;
  /** Ends all waiting. */
  readonly signal: AbortSignal;
  /** Milliseconds of waiting on the server's demand, in all. Default 30,000. */
  readonly patienceMs?: number | undefined;
}

/** Lets requests through: so many a second, and none while the server asks for fewer. */
export class Gate {
  readonly #intervalMs: number;
  readonly #signal: AbortSignal;
  #patienceMs: number;
  #nextPlace = 0;
  #quietUntil = 0;
  #nextWaitMs = FIRST_WAIT_MS;
  #closedFor: number | undefined;

  constructor(options: GateOptions) {
    this.#intervalMs = options.rate === undefined ? 0 : 1000 / options.rate;
    this.#signal = options.signal;
    this.#patienceMs = options.patienceMs ?? PATIENCE_MS;
  }

  /** Milliseconds for which the server wants no request, where that is more than the run waits. */
  get closedFor(): number | undefined {
    return this.#closedFor;
  }

  /** Resolves when the request may go, or when the signal ends the waiting. */
  async pass(): Promise<void> {
    for (;;) {
      const now = performance.now();
      const place = Math.max(now, this.#nextPlace, this.#quietUntil);
      this.#nextPlace = place + this.#intervalMs;
      if (place > now) await pause(place - now, this.#signal);
      // The server may have asked for more quiet in the meantime.
      if (this.#signal.aborted || this.#quietUntil <= place) return;
    }
  }

  /** Obeys the Retry-After of a 429 (RFC 6585, 4), as long as the patience lasts. */
  obey(exchange: JudgedExchange): void {
    const now = performance.now();
    // Those that were under way together ask for one and the same pause.
    const isAsked = exchange.outcome.kind === 'response' && now >= this.#quietUntil;
    if (!isAsked) return;
    const wait = this.#askedFor(exchange);
    if (wait > this.#patienceMs) {
      this.#closedFor = wait;
      return;
    }
    this.#patienceMs -= wait;
    this.#quietUntil = now + wait;
  }

  #askedFor({ outcome }: JudgedExchange): number {
    const headers = outcome.kind === 'response' ? outcome.response.headers : [];
    const said = retryAfter(headerValue(headers, 'retry-after'));
    if (said !== undefined) return said;
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
