/** Repetitions beyond the least that a quantifier asks for. */
const MORE = 2;

/** Such repetitions in the whole text, if it needn't be longer: in each other, they multiply. */
const MOST = 20;

const CLASSES: Readonly<Record<string, string>> = {
  d: '0123456789',
  w: 'abcdefghijklmnopqrstuvwxyz0123456789',
  s: ' ',
  D: 'abc',
  W: '-. ',
  S: 'abcdefgh',
};

/**
 * A text that matches a regular expression, in plain characters where it can be; `undefined` where
 * none is found, as for most look-arounds and back references.
 *
 * @param seed Another seed gives another text, where there is more than one.
 */
export function patternText(pattern: string, seed = 0, minLength = 0): string | undefined {
  let expression: RegExp;
  try {
    expression = new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
  for (const extra of [0, MORE, minLength, minLength * 2]) {
    const text = new PatternWriter(pattern, seed, extra).write();
    if (text.length >= minLength && expression.test(text)) return text;
  }
  return undefined;
}

/** Reads a pattern once and writes down what matches it; nothing for a part that it can't read. */
class PatternWriter {
  readonly #pattern: string;
  readonly #extra: number;
  #seed: number;
  #at = 0;
  #room: number;

  constructor(pattern: string, seed: number, extra: number) {
    this.#pattern = pattern;
    this.#seed = seed;
    this.#extra = extra;
    this.#room = Math.max(extra, MOST);
  }

  /** Takes one of the alternatives. */
  write(): string {
    const all = [this.#sequence()];
    while (this.#pattern[this.#at] === '|') {
      this.#at += 1;
      all.push(this.#sequence());
    }
    return this.#oneOf(all);
  }

  #sequence(): string {
    let text = '';
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#pattern[this.#at]!)) {
      const start = this.#at;
      const first = this.#atom();
      const [least, most] = this.#quantifier();
      const end = this.#at;
      // What has been written with the room that there was is not thrown away.
      const more = Math.min(this.#extra, Math.max(this.#room, 1));
      const count = Math.min(most, least + more);
      this.#room -= count - least;
      // Each repetition is drawn anew: the same characters would look less real.
      for (let i = 0; i < count; i += 1) text += i === 0 ? first : this.#again(start);
      this.#at = end;
    }
    return text;
  }

  #again(start: number): string {
    this.#at = start;
    return this.#atom();
  }

  #atom(): string {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at)!);
    this.#at += character.length;
    if (character === '^' || character === '$') return '';
    if (character === '.') return this.#oneOf(CLASSES['w']!);
    if (character === '\\') return this.#escape();
    if (character === '[') return this.#set();
    return character === '(' ? this.#group() : character;
  }

  #group(): string {
    const prefix = this.#take(/\?(?::|<\w+>|<?[=!])/uy);
    const text = this.write();
    this.#at += 1;
    // What is only looked at takes no room; whether it holds is tested at the end.
    return /[=!]$/.test(prefix) ? '' : text;
  }

  #escape(): string {
    const character = this.#pattern[this.#at]!;
    this.#at += 1;
    const known = CLASSES[character];
    if (known !== undefined) return this.#oneOf(known);
    if (/p/i.test(character)) return this.#matching(`\\${character}${this.#take(/\{[^}]*\}/uy)}`);
    if (/[bB1-9kux]/.test(character)) return '';
    return CONTROLS[character] ?? character;
  }

  #set(): string {
    return this.#matching(`[${this.#take(/(?:\\.|[^\]\\])*\]/uy)}`);
  }

  /** A plain character that matches a set or a class. */
  #matching(source: string): string {
    const set = new RegExp(`^${source}$`, 'u');
    return this.#oneOf(Array.from(PRINTABLE).filter((character) => set.test(character)));
  }

  #quantifier(): [least: number, most: number] {
    const rest = this.#take(/(?:[*+?]|\{\d+,?\d*\})\??/uy);
    if (rest === '') return [1, 1];
    const [, least, comma, most] = /^\{(\d+)(,?)(\d*)/.exec(rest) ?? [];
    if (least === undefined)
      return [rest.startsWith('+') ? 1 : 0, rest.startsWith('?') ? 1 : Infinity];
    if (comma === '') return [Number(least), Number(least)];
    return [Number(least), most === '' ? Infinity : Number(most)];
  }

  /** What the pattern has next, if it is that. */
  #take(next: RegExp): string {
    next.lastIndex = this.#at;
    const [text = ''] = next.exec(this.#pattern) ?? [];
    this.#at += text.length;
    return text;
  }

  #oneOf(choices: string | readonly string[]): string {
    const drawn = this.#seed % choices.length;
    this.#seed = (this.#seed * 31 + 7) % 1_000_003;
    return choices[drawn] ?? '';
  }
}

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' };

/** Letters first: they read best. */
const PRINTABLE =
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_. !"#$%&\'()*+,/:;<=>?@[\\]^`{|}~';
