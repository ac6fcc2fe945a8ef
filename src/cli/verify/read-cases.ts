import type { CaseTemplate } from '../../cases/case.ts';
import { collectCases } from '../../cases/collect-cases.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { defaultCaseFiles } from '../defaults.ts';
import { readInput } from '../inputs/read-input.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';

/** Which cases are wanted. */
export interface CaseFlags {
  readonly cases?: readonly string[];
  readonly only?: string;
  readonly seed: number;
  readonly maxCases?: number;
}

/**
 * The cases of all case files and those generated from the document, but for what `only` leaves
 * out.
 *
 * @throws {UserError} where a file can't be read, or nothing is left.
 * @throws {DiagnosticError} where a file is no case file of this document.
 */
export function readCases(
  { cases, only, seed, maxCases }: CaseFlags,
  document: OpenApiDocument,
  io: Io,
): CaseTemplate[] {
  const files = cases ?? defaultCaseFiles();
  const caseFiles = files.map((file) => ({
    file,
    text: readInput(file, 'the case file', '--cases', io),
  }));
  const all = collectCases({ document, caseFiles, seed, maxCases });
  const chosen = only === undefined ? all : all.filter(createFilter(only));
  if (chosen.length > 0) return chosen;
  throw new UserError(
    only === undefined
      ? `Failed to find a case: ${files.join(', ')} has none. Add one, or choose other --cases.`
      : `Failed to find a case: none of ${all.length} has ${JSON.stringify(only)} in its id or ` +
          'name. Correct --only.',
  );
}

/** Capitals don't matter, and `*` stands for anything. */
function createFilter(pattern: string): (template: CaseTemplate) => boolean {
  const special = /[.+?^${}()|[\]\\]/g;
  const source = pattern.replaceAll(special, String.raw`\$&`).replaceAll('*', '.*');
  const expression = new RegExp(source, 'i');
  return ({ id, title }) => expression.test(id) || expression.test(title);
}
