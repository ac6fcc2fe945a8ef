import {
  type PatternAlternatives,
  type PatternNode,
  type PatternPart,
  readPattern,
} from './read-pattern.ts';

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
  const alternatives = readPattern(pattern);
  if (alternatives === undefined) return undefined;
  const expression = new RegExp(pattern, 'u');
  for (const extra of [0, MORE, minLength, minLength * 2]) {
    const text = new PatternWriter(seed, extra).write(alternatives);
    if (text.length >= minLength && expression.test(text)) return text;
  }
  return undefined;
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
