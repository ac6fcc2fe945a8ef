import { type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import type { Turn } from './watch.ts';

/** So many requests of an operation that has taken none are given up: more would tell nothing. */
const MOST_GIVEN_UP = 3;

/** So many of it are under way. With fewer, too few connections are opened to meet each replica behind a balancer. */
const MOST_UNDER_WAY = 6;

/** Where an operation stands that has taken nothing yet. */
interface Standing {
  underWay: number;
  givenUp: number;
  /** Resolves when one of those under way is over. */
  change: PromiseWithResolvers<void>;
}

/** Keeps an operation that never answers, such as one that streams, from being all that a run waits for. */
export class SilentOperations {
  readonly #taking = new Set<string>();
  readonly #waiting = new Map<string, Standing>();

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
      const own = this.#of(id);
      if (own.givenUp >= MOST_GIVEN_UP) return undefined;
      if (own.underWay < MOST_UNDER_WAY) {
        own.underWay += 1;
        return (exchange) => this.#leave(id, own, exchange);
      }
      turn?.holdBack();
      await own.change.promise;
    }
  }

  #leave(id: string, own: Standing, exchange: JudgedExchange | undefined): void {
    const { change } = own;
    own.underWay -= 1;
    own.change = Promise.withResolvers();
    const { outcome } = exchange ?? {};
    if (outcome?.kind === 'failure' && outcome.failure.kind === 'timeout') own.givenUp += 1;
    // Whoever streams refuses what is broken at once.
    if (exchange !== undefined && acceptanceOf(exchange) !== undefined) this.#taking.add(id);
    change.resolve();
  }

  #of(id: string): Standing {
    const known = this.#waiting.get(id);
    const own = known ?? { underWay: 0, givenUp: 0, change: Promise.withResolvers<void>() };
    this.#waiting.set(id, own);
    return own;
  }
}
