/**
 * The regular expression of `pattern` or of a key of `patternProperties`. JSON Schema asks for
 * Unicode mode (2020-12, core 6.4); a text that is valid only without it, such as `\-`, is a
 * habit of many documents and keeps its meaning, and so does what is written as in other languages.
 *
 * @throws {SyntaxError} where it is valid in none of them.
 */
export function compilePattern(source: string): RegExp {
  const { text, flags } = translated(source);
  try {
    return new TimelyExpression(text, `u${flags}`);
  } catch (error) {
    try {
      return new TimelyExpression(text, flags);
    } catch {
      throw error;
    }
  }
}

/** Whether a pattern is read as another language has it. */
export function isForeignPattern(source: string): boolean {
  return translated(source).text !== source;
}

/** Between slashes, as PHP and JavaScript write it; read without them, since nothing comes before a text's start. */
const DELIMITED = /^\/(\^.*\$)\/([a-z]*)$/s;

/** Escapes and sets stay as they are, but those that only other languages have. */
const FOREIGN = /\\.|\[(?:\\.|[^\]\\])*\]|([*+?}])\+|\(\?>|\(\?P</gsu;

/** Classes of characters without braces, such as `\pL`, also inside of sets. */
const BARE_CLASS = /\\(?:([pP])([LMNPSZC])|.)/gsu;

const IN_OUR_WORDS: Readonly<Record<string, string>> = {
  '\\A': '^',
  '\\z': '$',
  '\\Z': '$',
  // What is never given back matters to the time it takes, and hardly to what matches.
  '(?>': '(?:',
  '(?P<': '(?<',
};

/** A pattern of Java, Python, Perl, PHP or .NET as ECMAScript has it: flags in front, possessive quantifiers. */
export function translated(source: string): { readonly text: string; readonly flags: string } {
  const [, inside, after = ''] = DELIMITED.exec(source) ?? [];
  if (inside === undefined && isExpression(source, 'u')) return { text: source, flags: '' };
  const [whole = '', start = '', flags = ''] = /^(\^?)\(\?([imsu]+)\)/.exec(inside ?? source) ?? [];
  const text = (inside ?? source)
    .slice(whole.length)
    .replaceAll(FOREIGN, (found, quantifier?: string) => quantifier ?? IN_OUR_WORDS[found] ?? found)
    .replaceAll(BARE_CLASS, (found, letter?: string, name?: string) =>
      letter === undefined ? found : `\\${letter}{${name}}`,
    );
  return { text: start + text, flags: (flags + after).replaceAll(/[^ims]/g, '') };
}

/** @param mode Default: any that is known. */
export function isExpression(pattern: string, mode?: 'u'): boolean {
  try {
    return (mode ? new RegExp(pattern, mode) : compilePattern(pattern)) instanceof RegExp;
  } catch {
    return false;
  }
}

/** Milliseconds of the first deadline for one text. */
export const TEXT_MS = 100;
/**
 * A deadline can pass in which little is done, on a busy machine or while memory is collected. So there is a second
 * one, twice as long, and a third, twice that, where the first two got little of the processor.
 */
const DEADLINES = 3;
/** Milliseconds of each second that texts may take which come to no end: for one expression, for all. */
export const EACH_MS = 200;
export const ALL_MS = 1000;
/** So many steps take next to no time: a deadline would cost more. */
const FEW_STEPS = 1_000_000;
/** Lists tell the same texts again: so many that came to an end are remembered, each of so many characters at the most. */
const REMEMBERED = 1000;

/** Time that comes back while it is not used: however busy the machine is, no more than its share is taken. */
class Allowance {
  readonly #eachSecond: number;
  #taken = 0;
  #at = 0;

  constructor(eachSecond: number) {
    this.#eachSecond = eachSecond;
  }

  get isSpent(): boolean {
    return this.#left() <= 0;
  }

  spend(milliseconds: number): void {
    this.#taken = this.#eachSecond - this.#left() + milliseconds;
    this.#at = performance.now();
  }

  #left(): number {
    const back = ((performance.now() - this.#at) / 1000) * this.#eachSecond;
    return this.#eachSecond - Math.max(0, this.#taken - back);
  }
}

const all = new Allowance(ALL_MS);

/**
 * A regular expression of a document: nobody trusts it to come to an end. Whether a text matches is told by
 * a deadline, where the text and what is repeated may need one; in Node alone, since a page can do nothing
 * about it.
 */
class TimelyExpression extends RegExp {
  readonly #plain: RegExp;
  readonly #repetitions: number;
  readonly #allowance = new Allowance(EACH_MS);
  readonly #told = new Map<string, boolean>();

  constructor(source: string, flags: string) {
    super(source, flags);
    this.#plain = new RegExp(source, flags);
    this.#repetitions = repetitionsIn(source);
  }

  /** False also where it can't be told in time, and where the engine has no room for it. */
  override test(text: string): boolean {
    const isQuick = text.length ** this.#repetitions <= FEW_STEPS;
    const told = isQuick ? undefined : this.#told.get(text);
    if (told !== undefined) return told;
    const limited = isQuick ? undefined : (limitedTest ??= createLimitedTest());
    if (limited !== undefined && (this.#allowance.isSpent || all.isSpent)) return false;
    try {
      if (limited === undefined) return this.#plain.test(text);
      const start = performance.now();
      const matches = limited(this.#plain, text);
      const tookMs = performance.now() - start;
      if (matches === undefined)
        for (const allowance of [this.#allowance, all]) allowance.spend(tookMs);
      else if (text.length <= REMEMBERED) {
        if (this.#told.size >= REMEMBERED) this.#told.clear();
        this.#told.set(text, matches);
      }
      return matches === true;
    } catch {
      return false;
    }
  }
}

/**
 * How often a text's length counts at the most in the steps that a search takes; `Infinity` where what is
 * repeated is a group, which may have many ways to match the same.
 */
function repetitionsIn(source: string): number {
  const bare = source.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]|\(\?/gsu, (found) =>
    found === '(?' ? '(' : 'x',
  );
  if (/\)(?:[*+]|\{)/.test(bare)) return Infinity;
  return Math.max(
    ...alternativesIn(bare).map((alternative) => {
      // Else it is looked for from every place of the text.
      const isAnchored = alternative.startsWith('^') && !alternative.includes('|');
      const count = alternative.match(/[*+?]|\{\d+,\d*\}/g)?.length ?? 0;
      return count === 0 || isAnchored ? count : count + 1;
    }),
  );
}

/** The parts of an expression of which one matches: each is tried by itself. */
function alternativesIn(bare: string): string[] {
  const alternatives = [''];
  let depth = 0;
  for (const character of bare) {
    depth += Number(character === '(') - Number(character === ')');
    if (character === '|' && depth === 0) alternatives.push('');
    else alternatives.push(`${alternatives.pop()}${character}`);
  }
  return alternatives;
}

/** `undefined` where it can't be told in time. */
type LimitedTest = (expression: RegExp, text: string) => boolean | undefined;

let limitedTest: LimitedTest | undefined;

/** `undefined` in a page. */
function createLimitedTest(): LimitedTest | undefined {
  if (typeof process === 'undefined') return undefined;
  const { Script, createContext } = process.getBuiltinModule('node:vm');
  const place: { expression?: RegExp; text?: string } = {};
  const context = createContext(place);
  const script = new Script('expression.test(text)');
  return (expression, text) => {
    Object.assign(place, { expression, text });
    let tookMs = 0;
    for (let i = 0; i < DEADLINES && (i < 2 || tookMs < TEXT_MS); i += 1) {
      const start = process.threadCpuUsage();
      try {
        return script.runInContext(context, { timeout: TEXT_MS * 2 ** i }) === true;
      } catch (error) {
        if (!isTimeout(error)) throw error;
        const { user, system } = process.threadCpuUsage(start);
        tookMs += (user + system) / 1000;
      }
    }
    return undefined;
  };
}

function isTimeout(error: unknown): boolean {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error;
  return isCoded && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
