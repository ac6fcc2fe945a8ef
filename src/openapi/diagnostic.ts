/** A place in a file. */
export interface Location {
  /** As the user named it. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** Something wrong with an input file, as a value: problems are collected, not thrown. */
export interface Diagnostic {
  /** Stable and kebab-case, such as `unresolved-reference`. */
  readonly code: string;
  /**
   * What it means for those who work with the input: `error`: something can't be used; `warning`: it was
   * read as it is most likely meant; `hint`: it is legal, and has no effect. Default `error`.
   */
  readonly severity?: 'error' | 'warning' | 'hint' | undefined;
  /** What is wrong, in a sentence without a full stop. */
  readonly message: string;
  /** What to do about it. */
  readonly help: string;
  /** Where, if the input is a file. */
  readonly location?: Location | undefined;
  /** JSON Pointer to the node at fault. */
  readonly pointer?: string | undefined;
}

/** A diagnostic of a document's value, before anybody has looked up where it stands in a file. */
export type Problem = Omit<Diagnostic, 'location'> & { readonly pointer: string };

/** As many as anyone reads; each costs a walk through the text. */
const SHOWN = 50;

/** Thrown where work can't go on with an input; carries everything that is wrong with it. */
export class DiagnosticError extends Error {
  override readonly name = 'DiagnosticError';
  readonly diagnostics: readonly Diagnostic[];

  /**
   * @param act What failed, as in «Failed to ‹act›».
   * @param text The input, for the excerpts; or several, by the files that places name.
   */
  constructor(
    act: string,
    diagnostics: readonly Diagnostic[],
    text?: string | ReadonlyMap<string, string>,
  ) {
    const parts = diagnostics.slice(0, SHOWN).map((diagnostic) => {
      const source = typeof text === 'object' ? text.get(diagnostic.location?.file ?? '') : text;
      return formatDiagnostic(diagnostic, source);
    });
    if (diagnostics.length > SHOWN) parts.push(`And ${diagnostics.length - SHOWN} more.`);
    super(`Failed to ${act}:\n${parts.join('\n')}`);
    this.diagnostics = diagnostics;
  }
}

/**
 * One diagnostic for a person: `file:line:column code: message`, the line with a caret below it,
 * and what to do.
 */
export function formatDiagnostic(diagnostic: Diagnostic, text?: string): string {
  const { help, location } = diagnostic;
  const lines = [diagnosticLine(diagnostic)];
  if (location && text !== undefined) lines.push(...excerpt(text, location));
  lines.push(`  help: ${help}`);
  return lines.join('\n');
}

/** A diagnostic in a line: `file:line:column code: message`. */
export function diagnosticLine({ code, message, location, pointer }: Diagnostic): string {
  const place = location ? `${location.file}:${location.line}:${location.column}` : pointer;
  return `${place === undefined ? '' : `${place} `}${code}: ${message}`;
}

/** Whether something can't be used because of it. */
export function isError({ severity = 'error' }: Diagnostic): boolean {
  return severity === 'error';
}

/** A line longer than this is shown from near the column on. */
const WIDTH = 100;

function excerpt(text: string, location: Location): string[] {
  const line = text.split(/\r?\n/)[location.line - 1];
  if (line === undefined || line.trim() === '') return [];
  const start = location.column > WIDTH ? location.column - WIDTH / 2 : 0;
  const shown = line.slice(start, start + WIDTH).replaceAll(/\p{Cc}/gu, ' ');
  const gutter = `${location.line} | `;
  const caret = ' '.repeat(Math.max(0, gutter.length + location.column - 1 - start));
  return [`  ${gutter}${shown}`, `  ${caret}^`];
}
