import { fileURLToPath } from 'node:url';
import { fileProblem, readTextFile } from '../openapi/files/read-text-file.ts';

/** A text, and how messages call it. */
export interface SourceText {
  readonly text: string;
  readonly file: string;
  /** Where its references lead from, absolute. Default: `file`, below the working folder. */
  readonly path?: string | undefined;
}

/** Where a text is: a path, a URL of the scheme `file`, or the text itself. */
export type Source = string | URL | SourceText;

/**
 * Reads a text.
 *
 * @param what How a message calls it: `profile`.
 * @throws {Error} where it can't be read, or is no UTF-8.
 */
export function readSource(source: Source, what: string): SourceText {
  if (typeof source === 'object' && 'text' in source) return source;
  const file = String(source);
  try {
    return { file, text: readTextFile(source instanceof URL ? fileURLToPath(source) : source) };
  } catch (cause) {
    const why = fileProblem(cause);
    throw new Error(`Failed to read the ${what} ${file}: ${why}. Give a path, or the text.`, {
      cause,
    });
  }
}
