import { createInterface } from 'node:readline';
import type { Io } from '../io.ts';

/** Asks the person at the terminal. */
export interface Asker {
  /** The answer, without whitespace around; `''` where there is none, also at the end of input. */
  ask(question: string): Promise<string>;
  close(): void;
}

/** `undefined` where nobody sits at a terminal. */
export function createAsker({ stdin, stdout, signal }: Io): Asker | undefined {
  if (stdin?.isTTY !== true || stdout.isTTY !== true) return undefined;
  const lines = createInterface({ input: stdin, signal });
  const answers = lines[Symbol.asyncIterator]();
  return {
    ask: async (question) => {
      stdout.write(question);
      const { value, done } = await answers.next();
      return done === true ? '' : value.trim();
    },
    close: () => lines.close(),
  };
}
