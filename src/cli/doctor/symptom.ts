/** The doctor: looks at what the commands need, and says what is missing. */
import type { Io } from '../io.ts';

/** What one look came to. */
export interface Symptom {
  /** What was looked at: `Node`, `port 4010`. */
  readonly name: string;
  /** `problem`: something is broken. `warning`: something may surprise, or a tool was left out. */
  readonly state: 'ok' | 'warning' | 'problem';
  /** What was found. Never a secret's value. */
  readonly text: string;
  /** What to do; absent where all is well. */
  readonly help?: string | undefined;
  /** The commands that can't work because of it. */
  readonly disables?: readonly string[] | undefined;
}

/** Looks at one thing. Never throws for anything that can be wrong with it. */
export type Examination = (io: Io) => Promise<readonly Symptom[]> | readonly Symptom[];
