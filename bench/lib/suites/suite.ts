/** Suites that others wrote: how each is counted, and what stands against the recorded figures. */
import { table } from '../markdown.ts';

/** How the cases of a suite, or of a part of it, came out. */
export interface Figure {
  readonly right: number;
  /** Another answer than the suite's. */
  readonly wrong: number;
  /** Without an answer: the kit says that it doesn't support it. */
  readonly refused: number;
}

/** A part of a suite. */
export interface SuitePart {
  readonly name: string;
  readonly figure: Figure;
  /** ajv's, where it does the same. */
  readonly ajv?: Figure | undefined;
  /** What each case is whose answer isn't the suite's. */
  readonly wrong: readonly string[];
}

/** A suite in a folder. */
export interface Suite {
  readonly name: string;
  /** The folders where it can be; the first that exists is taken. */
  readonly folders: readonly string[];
  /** Counts the kit against it. */
  measure(this: void, folder: string): SuitePart[] | Promise<SuitePart[]>;
}

/** Counts answers: `true` and `false` for right and wrong ones, `undefined` for none. */
export class Tally {
  #right = 0;
  #refused = 0;
  readonly wrong: string[] = [];

  add(isRight: boolean | undefined, name: string): void {
    if (isRight === true) this.#right += 1;
    else if (isRight === false) this.wrong.push(name);
    else this.#refused += 1;
  }

  get figure(): Figure {
    return { right: this.#right, wrong: this.wrong.length, refused: this.#refused };
  }
}

/** Figures by the names of parts. */
export type Recorded = Readonly<Record<string, Figure>>;

/** What has become worse than it was recorded, a sentence each. */
export function regressions(parts: readonly SuitePart[], recorded: Recorded): string[] {
  return parts.flatMap(({ name, figure }) => {
    const before = recorded[name];
    if (before === undefined) return [];
    const found: string[] = [];
    if (figure.right < before.right) {
      found.push(`${name}: ${figure.right} right, ${before.right} were`);
    }
    if (figure.wrong > before.wrong) {
      found.push(`${name}: ${figure.wrong} wrong, ${before.wrong} were`);
    }
    return found;
  });
}

const HEAD = ['suite', 'cases', 'right', 'wrong', 'refused', 'ajv right', 'ajv wrong'];

/** The figures as a table. */
export function suiteTable(parts: readonly SuitePart[]): string {
  const rows = parts.map(({ name, figure: { right, wrong, refused }, ajv }) => {
    const peer = ajv === undefined ? ['–', '–'] : [`${ajv.right}`, `${ajv.wrong}`];
    return [name, ...[right + wrong + refused, right, wrong, refused].map(String), ...peer];
  });
  return table(HEAD, rows);
}
