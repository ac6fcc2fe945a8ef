import { type JsonValue, type JsonObject, setProperty } from './json-value.ts';
import { exactNumber } from './exact-number.ts';

/** What reading a JSON text came to. */
export type JsonParseResult =
  | { readonly ok: true; readonly value: JsonValue }
  | {
      readonly ok: false;
      /** What was wrong, with line and column (both from 1). */
      readonly message: string;
      /** UTF-16 code units from the start of the text. */
      readonly offset: number;
    };

/**
 * Text in which JSON.parse could lose a number: digits that may go beyond 2^53, a fraction of more than a double
 * holds, an exponent. A number begins the text, or has one of these before it, and one of these behind it: the
 * fraction of a time, `12:00:00.5Z`, is none.
 */
const NEEDS_EXACT_NUMBERS =
  /\d{17}|9\d{15}|(?:^|[\s:,[-])(?:(?=[\d.]{17})\d+\.\d+|\d+(?:\.\d+)?[eE][+-]?\d+)(?=[\s,}\]]|$)/;

const DELICATE_DIGITS = /\d(?:[.eE]|\d{15})/;

/** Whether a text may have a number that a double can't hold. Most texts haven't, and it is found soon. */
export function hasDelicateDigits(text: string): boolean {
  return DELICATE_DIGITS.test(text);
}

/**
 * Reads a JSON text (RFC 8259) with exact integers. The common text takes JSON.parse's speed; only
 * one with delicate numbers, or a broken one, is scanned character by character.
 */
export function parseJson(text: string, options?: ScanOptions): JsonParseResult {
  try {
    if (options === undefined && !(hasDelicateDigits(text) && NEEDS_EXACT_NUMBERS.test(text))) {
      return { ok: true, value: JSON.parse(text) as JsonValue };
    }
  } catch {
    // Scanned below, which says where it breaks.
  }
  try {
    return { ok: true, value: scanJson(text, options) };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { line, column } = lineAndColumn(text, error.offset);
    return {
      ok: false,
      message: `${error.message} at line ${line}, column ${column}`,
      offset: error.offset,
    };
  }
}

function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** Where and why a text is not JSON. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
  /** UTF-16 code units from the start of the text. */
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** Options of {@link scanJson}. */
export interface ScanOptions {
  /** Which value stays where an object has a key twice. Default: `last`, as JSON.parse has it. */
  readonly duplicateKey?: 'first' | 'last';
  /** Called at each key that its object already has. */
  readonly onDuplicateKey?: (key: string) => void;
  /** Objects and arrays in each other. Default: as many as there are. */
  readonly maxDepth?: number;
  /** Called at each number with its text. */
  readonly onNumber?: (source: string) => void;
}

interface Frame {
  readonly container: JsonValue[] | JsonObject;
  key: string;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const SPACE = /[ \t\n\r]*/y;
const LITERALS: readonly (readonly [string, JsonValue])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

/**
 * Reads a JSON text (RFC 8259) with exact numbers. Slower than JSON.parse, but it says where a
 * text is broken, sees duplicate keys, and doesn't recurse: depth costs heap, never the stack.
 *
 * @throws {JsonSyntaxError} where the text is not JSON.
 */
export function scanJson(text: string, options: ScanOptions = {}): JsonValue {
  return new Scanner(text, options).run();
}

class Scanner {
  readonly #text: string;
  readonly #options: ScanOptions;
  readonly #stack: Frame[] = [];
  #offset = 0;

  constructor(text: string, options: ScanOptions) {
    this.#text = text;
    this.#options = options;
  }

  run(): JsonValue {
    for (;;) {
      this.#skipSpace();
      let value = this.#startValue();
      // An opened container is filled by the next turns; a finished value closes what it ends.
      while (value !== undefined) {
        const frame = this.#stack.at(-1);
        if (frame === undefined) return this.#end(value);
        this.#store(frame, value);
        value = this.#afterValue(frame);
      }
    }
  }

