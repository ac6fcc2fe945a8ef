/** Characters of a text that is worth being kept: an unusually large one would fill the memory. */
const MOST_CHARACTERS = 1_000_000;

/**
 * What was made of the few texts that were read last. Where one file is read again and again, as by
 * tests that start a server each or by `--watch`, it is understood once.
 */
export class Recent<Made> {
  readonly #limit: number;
  readonly #made = new Map<string, Made>();

  /** @param limit How many are kept. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * What `make` makes of a text; nobody may change it. What it throws is not kept.
   *
   * @param name What else it depends on, such as how the file is called.
   */
  of(text: string, name: string, make: () => Made): Made {
    if (text.length > MOST_CHARACTERS) return make();
    const key = `${name}\n${text}`;
    const made = this.#made.get(key) ?? make();
    // The one that was asked for last is the last to go.
    this.#made.delete(key);
    this.#made.set(key, made);
    if (this.#made.size > this.#limit) this.#made.delete(this.#made.keys().next().value!);
    return made;
  }
}
