/** A value in a text, and the key in front of it if it has one. */
interface Place {
  readonly start: number;
  readonly value: number;
}

const SPACE = /[ \t\n\r]*/y;
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