  /** A scalar or an empty container; `undefined` where a container was opened. */
  #startValue(): JsonValue | undefined {
    const start = this.#text[this.#offset];
    if (start === '{') return this.#open({}, '}');
    if (start === '[') return this.#open([], ']');
    if (start === '"') return this.#string();
    if (start !== undefined && /[-0-9]/.test(start)) return this.#number();
    for (const [word, value] of LITERALS) {
      if (this.#text.startsWith(word, this.#offset)) {
        this.#offset += word.length;
        return value;
      }
    }
    throw this.#unexpected('a value');
  }

  #open(container: JsonValue[] | JsonObject, close: string): JsonValue | undefined {
    if (this.#stack.length === this.#options.maxDepth) {
      throw new JsonSyntaxError('the text is nested too deeply', this.#offset);
    }
    this.#offset += 1;
    this.#skipSpace();
    if (this.#text[this.#offset] === close) {
      this.#offset += 1;
      return container;
    }
    this.#stack.push({ container, key: Array.isArray(container) ? '' : this.#key() });
    return undefined;
  }

  #key(): string {
    this.#skipSpace();
    if (this.#text[this.#offset] !== '"') throw this.#unexpected('a key in double quotes');
    const key = this.#string();
    this.#skipSpace();
    if (this.#text[this.#offset] !== ':') throw this.#unexpected('":" after the key');
    this.#offset += 1;
    return key;
  }

  #store(frame: Frame, value: JsonValue): void {
    const { container, key } = frame;
    if (Array.isArray(container)) {
      container.push(value);
    } else if (Object.hasOwn(container, key)) {
      this.#options.onDuplicateKey?.(key);
      if (this.#options.duplicateKey !== 'first') setProperty(container, key, value);
    } else {
      setProperty(container, key, value);
    }
  }

  /** The container where it ends here; `undefined` where another value follows. */
  #afterValue(frame: Frame): JsonValue | undefined {
    this.#skipSpace();
    const isArray = Array.isArray(frame.container);
    const next = this.#text[this.#offset];
    if (next === ',') {
      this.#offset += 1;
      if (!isArray) frame.key = this.#key();
      return undefined;
    }
    const close = isArray ? ']' : '}';
    if (next !== close) throw this.#unexpected(`"," or "${close}"`);
    this.#offset += 1;
    this.#stack.pop();
    return frame.container;
  }

  #end(value: JsonValue): JsonValue {
    this.#skipSpace();
    if (this.#offset < this.#text.length) throw this.#unexpected('the end of the text');
    return value;
  }

