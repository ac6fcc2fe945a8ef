import { violationsOf } from './violations.ts';
import type { ExchangeView } from '../../sandbox/exchange-view.ts';

/** What the list of requests is narrowed to. */
export interface Filter {
  /** Words that must all be found. */
  readonly text: string;
  readonly status: 'all' | 'success' | 'refused' | 'failed';
  /** Operation id; empty for all. */
  readonly operation: string;
  readonly violationsOnly: boolean;
}

export const NO_FILTER: Filter = { text: '', status: 'all', operation: '', violationsOnly: false };

/** More than this is dropped, the oldest first. */
const MAX_COUNT = 5000;
const MAX_CHARACTERS = 32_000_000;

interface Entry {
  readonly exchange: ExchangeView;
  readonly size: number;
  /** In lowercase, what the text filter looks at. */
  readonly words: string;
}

/** The requests that the page keeps: bounded, in order, none twice. */
export class ExchangeLog {
  #entries: Entry[] = [];
  #size = 0;
  #shown: { readonly filter: Filter; readonly list: ExchangeView[] } | undefined;

  /** How many are kept. */
  get count(): number {
    return this.#entries.length;
  }

  /** Number of the newest. */
  get last(): number {
    return this.#entries.at(-1)?.exchange.seq ?? 0;
  }

  /** Takes exchanges in their order; those that are there already are left out. */
  add(exchanges: readonly ExchangeView[]): void {
    for (const exchange of exchanges) {
      if (exchange.seq <= this.last) continue;
      const entry = { exchange, size: sizeOf(exchange), words: wordsOf(exchange) };
      this.#entries.push(entry);
      this.#size += entry.size;
    }
    this.#drop();
    this.#shown = undefined;
  }

  /**
   * Takes the server's own list in place of what is known, but for what came after it.
   *
   * @param last Number of the newest exchange when the list was made.
   */
  replace(exchanges: readonly ExchangeView[], last: number): void {
    const newer = this.#entries.map(({ exchange }) => exchange).filter(({ seq }) => seq > last);
    this.clear();
    this.add([...exchanges, ...newer]);
  }

  clear(): void {
    this.#entries = [];
    this.#size = 0;
    this.#shown = undefined;
  }

  find(seq: number): ExchangeView | undefined {
    return this.#entries.find(({ exchange }) => exchange.seq === seq)?.exchange;
  }

  /** Those that the filter lets through, the newest first. */
  filtered(filter: Filter): readonly ExchangeView[] {
    if (this.#shown?.filter === filter) return this.#shown.list;
    const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
    const list = this.#entries
      .filter((entry) => matches(entry, filter, words))
      .map(({ exchange }) => exchange)
      .reverse();
    this.#shown = { filter, list };
    return list;
  }

  #drop(): void {
    let first = Math.max(0, this.#entries.length - MAX_COUNT);
    for (const { size } of this.#entries.slice(0, first)) this.#size -= size;
    while (this.#size > MAX_CHARACTERS && first < this.#entries.length - 1) {
      this.#size -= this.#entries[first]!.size;
      first += 1;
    }
    this.#entries.splice(0, first);
  }
}

function sizeOf({ request, response }: ExchangeView): number {
  return 1000 + (request.body?.length ?? 0) + (response.body?.length ?? 0);
}

function wordsOf(exchange: ExchangeView): string {
  const { method, target, status, operation, problem } = exchange;
  const messages = violationsOf(exchange).map(({ message }) => message);
  return [method, target, status, operation ?? '', problem?.kind ?? '', ...messages]
    .join(' ')
    .toLowerCase();
}

function matches({ exchange, words }: Entry, filter: Filter, wanted: readonly string[]): boolean {
  if (filter.status !== 'all' && statusClass(exchange.status) !== filter.status) return false;
  if (filter.operation !== '' && exchange.operation !== filter.operation) return false;
  if (filter.violationsOnly && violationsOf(exchange).length === 0) return false;
  return wanted.every((word) => words.includes(word));
}

/** What an answer comes to. */
export function statusClass(status: number): 'success' | 'refused' | 'failed' {
  if (status === 0 || status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'success';
}
