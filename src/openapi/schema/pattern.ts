import { TimelyExpression } from './timely-expression.ts';

/**
 * The regular expression of `pattern` or of a key of `patternProperties`. JSON Schema asks for
 * Unicode mode (2020-12, core 6.4); a text that is valid only without it, such as `\-`, is a
 * habit of many documents and keeps its meaning, and so does what is written as in other languages.
 *
 * @throws {SyntaxError} where it is valid in none of them.
 */
export function compilePattern(source: string): RegExp {
  try {
    return new TimelyExpression(source, 'u');
  } catch (error) {
    const { text, flags } = translated(source);
    for (const mode of [`u${flags}`, flags]) {
      try {
        return new TimelyExpression(text, mode);
      } catch {
        continue;
      }
    }
    throw error;
  }
}

/** Whether a pattern is read as another language has it. */
export function isForeignPattern(source: string): boolean {
  return translated(source).text !== source && !isExpression(source, 'u');
}

/** Escapes and sets stay as they are, but those that only other languages have. */
const FOREIGN = /\\[AzZ]|\\.|\[(?:\\.|[^\]\\])*\]|([*+?}])\+|\(\?>|\(\?P</gsu;

const IN_OUR_WORDS: Readonly<Record<string, string>> = {
  [String.raw`\A`]: '^',
  [String.raw`\z`]: '$',
  [String.raw`\Z`]: '$',
  // What is never given back matters to the time it takes, and hardly to what matches.
  '(?>': '(?:',
  '(?P<': '(?<',
};

/** A pattern of Java, Python, Perl or .NET as ECMAScript has it: flags in front, possessive quantifiers. */
function translated(source: string): { readonly text: string; readonly flags: string } {
  const [whole = '', start = '', flags = ''] = /^(\^?)\(\?([imsu]+)\)/.exec(source) ?? [];
  const text = source
    .slice(whole.length)
    .replaceAll(
      FOREIGN,
      (found, quantifier?: string) => quantifier ?? IN_OUR_WORDS[found] ?? found,
    );
  return { text: start + text, flags: [...new Set(flags.replaceAll('u', ''))].join('') };
}

/** One place of a regular expression, and how often it may stand there. */
export interface PatternPart {
  readonly node: PatternNode;
  readonly least: number;
  /** `Infinity` where nothing limits it. */
  readonly most: number;
}

/** What can stand in one place. */
export type PatternNode =
  | { readonly kind: 'text'; readonly text: string }
  /** One of the characters. */
  | { readonly kind: 'character'; readonly characters: string }
  | {
      readonly kind: 'group';
      readonly alternatives: PatternAlternatives;
      /** What is only looked at takes no room. */
      readonly isLookedAt: boolean;
    };

/** Sequences of parts, of which one is taken. */
export type PatternAlternatives = readonly (readonly PatternPart[])[];

const CLASSES: Readonly<Record<string, string>> = {
  d: '0123456789',
  w: 'abcdefghijklmnopqrstuvwxyz0123456789',
  s: ' ',
  D: 'abc',
  W: '-. ',
  S: 'abcdefgh',
};

/**
 * What a regular expression asks for, in plain characters where they do; `undefined` where it isn't
 * one, or asks for a vast text. Look-arounds and back references are passed over: hold what is made of it
 * against it.
 */
export function readPattern(pattern: string): PatternAlternatives | undefined {
  const text = isExpression(pattern, 'u') ? pattern : translated(pattern).text;
  if (!isExpression(pattern)) return undefined;
  const alternatives = new PatternReader(text).read();
  return sizeOf(alternatives) <= MOST_PARTS ? alternatives : undefined;
}

/** Of a text that is made up; what asks for more is for nobody to read. */
const MOST_PARTS: number = 2 ** 20;

/** The least parts that a text has. */
function sizeOf(alternatives: PatternAlternatives): number {
  const sizes = alternatives.map((parts) => {
    let size = 0;
    for (const { node, least } of parts) {
      size += least * (node.kind === 'group' ? 1 + sizeOf(node.alternatives) : 1);
    }
    return size;
  });
  // Each alternative is written down before one is chosen.
  return Math.max(0, ...sizes);
}

/** @param mode Default: any that is known. */
function isExpression(pattern: string, mode?: 'u'): boolean {
  try {
    return (mode ? new RegExp(pattern, mode) : compilePattern(pattern)) instanceof RegExp;
  } catch {
    return false;
  }
}

/** Nothing stands for a part that it can't read. */
class PatternReader {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  read(): PatternAlternatives {
    const all = [this.#sequence()];
    while (this.#pattern[this.#at] === '|') {
      this.#at += 1;
      all.push(this.#sequence());
    }
    return all;
  }

  #sequence(): PatternPart[] {
    const parts: PatternPart[] = [];
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#pattern[this.#at]!)) {
      const node = this.#atom();
      const [least, most] = this.#quantifier();
      parts.push({ node, least, most });
    }
    return parts;
  }

  #atom(): PatternNode {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at)!);
    this.#at += character.length;
    if (character === '^' || character === '$') return text('');
    if (character === '.') return oneOf(CLASSES['w']!);
    if (character === '\\') return this.#escape();
    if (character === '[') return this.#set();
    return character === '(' ? this.#group() : text(character);
  }

  #group(): PatternNode {
    const prefix = this.#take(/\?(?::|<\w+>|<?[=!])/uy);
    const alternatives = this.read();
    this.#at += 1;
    return { kind: 'group', alternatives, isLookedAt: /[=!]$/.test(prefix) };
  }

  #escape(): PatternNode {
    const character = this.#pattern[this.#at]!;
    this.#at += 1;
    const known = CLASSES[character];
    if (known !== undefined) return oneOf(known);
    if (/p/i.test(character)) return matching(`\\${character}${this.#take(/\{[^}]*\}/uy)}`);
    if (/[bB1-9kux]/.test(character)) return text('');
    return text(CONTROLS[character] ?? character);
  }

  #set(): PatternNode {
    return matching(`[${this.#take(/(?:\\.|[^\]\\])*\]/uy)}`);
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
    const [found = ''] = next.exec(this.#pattern) ?? [];
    this.#at += found.length;
    return found;
  }
}

function text(own: string): PatternNode {
  return { kind: 'text', text: own };
}

function oneOf(characters: string): PatternNode {
  return { kind: 'character', characters };
}

/** A plain character that matches a set or a class. */
function matching(source: string): PatternNode {
  const set = compilePattern(`^${source}$`);
  return oneOf(
    Array.from(PRINTABLE)
      .filter((character) => set.test(character))
      .join(''),
  );
}

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' };

/** Letters first: they read best. */
const PRINTABLE =
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_. !"#$%&\'()*+,/:;<=>?@[\\]^`{|}~';
