import { type JsonObject, type JsonValue, RawNumber, isJsonNumber } from './json-value.ts';
import { parseJson } from './parse-json.ts';

/**
 * Writes a JSON text with exact numbers. Depth costs heap, never the stack.
 *
 * @param indent Spaces a level; default 0, everything on one line.
 */
export function stringifyJson(value: JsonValue, indent = 0): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch {
    // A bigint, or nested deeper than the stack allows: neither is common, both are JSON here.
    return new JsonWriter(indent).write(value);
  }
}

/** A text as it is, any other value as JSON. */
export function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

/** A value in a message: its JSON, cut to `max` characters. */
export function showJson(value: JsonValue, max = 60): string {
  const text = stringifyJson(value);
  const characters = Array.from(text.slice(0, max * 2));
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text;
}

interface Frame {
  readonly entries: readonly (readonly [string, JsonValue])[];
  readonly close: string;
  next: number;
}

class JsonWriter {
  readonly #indent: number;
  readonly #stack: Frame[] = [];
  #text = '';

  constructor(indent: number) {
    this.#indent = indent;
  }

  write(value: JsonValue): string {
    this.#start(value);
    for (let frame = this.#stack.at(-1); frame; frame = this.#stack.at(-1)) {
      const entry = frame.entries[frame.next];
      if (entry === undefined) {
        this.#stack.pop();
        this.#newLine();
        this.#text += frame.close;
      } else {
        if (frame.next > 0) this.#text += ',';
        frame.next += 1;
        this.#newLine();
        this.#text += entry[0];
        this.#start(entry[1]);
      }
    }
    return this.#text;
  }

  /** Writes a scalar or an empty container whole; opens any other container. */
  #start(value: JsonValue): void {
    if (typeof value === 'bigint') this.#text += String(value);
    else if (value instanceof RawNumber) this.#text += value.source;
    else if (typeof value !== 'object' || value === null) this.#text += JSON.stringify(value);
    else if (Array.isArray(value)) this.#open('[', value.map(withoutKey), ']');
    else this.#open('{', this.#members(value), '}');
  }

  #members(value: JsonObject): (readonly [string, JsonValue])[] {
    const colon = this.#indent > 0 ? ': ' : ':';
    const members: (readonly [string, JsonValue])[] = [];
    for (const [key, member] of Object.entries<JsonValue | undefined>(value)) {
      // As JSON.stringify has it, so that both ways write the same.
      if (member !== undefined) members.push([JSON.stringify(key) + colon, member]);
    }
    return members;
  }

  #open(open: string, entries: Frame['entries'], close: string): void {
    this.#text += open;
    if (entries.length === 0) this.#text += close;
    else this.#stack.push({ entries, close, next: 0 });
  }

  #newLine(): void {
    if (this.#indent > 0) this.#text += `\n${' '.repeat(this.#indent * this.#stack.length)}`;
  }
}

function withoutKey(item: JsonValue): readonly [string, JsonValue] {
  return ['', item];
}

/** Texts that have anything else are no numbers; most have, and to find that out by parsing takes long. */
const NUMBER = /^[-+.\deE\s]+$/;

/** What a number or a text can stand for: itself, the text of a number, the number that a text has. */
export function* readings(value: JsonValue): Generator<JsonValue, void, undefined> {
  yield value;
  const text = textOf(value);
  yield text;
  if (!NUMBER.test(text)) return;
  const parsed = parseJson(text);
  if (parsed.ok && isJsonNumber(parsed.value)) yield parsed.value;
}
