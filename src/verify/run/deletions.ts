/** What a run has deleted: a refusal for want of it says nothing of the server. */
import { isPathWithin } from '../../model/resources/names.ts';
import { isAnswered } from '../../http/exchange.ts';
import { type JudgedExchange, acceptanceOf, endOf, pathOf } from '../cases/case.ts';

/** Remembers what was deleted, by its path. */
export class Deletions {
  /** When it was: what was there is found once, by whoever may delete it, too. */
  readonly #deleted = new Map<string, number>();
  /** Deletions whose answers are not there yet. */
  readonly #underWay = new Set<Promise<unknown>>();

  /** Takes note of a deletion that is sent. */
  async follow(delivery: Promise<JudgedExchange | undefined>): Promise<JudgedExchange | undefined> {
    const noted = this.#note(delivery);
    this.#underWay.add(noted);
    await noted.finally(() => this.#underWay.delete(noted));
    return delivery;
  }

  async #note(delivery: Promise<JudgedExchange | undefined>): Promise<void> {
    const exchange = await delivery;
    if (exchange !== undefined && acceptanceOf(exchange))
      this.#deleted.set(pathOf(exchange.case), endOf(exchange));
  }

  /** Takes note of what may be there again, or still, unless it was asked for while it was being deleted. */
  noteReturn(exchange: JudgedExchange): void {
    const { method } = exchange.case.request;
    if (!acceptanceOf(exchange) || (method !== 'PUT' && method !== 'GET')) return;
    const path = pathOf(exchange.case);
    if (exchange.startedAt >= (this.#deleted.get(path) ?? 0)) this.#deleted.delete(path);
  }

  /** Whether a request is refused for want of something that the run has deleted. */
  async explain(exchange: JudgedExchange): Promise<boolean> {
    const { case: sent } = exchange;
    if (!isAnswered(exchange, 404, 410) || sent.validity.kind === 'invalid') return false;
    // The server may have deleted it already, and not yet said so.
    await Promise.allSettled(this.#underWay);
    return this.#deleted.keys().some((deleted) => isPathWithin(pathOf(sent), deleted));
  }
}
