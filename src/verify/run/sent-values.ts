import { type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import type { Case } from '../cases/case.ts';

const REMEMBERED = 2_000_000;
/** An entry takes so many besides its text, about. */
const AROUND_TEXT = 100;
/** Longer texts are files: nobody carries them over. */
const MAX_TEXT = 100_000;

/** A case that sent a value; the case itself would keep its body. */
interface Sender {
  readonly id: string;
  readonly number: number;
}

/**
 * Which cases sent which value as which property: the latest two, of which one may be the asker. Values
 * that were sent long ago are forgotten: what is carried over comes from a request shortly before.
 */
export class SentValues {
  readonly #most: number;
  readonly #numbers = new WeakMap<Case, number>();
  #senders = new Map<string, readonly Sender[]>();
  #older: ReadonlyMap<string, readonly Sender[]> = new Map();
  #characters = 0;
  #count = 0;

  /** @param most Characters that are remembered at the least; twice as many at the most. */
  constructor(most: number = REMEMBERED) {
    this.#most = most;
  }

  add(sent: Case): void {
    const { value } = sent.request;
    if (!isJsonObject(value)) return;
    const sender = { id: sent.id, number: this.#count++ };
    this.#numbers.set(sent, sender.number);
    for (const [name, own] of Object.entries(value)) {
      if (sent.request.method === 'PUT') this.#remember(keyAt(sent, name, own), sender);
      if (typeof own === 'object' || typeof own === 'boolean') continue;
      if (typeof own === 'string' && own.length > MAX_TEXT) continue;
      this.#remember(keyOf(name, own), sender);
    }
  }

  /** Whether a request to the same path sent this as this property. */
  hasReplaced(property: string, value: JsonValue, of: Case): boolean {
    return this.#of(keyAt(of, property, value)).length > 0;
  }

  #remember(key: string, sender: Sender): void {
    const before = this.#of(key).slice(-1);
    this.#characters += this.#senders.has(key) ? 0 : key.length + AROUND_TEXT;
    this.#senders.set(key, [...before, sender]);
    if (this.#characters < this.#most) return;
    this.#older = this.#senders;
    this.#senders = new Map();
    this.#characters = 0;
  }

  #of(key: string): readonly Sender[] {
    return this.#senders.get(key) ?? this.#older.get(key) ?? [];
  }

  /** The latest one: what is carried over comes from the request before. */
  find(property: string, value: JsonValue, than: Case): Sender | undefined {
    const own = this.#numbers.get(than);
    return this.#of(keyOf(property, value)).findLast(({ number }) => number !== own);
  }
}

/** Short, however long the value. */
function keyAt({ request }: Case, property: string, value: JsonValue): string {
  return `${request.target}\0${keyOf(property, value).slice(0, 200)}`;
}

function keyOf(property: string, value: JsonValue): string {
  return `${property}\0${stringifyJson(value)}`;
}
