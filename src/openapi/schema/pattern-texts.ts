import { compilePattern, isExpression, translated } from './pattern.ts';

/** Characters of a text that is made up, at the most: none is where more are asked for. */
export const MAX_LENGTH = 100_000;

/** Repetitions beyond the least that a quantifier asks for. */
const MORE = 2;

/** Such repetitions in the whole text, if it needn't be longer: in each other, they multiply. */
const MOST = 20;

/**
 * A text that matches a regular expression, in plain characters where it can be; `undefined` where
 * none is found, as for most look-arounds and back references.
 *
 * @param seed Another seed gives another text, where there is more than one.
 */
export function patternText(pattern: string, seed = 0, minLength = 0): string | undefined {
  const alternatives = minLength > MAX_LENGTH ? undefined : readPattern(pattern);
  if (alternatives === undefined) return undefined;
  const expression = compilePattern(pattern);
  const texts = [0, MORE, minLength, minLength * 2]
    .values()
    .map((extra) => new PatternWriter(seed, extra).write(alternatives))
    .filter((text) => text.length >= minLength && expression.test(text));
  const first = texts.next().value;
  // An empty text says nothing, although it may be all that there is.
  return first === '' ? (texts.find((text) => text !== '') ?? first) : first;
}

/** Writes down what matches a pattern, once. */
class PatternWriter {
  readonly #extra: number;
  #seed: number;
  #room: number;

  constructor(seed: number, extra: number) {
    this.#seed = seed;
    this.#extra = extra;
    this.#room = Math.max(extra, MOST);
  }

  /** Takes one of the alternatives. */
  write(alternatives: PatternAlternatives): string {
    return this.#oneOf(alternatives.map((parts) => this.#sequence(parts)));
  }

  #sequence(parts: readonly PatternPart[]): string {
    let text = '';
    for (const { node, least, most } of parts) {
      const first = this.#node(node);
      // What has been written with the room that there was is not thrown away.
      const more = Math.min(this.#extra, Math.max(this.#room, 1));
      const count = Math.min(most, least + more);
      this.#room -= count - least;
      // Each repetition is drawn anew: the same characters would look less real.
      for (let i = 0; i < count; i += 1) text += i === 0 ? first : this.#node(node);
    }
    return text;
  }

  #node(node: PatternNode): string {
    if (node.kind === 'text') return node.text;
    if (node.kind === 'character') return this.#oneOf(node.characters);
    const text = this.write(node.alternatives);
    return node.isLookedAt ? '' : text;
  }

  #oneOf(choices: string | readonly string[]): string {
    const drawn = this.#seed % choices.length;
    this.#seed = (this.#seed * 31 + 7) % 1_000_003;
    return choices[drawn] ?? '';
  }
}

/** The texts of one length or a few that match a regular expression, in an order of their own. */
export interface MatchingTexts {
  /** How many there are; {@link MANY} where there are more. */
  readonly count: bigint;
  /**
   * @param n From 0, below `count`: each number gives another text, where a pattern says in one way
   *   only what it matches.
   * @returns `undefined` where it doesn't match after all, as some do under look-arounds.
   */
  text(n: bigint): string | undefined;
}

/** More than anybody draws. */
export const MANY: bigint = 2n ** 64n;

/** So many are enough: texts needn't be longer. */
const ENOUGH = 2n ** 53n;

/** Repetitions beyond the least that a quantifier asks for. */
const MOST_EXTRA = 64;

/**
 * Counts what matches a regular expression in plain characters: with the shortest repetitions that make it enough, else
 * with as many as allowed. `undefined` where it can't be read, or nothing is of the length.
 */
export function matchingTexts(
  pattern: string,
  minLength: number = 0,
  maxLength: number = Infinity,
): MatchingTexts | undefined {
  const alternatives = minLength > MAX_LENGTH ? undefined : readPattern(pattern);
  if (alternatives === undefined) return undefined;
  let best: Space | undefined;
  for (const extra of new Set([...Array(MOST_EXTRA).keys(), minLength])) {
    const space = anyOf(alternatives, extra);
    if (space.longest > maxLength) continue;
    const isMore = space.count > (best?.count ?? 0n) && space.shortest >= minLength;
    if (isMore) best = space;
    if (best !== undefined && best.count >= ENOUGH) break;
  }
  if (best === undefined) return undefined;
  const { count, write } = best;
  const expression = compilePattern(pattern);
  return {
    count,
    text: (n: bigint): string | undefined => {
      const text = write(n % count);
      return expression.test(text) ? text : undefined;
    },
  };
}

