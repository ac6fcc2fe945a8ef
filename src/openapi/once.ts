/** What is made once, however often it is asked for. */

/**
 * What `make` makes, made once for each key; nobody may change it.
 *
 * @param keyOf What it is kept by, as long as that is there. Default: the first of the words.
 */
export function onceFor<Words extends [object, ...unknown[]], Made>(
  make: (...words: Words) => Made,
  keyOf: (...words: Words) => object = (...[first]) => first,
): (...words: Words) => Made {
  const known = new WeakMap<object, { readonly made: Made }>();
  return (...words) => {
    const key = keyOf(...words);
    const entry = known.get(key) ?? { made: make(...words) };
    known.set(key, entry);
    return entry.made;
  };
}

/** What `make` makes, made once, when it is first asked for. */
export function once<Made>(make: () => Made): () => Made {
  let made: { readonly it: Made } | undefined;
  return () => (made ??= { it: make() }).it;
}

/** Characters of a text that is worth being kept: an unusually large one would fill the memory. */
const MOST_CHARACTERS = 1_000_000;
/** Items that are worth being kept. */
const MOST_ITEMS = 4000;

/**
 * What was made of the few things that were asked for last. Where one file is read again and again, as by
 * tests that start a server each or by `--watch`, it is understood once.
 */
export class Recent<Made> {
  readonly #limit: number;
  /** The one that was asked for last comes first. */
  readonly #known: { readonly parts: readonly unknown[]; readonly made: Made }[] = [];

  /** @param limit How many are kept. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * What `make` makes of some parts; nobody may change it. What it throws is not kept.
   *
   * @param parts All that it depends on: texts, objects, numbers.
   */
  of(parts: readonly unknown[], make: () => Made): Made {
    if (parts.some(isLarge)) return make();
    const index = this.#known.findIndex((entry) => isSame(entry.parts, parts));
    const [known = { parts, made: make() }] = index === -1 ? [] : this.#known.splice(index, 1);
    this.#known.unshift(known);
    if (this.#known.length > this.#limit) this.#known.pop();
    return known.made;
  }
}

function isLarge(part: unknown): boolean {
  return typeof part === 'string' && part.length > MOST_CHARACTERS;
}

function isSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((part, i) => part === right[i]);
}

/** Items that are made whenever they are gone through; the first few thousand are made once. */
export class Replayed<Item> implements Iterable<Item> {
  readonly #items: Iterable<Item>;
  #read: Item[] = [];
  /** What follows those that are kept, for whoever gets there first. */
  #rest: Iterator<Item, unknown> | undefined;

  constructor(items: Iterable<Item>) {
    this.#items = items;
  }

  *[Symbol.iterator](): Generator<Item, void, undefined> {
    for (let i = 0; i < MOST_ITEMS; i += 1) {
      if (i === this.#read.length && !this.#keepNext()) return;
      yield this.#read[i]!;
    }
    const rest = this.#rest ?? Iterator.from(this.#items).drop(MOST_ITEMS);
    this.#rest = undefined;
    yield* { [Symbol.iterator]: () => rest };
  }

  /** @returns Whether there is another. */
  #keepNext(): boolean {
    this.#rest ??= this.#items[Symbol.iterator]();
    try {
      const next = this.#rest.next();
      if (next.done !== true) this.#read.push(next.value);
      return next.done !== true;
    } catch (error) {
      // A generator that has failed looks as if it were over.
      [this.#read, this.#rest] = [[], undefined];
      throw error;
    }
  }
}

/** What is asked for is done once, whoever asks. */
export class DoneOnce<Value> {
  readonly #known = new Map<string, Promise<Value>>();

  of(key: string, make: () => Promise<Value>): Promise<Value> {
    const value = this.#known.get(key) ?? make();
    this.#known.set(key, value);
    return value;
  }

  /** What begins with it is done anew when somebody asks next. */
  forget(key: string): void {
    for (const known of this.#known.keys()) if (known.startsWith(key)) this.#known.delete(known);
  }
}
