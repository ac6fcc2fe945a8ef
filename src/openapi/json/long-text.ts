import { type JsonValue, isJsonObject } from './json-value.ts';
import { stringifyJson } from './stringify-json.ts';

/** A value whose lists may be made while they are written. */
export type WritableJson =
  | JsonValue
  | Iterable<JsonValue>
  | { readonly [name: string]: JsonValue | Iterable<JsonValue> };

/** Characters of a text that is handed on as it is made; a shorter one is a string. */
export const LONG_TEXT: number = 1024 * 1024;

/** Characters that are handed on at a time. */
const CHUNK = 64 * 1024;

/** A text that is made while it is read, once: however long it is, little of it is in memory. */
export class LongText implements Iterable<string> {
  readonly #pieces: Iterator<string>;
  #first: string;

  constructor(first: string, pieces: Iterator<string>) {
    this.#first = first;
    this.#pieces = pieces;
  }

  /** Characters that are made already: what it takes in memory until it is read. */
  get begun(): number {
    return this.#first.length;
  }

  *[Symbol.iterator](): Iterator<string> {
    let chunk = this.#first;
    this.#first = '';
    for (let next = this.#pieces.next(); !next.done; next = this.#pieces.next()) {
      chunk += next.value;
      if (chunk.length < CHUNK) continue;
      yield chunk;
      chunk = '';
    }
    if (chunk !== '') yield chunk;
  }

  /** All of it, for those who need it at once. */
  toString(): string {
    return [...this].join('');
  }
}

/** JSON as {@link stringifyJson} writes it: a string where it is short. */
export function jsonText(value: WritableJson): string | LongText {
  const pieces = piecesOf(value);
  let text = '';
  for (let next = pieces.next(); !next.done; next = pieces.next()) {
    text += next.value;
    if (text.length >= LONG_TEXT) return new LongText(text, pieces);
  }
  return text;
}

/** Members of the value, and items of its lists: each is short beside the whole. */
function* piecesOf(value: WritableJson): Generator<string, void> {
  if (isIterable(value)) {
    yield* itemsOf(value);
  } else if (isJsonObject(value as JsonValue)) {
    let before = '{';
    for (const [name, member] of Object.entries(value as object) as [string, WritableJson][]) {
      if (member === undefined) continue;
      yield `${before}${JSON.stringify(name)}:`;
      yield* piecesOf(member);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  } else {
    yield stringifyJson(value as JsonValue);
  }
}

function* itemsOf(items: Iterable<JsonValue>): Generator<string, void> {
  let before = '[';
  for (const item of items) {
    yield before + stringifyJson(item);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

function isIterable(value: WritableJson): value is Iterable<JsonValue> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}