/** What a part of a pattern can be, counted. */
interface Space {
  readonly count: bigint;
  /** In characters. */
  readonly shortest: number;
  readonly longest: number;
  readonly write: (n: bigint) => string;
}

const NOTHING: Space = { count: 1n, shortest: 0, longest: 0, write: () => '' };

function anyOf(alternatives: PatternAlternatives, extra: number): Space {
  const spaces = alternatives.map((parts) => allOf(parts, extra)).filter(({ count }) => count > 0n);
  return {
    count: bounded(spaces.reduce((sum, { count }) => sum + count, 0n)),
    shortest: Math.min(...spaces.map(({ shortest }) => shortest)),
    longest: Math.max(0, ...spaces.map(({ longest }) => longest)),
    write: (n) => {
      let left = n;
      for (const { count, write } of spaces) {
        if (left < count) return write(left);
        left -= count;
      }
      return '';
    },
  };
}

/** Like digits of a number, the first place changing quickest. */
function allOf(parts: readonly PatternPart[], extra: number): Space {
  return parts.map((part) => repeated(part, extra)).reduce(followedBy, NOTHING);
}

function followedBy(first: Space, second: Space): Space {
  return {
    count: bounded(first.count * second.count),
    shortest: first.shortest + second.shortest,
    longest: first.longest + second.longest,
    write: (n) => first.write(n % first.count) + second.write(n / first.count),
  };
}

function repeated({ node, least, most }: PatternPart, extra: number): Space {
  const times = Math.min(most, least + extra);
  const nodeTexts = ofNode(node, extra);
  if (times === 0) return NOTHING;
  let count = nodeTexts.count;
  for (let i = 1; i < times && count > 1n && count < MANY; i += 1) count *= nodeTexts.count;
  return {
    count: bounded(count),
    shortest: nodeTexts.shortest * times,
    longest: nodeTexts.longest * times,
    write: (n) => {
      let [text, left] = ['', n];
      for (let i = 0; i < times; i += 1, left /= nodeTexts.count)
        text += nodeTexts.write(left % nodeTexts.count);
      return text;
    },
  };
}

function ofNode(node: PatternNode, extra: number): Space {
  if (node.kind === 'text') {
    const length = node.text === '' ? 0 : 1;
    return { count: 1n, shortest: length, longest: length, write: () => node.text };
  }
  if (node.kind === 'group') return node.isLookedAt ? NOTHING : anyOf(node.alternatives, extra);
  const characters = plainest(node.characters);
  const write = (n: bigint): string => characters[Number(n)] ?? '';
  return { count: BigInt(characters.length), shortest: 1, longest: 1, write };
}

/** Servers may take `a` for `A`, and trim or rewrite what is neither letter nor digit. */
function plainest(characters: string): string {
  const folded = Array.from(characters).filter(
    (character) =>
      character === character.toLowerCase() || !characters.includes(character.toLowerCase()),
  );
  const plain = folded.filter((letter) => /[a-z\d]/i.test(letter));
  return (plain.length >= 10 ? plain : folded).join('');
}

/** Numbers below it come out the same, whatever is beyond. */
function bounded(count: bigint): bigint {
  return count < MANY ? count : MANY;
}

/** One place of a regular expression, and how often it may stand there. */
interface PatternPart {
  readonly node: PatternNode;
  readonly least: number;
  /** `Infinity` where nothing limits it. */
  readonly most: number;
}

/** What can stand in one place. */
type PatternNode =
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
type PatternAlternatives = readonly (readonly PatternPart[])[];

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
function readPattern(pattern: string): PatternAlternatives | undefined {
  if (!isExpression(pattern)) return undefined;
  const alternatives = new PatternReader(translated(pattern).text).read();
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

function text(source: string): PatternNode {
  return { kind: 'text', text: source };
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
