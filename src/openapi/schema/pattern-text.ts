/** Repetitions beyond the least that a quantifier asks for. */
const MORE = 2;

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
    if (text !== undefined && text.length >= minLength && expression.test(text)) return text;
  }
  return undefined;
}

/** Reads a pattern once and writes down what matches it. */
class PatternWriter {
  readonly #pattern: string;
  readonly #extra: number;
  #seed: number;
  #at = 0;

  constructor(pattern: string, seed: number, extra: number) {
    this.#pattern = pattern;
    this.#seed = seed;
    this.#extra = extra;
  }

  write(): string | undefined {
    const text = this.#alternatives();
    return this.#at < this.#pattern.length ? undefined : text;
  }

  /** Takes one of them. */
  #alternatives(): string | undefined {
    const all = [this.#sequence()];
    while (this.#pattern[this.#at] === '|') {
      this.#at += 1;
      all.push(this.#sequence());
    }
    return all[this.#draw(all.length)];
  }

  #sequence(): string | undefined {
    let text: string | undefined = '';
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#pattern[this.#at]!)) {
      const start = this.#at;
      const first = this.#atom();
      const [least, most] = this.#quantifier();
      const end = this.#at;
      const count = Math.min(most, least + this.#extra);
      // Each repetition is drawn anew: the same characters would look less real.
      const parts = Array.from({ length: count }, (_, i) => (i === 0 ? first : this.#again(start)));
      this.#at = end;
      text = parts.includes(undefined) || text === undefined ? undefined : text + parts.join('');
    }
    return text;
  }

  #again(start: number): string | undefined {
    this.#at = start;
    return this.#atom();
  }

  #atom(): string | undefined {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at)!);
    this.#at += character.length;
    if (character === '^' || character === '$') return '';
    if (character === '.') return this.#oneOf(CLASSES['w']!);
    if (character === '\\') return this.#escape();
    if (character === '[') return this.#set();
    return character === '(' ? this.#group() : character;
  }

  #group(): string | undefined {
    const [prefix = ''] = /^\?(?::|<\w+>|[=!]|<[=!])/.exec(this.#pattern.slice(this.#at)) ?? [];
    this.#at += prefix.length;
    const text = this.#alternatives();
    this.#at += 1;
    // What is only looked at takes no room; whether it holds is tested at the end.
    return /^\?<?[=!]$/.test(prefix) ? '' : text;
  }

  #escape(): string | undefined {
    const character = this.#pattern[this.#at] ?? '';
    this.#at += 1;
    const known = CLASSES[character];
    if (known !== undefined) return this.#oneOf(known);
    if (character === 'p' || character === 'P') {
      const [name = ''] = /^\{[^}]*\}/.exec(this.#pattern.slice(this.#at)) ?? [];
      this.#at += name.length;
      return this.#matching(`\\${character}${name}`);
    }
    if (/[bB]/.test(character)) return '';
    return CONTROLS[character] ?? (/[1-9kux]/.test(character) ? undefined : character);
  }

  #set(): string | undefined {
    const end = /^(?:\\.|[^\]\\])*\]/u.exec(this.#pattern.slice(this.#at));
    if (end === null) return undefined;
    this.#at += end[0].length;
    return this.#matching(`[${end[0]}`);
  }

  /** A plain character that matches a set or a class. */
  #matching(source: string): string | undefined {
    const set = new RegExp(`^${source}$`, 'u');
    const plain = Array.from(PRINTABLE).filter((character) => set.test(character));
    return plain.length > 0 ? plain[this.#draw(plain.length)] : undefined;
  }

  #quantifier(): [least: number, most: number] {
    const rest = this.#pattern.slice(this.#at);
    const [all, sign, least, comma, most] = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(rest) ?? [];
    if (all === undefined) return [1, 1];
    this.#at += all.length;
    if (sign !== undefined) return [sign === '+' ? 1 : 0, sign === '?' ? 1 : 1000];
    const lowest = Number(least);
    if (comma === '') return [lowest, lowest];
    return [lowest, most === '' ? 1000 : Number(most)];
  }

  #oneOf(characters: string): string {
    return characters[this.#draw(characters.length)]!;
  }

  #draw(count: number): number {
    const drawn = this.#seed % count;
    this.#seed = (this.#seed * 31 + 7) % 1_000_003;
    return drawn;
  }
}

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' };

/** Letters first: they read best. */
const PRINTABLE =
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_. !"#$%&\'()*+,/:;<=>?@[\\]^`{|}~';