  #string(): string {
    const start = this.#offset;
    let end = start;
    let escaped = true;
    while (escaped) {
      end = this.#text.indexOf('"', end + 1);
      if (end === -1) throw new JsonSyntaxError('the string is not closed', start);
      let backslashes = 0;
      while (this.#text[end - 1 - backslashes] === '\\') backslashes += 1;
      escaped = backslashes % 2 === 1;
    }
    this.#offset = end + 1;
    try {
      return JSON.parse(this.#text.slice(start, end + 1)) as string;
    } catch {
      throw this.#brokenString(start, end);
    }
  }

  #brokenString(start: number, end: number): JsonSyntaxError {
    for (let offset = start + 1; offset < end; offset += 1) {
      if (this.#text[offset]! < ' ') {
        const hex = hexCode(this.#text.charCodeAt(offset));
        return new JsonSyntaxError(`a string must escape ${hex}`, offset);
      }
      if (this.#text[offset] !== '\\') continue;
      ESCAPE.lastIndex = offset;
      if (!ESCAPE.test(this.#text))
        return new JsonSyntaxError('unknown escape in a string', offset);
      offset += 1;
    }
    return new JsonSyntaxError('the string is broken', start);
  }

  #number(): JsonValue {
    NUMBER.lastIndex = this.#offset;
    const source = NUMBER.exec(this.#text)?.[0];
    if (source === undefined) {
      this.#offset += 1;
      throw this.#unexpected('a digit after "-"');
    }
    this.#offset += source.length;
    this.#options.onNumber?.(source);
    return exactNumber(source);
  }

  #skipSpace(): void {
    SPACE.lastIndex = this.#offset;
    // Unlike exec, it makes no list of what it found: nothing here is done as often.
    SPACE.test(this.#text);
    this.#offset = SPACE.lastIndex;
  }

  #unexpected(wanted: string): JsonSyntaxError {
    const point = this.#text.codePointAt(this.#offset);
    if (point === undefined)
      return new JsonSyntaxError(`expected ${wanted}, got the end`, this.#offset);
    const isVisible = point > 32 && point < 127;
    const shown = isVisible ? JSON.stringify(String.fromCodePoint(point)) : hexCode(point);
    return new JsonSyntaxError(`expected ${wanted}, got ${shown}`, this.#offset);
  }
}

function hexCode(point: number): string {
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A value in a text, and the key in front of it if it has one. */
interface Place {
  readonly start: number;
  readonly value: number;
}

const TO_VALUE = /[ \t\n\r]*:[ \t\n\r]*/y;
const TO_NEXT = /[^,}\]]*/y;

/**
 * Where the nodes of a JSON text stand. Nothing is known before it is asked for, and then only of the
 * objects and arrays that pointers lead through.
 */
export class JsonPlaces {
  readonly #text: string;
  /** By the offset of the object or array. */
  readonly #members = new Map<number, ReadonlyMap<string, Place>>();

  /** @param text Well-formed JSON. */
  constructor(text: string) {
    this.#text = text;
  }

  /** The offset of a node (of a member: of its key) by the segments of its JSON Pointer. */
  offsetOf(segments: readonly string[]): number | undefined {
    const start = this.#after(SPACE, 0);
    let place: Place | undefined = { start, value: start };
    for (const segment of segments) {
      place = this.#membersAt(place.value).get(segment);
      if (place === undefined) return undefined;
    }
    return place.start;
  }

  #membersAt(offset: number): ReadonlyMap<string, Place> {
    const known = this.#members.get(offset) ?? new Map(this.#readMembers(offset));
    this.#members.set(offset, known);
    return known;
  }

  *#readMembers(offset: number): Generator<[key: string, place: Place]> {
    const text = this.#text;
    const isObject = text[offset] === '{';
    if (!isObject && text[offset] !== '[') return;
    let start = this.#after(SPACE, offset + 1);
    for (let index = 0; text[start] !== '}' && text[start] !== ']'; index += 1) {
      const keyEnd = isObject ? this.#endOfString(start) : start;
      const key = isObject ? (JSON.parse(text.slice(start, keyEnd)) as string) : String(index);
      const value = isObject ? this.#after(TO_VALUE, keyEnd) : start;
      yield [key, { start, value }];
      const end = this.#after(TO_NEXT, this.#endOf(value));
      start = text[end] === ',' ? this.#after(SPACE, end + 1) : end;
    }
  }

  /** Beyond an object, an array or a string; in any other value, beyond its first character. */
  #endOf(start: number): number {
    const text = this.#text;
    let depth = 0;
    let offset = start;
    do {
      const character = text[offset];
      if (character === '{' || character === '[') depth += 1;
      else if (character === '}' || character === ']') depth -= 1;
      offset = character === '"' ? this.#endOfString(offset) : offset + 1;
    } while (depth > 0);
    return offset;
  }

  #endOfString(start: number): number {
    const text = this.#text;
    let offset = start + 1;
    while (text[offset] !== '"') offset += text[offset] === '\\' ? 2 : 1;
    return offset + 1;
  }

  #after(pattern: RegExp, offset: number): number {
    pattern.lastIndex = offset;
    pattern.exec(this.#text);
    return pattern.lastIndex;
  }
}
