import { StateError } from '../../mock/state-error.ts';
import type { Recorded, RecorderListener, Records, SandboxTopic } from '../sandbox/recorder.ts';
import type { SharedStore } from './shared-store.ts';
import type { Transactions } from './transactions.ts';

/** Records that wait to be kept where the store is slow; more are lost. */
export const MOST_WAITING = 1000;

/** Milliseconds for which records are gathered: each way to the store costs as much as a request. */
const TOGETHER = 3;

/** What was asked of a shared sandbox, whichever replica has answered: kept without secrets. */
export class SharedRecords<Kept, Shown extends { readonly seq: number }> implements Records<
  Kept,
  Shown
> {
  readonly name: string;
  readonly #store: SharedStore;
  readonly #transactions: Transactions;
  readonly #text: (kept: Kept) => string;
  readonly #limit: number;
  #waiting: string[] = [];
  #keeping: Promise<void> = Promise.resolve();
  #listeners = 0;

  /**
   * @param limit How many are kept.
   * @param text What is shown, as JSON.
   */
  constructor(
    name: string,
    parts: {
      readonly store: SharedStore;
      readonly transactions: Transactions;
      readonly limit: number;
    },
    text: (kept: Kept) => string,
  ) {
    this.name = name;
    this.#store = parts.store;
    this.#transactions = parts.transactions;
    this.#limit = parts.limit;
    this.#text = text;
  }

  get isWatched(): boolean {
    return this.#listeners > 0;
  }

  add(kept: Kept): void {
    if (this.#waiting.length === 0) setTimeout(() => void this.#keep(), TOGETHER);
    if (this.#waiting.length < MOST_WAITING) this.#waiting.push(this.#text(kept));
  }

  trim(): void {
    // The store does it.
  }

  list(): Shown[] {
    throw new StateError(
      'shared-store',
      'Failed to look into the requests: other processes keep them too. Use the control API.',
    );
  }

  async read(after = 0, limit: number = this.#limit): Promise<Recorded<Shown>> {
    // What this replica has answered is told by it.
    await this.#keep();
    const known = Number.isFinite(after) ? after : Number.MAX_SAFE_INTEGER;
    const { records, last, dropped } = await this.#store.records(this.name, known, limit);
    const requests = records.map(({ seq, text }) => ({ ...(JSON.parse(text) as Shown), seq }));
    return { requests, last, dropped };
  }

  clear(): Promise<void> {
    return this.#store.clearRecords(this.name);
  }

  subscribe(listener: RecorderListener<Shown>): () => void {
    this.#listeners += 1;
    let told: number | undefined;
    const begin = async (): Promise<void> => {
      told = (await this.read(Infinity)).last;
    };
    let pulling: Promise<void> = begin().catch(ignore);
    const pull = async (): Promise<void> => {
      const { requests, last } = await this.read(told);
      // It was emptied, or is another one of the same name.
      told = last;
      for (const exchange of requests) listener.exchange(exchange);
    };
    const end = this.#store.follow(this.name, (topic) => {
      if (topic === 'exchange' || topic === 'reload') pulling = pulling.then(pull).catch(ignore);
      if (topic !== 'exchange') listener.changed(topic);
    });
    return () => {
      this.#listeners -= 1;
      end();
    };
  }

  /** Together with what is being done, where something is; else at once. */
  notify(topic: SandboxTopic): void {
    const { current } = this.#transactions;
    if (current !== undefined) current.write(['tell', topic]);
    else this.#store.tell(this.name, topic).catch(ignore);
  }

  #keep(): Promise<void> {
    const texts = this.#waiting;
    if (texts.length === 0) return this.#keeping;
    this.#waiting = [];
    this.#keeping = this.#store.record(this.name, texts).catch(ignore);
    return this.#keeping;
  }
}

/** Nobody could be told: who asks the store next is. */
function ignore(): void {}
