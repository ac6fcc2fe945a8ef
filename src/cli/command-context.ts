import type { Io } from './io.ts';

/** What a command gets from `main`. */
export interface CommandContext {
  readonly io: Io;
  /** Sets the exit code that `main` returns; default 0. */
  exit(code: number): void;
}
