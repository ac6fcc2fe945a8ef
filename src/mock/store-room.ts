import { type JsonValue, RawNumber } from '../openapi/json/json-value.ts';
import { StateError } from './state-error.ts';

/** The bytes that several stores may take in memory together. */
export class StoreRoom {
  readonly #max: number;
  readonly #giveWay: () => boolean;
  #used = 0;

  /** @param giveWay Frees some of it; false where it can't. Default: nothing can be freed. */
  constructor(max: number, giveWay: () => boolean = () => false) {
    this.#max = max;
    this.#giveWay = giveWay;
  }

  /**
   * @param bytes How many more are taken; fewer than none are given back.
   * @throws {StateError} where there is no room for so many; none are taken then.
   */
  take(bytes: number): void {
    const isFull = (): boolean => bytes > 0 && this.#used + bytes > this.#max;
    while (isFull() && this.#giveWay());
    if (isFull()) {
      throw new StateError(
        'store-full',
        `Failed to store: the store is full, all that is stored together takes ${this.#max} bytes of memory. Delete something, or allow more with maxBytes (--max-bytes).`,
      );
    }
    this.#used += bytes;
  }
}

/** Bytes of a pointer, and of what every object has before its content. */
const POINTER = 8;
const HEAD = 32;

/** Bytes that values take in memory, as an estimate from above of what V8 needs. */
export function bytesOf(values: readonly JsonValue[]): number {
  let bytes = 0;
  // Depth costs heap, never the stack.
  const rest: JsonValue[][] = [values as JsonValue[]];
  for (let list = rest.pop(); list !== undefined; list = rest.pop()) {
    for (const value of list) {
      bytes += POINTER;
      if (typeof value === 'string') bytes += HEAD + sizeOf(value);
      else if (typeof value === 'number' || typeof value === 'bigint') bytes += POINTER;
      else if (Array.isArray(value)) {
        bytes += HEAD;
        rest.push(value);
      } else if (value instanceof RawNumber) bytes += HEAD + value.source.length;
      else if (typeof value === 'object' && value !== null) {
        bytes += 2 * HEAD;
        for (const name in value) bytes += HEAD + name.length;
        rest.push(Object.values(value));
      }
    }
  }
  return bytes;
}

const BEYOND_LATIN1 = /[^\0-\u00FF]/;

/** One byte a character where all are of Latin-1, else two. */
function sizeOf(text: string): number {
  return BEYOND_LATIN1.test(text) ? 2 * text.length : text.length;
}
