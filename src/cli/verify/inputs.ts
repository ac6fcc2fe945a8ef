import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CaseTemplate } from '../../cases/case.ts';
import { readCaseFile } from '../../cases/read-case-file.ts';
import { DiagnosticError } from '../../openapi/diagnostic.ts';
import { type LoadedDocument, loadDocument } from '../../openapi/load-document.ts';
import { defaultCaseFiles, defaultDocument } from '../defaults.ts';
import { UserError } from '../user-error.ts';

/** The OpenAPI document that a run judges by. */
export function readDocument(file: string | undefined, cwd: string): LoadedDocument {
  const name = file ?? defaultDocument();
  const text = readText(name, cwd, 'the OpenAPI document', '--spec');
  return orUserError(() => loadDocument(text, name));
}

/** The cases of all case files, in the files' order, but for what `only` leaves out. */
export function readCases(
  { cases, only }: { readonly cases?: readonly string[]; readonly only?: string },
  document: LoadedDocument,
  cwd: string,
): CaseTemplate[] {
  const files = cases ?? defaultCaseFiles();
  const all = files.flatMap((file) => {
    const text = readText(file, cwd, 'the case file', '--cases');
    return orUserError(() => readCaseFile(text, file, document));
  });
  const chosen = only === undefined ? all : all.filter(createFilter(only));
  if (chosen.length > 0) return chosen;
  throw new UserError(
    only === undefined
      ? `Failed to find a case: ${files.join(', ')} has none. Add one, or choose other --cases.`
      : `Failed to find a case: none of ${all.length} has ${JSON.stringify(only)} in its id or ` +
          'name. Correct --only.',
  );
}

function readText(file: string, cwd: string, what: string, flag: string): string {
  try {
    return readFileSync(resolve(cwd, file), 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const cause = code === 'ENOENT' ? 'there is no such file' : code;
    throw new UserError(`Failed to read ${what} ${file}: ${cause}. Correct ${flag}.`);
  }
}

function orUserError<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof DiagnosticError) throw new UserError(error.message);
    throw error;
  }
}

/** Case doesn't matter, and `*` stands for anything. */
function createFilter(pattern: string): (template: CaseTemplate) => boolean {
  const parts = pattern
    .split('*')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const expression = new RegExp(parts.join('.*'), 'i');
  return ({ id, title }) => expression.test(id) || expression.test(title);
}
