import { closeSync, openSync, writeFileSync } from 'node:fs';
import { cannotWrite } from '../inputs/write-output.ts';
import type { UserError } from '../user-error.ts';

/** A report's file. That it takes no more, as a full disk does, ends neither the run nor other reports. */
export class ReportFile {
  readonly #name: string;
  readonly #descriptor: number;
  /** What went wrong after it was opened. */
  problem: UserError | undefined;

  /**
   * @param path Absolute.
   * @param name As the user wrote it.
   * @throws {UserError} where it can't be opened.
   */
  constructor(path: string, name: string) {
    this.#name = name;
    try {
      this.#descriptor = openSync(path, 'w');
    } catch (error) {
      throw this.#explain(error);
    }
  }

  write(text: string): void {
    if (this.problem) return;
    this.#attempt(() => writeFileSync(this.#descriptor, text));
  }

  close(): void {
    this.#attempt(() => closeSync(this.#descriptor));
  }

  #attempt(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.problem ??= this.#explain(error);
    }
  }

  #explain(error: unknown): UserError {
    return cannotWrite(`the report ${this.#name}`, error);
  }
}
