import { type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import { LEAST_PATIENCE_MS, type Turn } from './watch.ts';

/** So many requests of an operation that has taken none stand still, or are given up: more would tell nothing. */
const MOST = 3;

/** Where an operation stands that has taken nothing yet. */
interface Standing {
  underWay: number;
  /** Since when some are, and none was answered. */
  since: number;
  givenUp: number;
  /** Resolves when one of those under way is over. */
  change: PromiseWithResolvers<void>;
}

/** Keeps an operation that never answers, such as one that streams, from being all that a run waits for. */
export class SilentOperations {
  readonly #taking = new Set<string>();
  readonly #waiting = new Map<string, Standing>();

  /** Whether no more requests of an operation are sent, as it answers nothing. */
  isGivenUp(id: string): boolean {
    return !this.#taking.has(id) && (this.#waiting.get(id)?.givenUp ?? 0) >= MOST;
  }

  /**
   * Resolves when a request of an operation may go.
   *
   * @returns Says what came of it; `undefined` where the operation answers nothing.
   */
  async enter(
    id: string,
    turn?: Turn,
  ): Promise<((exchange: JudgedExchange | undefined) => void) | undefined> {
    for (;;) {
      if (this.#taking.has(id)) return () => undefined;
      if (this.isGivenUp(id)) return undefined;
      const standing = this.#of(id);
      const now = performance.now();
      // As long as it may just be slow, it keeps its turns: their order is the run's.
      if (standing.underWay < MOST || now - standing.since < LEAST_PATIENCE_MS) {
        if (standing.underWay === 0) standing.since = now;
        standing.underWay += 1;
        return (exchange) => this.#leave(id, standing, exchange);
      }
      turn?.holdBack();
      await standing.change.promise;
    }
  }

  #leave(id: string, standing: Standing, exchange: JudgedExchange | undefined): void {
    const { change } = standing;
    standing.underWay -= 1;
    standing.change = Promise.withResolvers();
    const { outcome } = exchange ?? {};
    if (outcome?.kind === 'failure' && outcome.failure.kind === 'timeout') standing.givenUp += 1;
    else standing.since = performance.now();
    // Whoever streams refuses what is broken at once.
    if (exchange !== undefined && acceptanceOf(exchange) !== undefined) this.#taking.add(id);
    change.resolve();
  }

  #of(id: string): Standing {
    const known = this.#waiting.get(id);
    const change = Promise.withResolvers<void>();
    const standing = known ?? { underWay: 0, since: 0, givenUp: 0, change };
    this.#waiting.set(id, standing);
    return standing;
  }
}
