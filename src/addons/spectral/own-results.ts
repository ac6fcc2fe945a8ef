import { type Diagnostic, DiagnosticError } from '../../openapi/diagnostic.ts';
import { loadDocument } from '../../model/load-document.ts';
import type { LintResult } from '../../openapi/linter.ts';
import { fromPointer } from '../../openapi/pointer.ts';
import { documentFault, isSyntaxFault, readAnyYaml } from '../../model/document-fault.ts';

/** A document that Spectral is about to lint. */
export interface LintedText {
  readonly text: string;
  /** File name or address. */
  readonly source: string;
  /** Whether it must be an OpenAPI document, not just any YAML. */
  readonly isOpenApi: boolean;
}

/** What the YAML of a document breaks, where it does: all that can be said of it. */
export function syntaxResult(linted: LintedText): LintResult | undefined {
  const { text, source: file, isOpenApi } = linted;
  const fault = documentFault(readAnyYaml(file, text), isOpenApi);
  return fault && isSyntaxFault(fault) ? resultOf(fault, linted) : undefined;
}

/**
 * What is wrong with a document for the kit's other commands, as far as Spectral has said nothing as grave
 * of the same lines.
 *
 * @param rangeOf Where the node of a path stands, or its nearest that exists.
 */
export function readingResults(
  linted: LintedText,
  results: readonly LintResult[],
  rangeOf: (path: readonly (string | number)[]) => LintResult['range'] | undefined,
): LintResult[] {
  const isTold = ({ severity, source, range }: LintResult): boolean =>
    results.some(
      (result) =>
        result.severity <= severity &&
        result.source === source &&
        result.range.start.line === range.start.line,
    );
  return readingProblems(linted)
    .map((problem) => {
      const result = resultOf(problem, linted);
      const range = problem.pointer === undefined ? undefined : rangeOf(result.path);
      return { ...result, range: range ?? result.range };
    })
    .filter((result) => !isTold(result));
}

function readingProblems(linted: LintedText): readonly Diagnostic[] {
  const diagnostics = linted.isOpenApi ? diagnosticsOf(linted) : [];
  // Of a part of a document Spectral says that it is one.
  if (diagnostics.some(({ code }) => code === 'unsupported-version')) return [];
  // Spectral reads what is elsewhere, and knows what references through it lead to.
  const isSplit = diagnostics.some(({ code }) => code === 'external-reference');
  return isSplit ? diagnostics.filter(({ code }) => !REFERENCES.has(code)) : diagnostics;
}

function diagnosticsOf({ text, source }: LintedText): readonly Diagnostic[] {
  try {
    return loadDocument(text, source).diagnostics;
  } catch (error) {
    if (error instanceof DiagnosticError) return error.diagnostics;
    throw error;
  }
}

const REFERENCES: ReadonlySet<string> = new Set(['external-reference', 'unresolved-reference']);

const SEVERITIES = { error: 0, warning: 1, hint: 3 } as const;

function resultOf(
  { code, severity = 'error', message, help, location, pointer }: Diagnostic,
  { source }: LintedText,
): LintResult {
  const start = { line: (location?.line ?? 1) - 1, character: (location?.column ?? 1) - 1 };
  return {
    code,
    message: `${message.charAt(0).toUpperCase()}${message.slice(1)}. ${help}`,
    path: fromPointer(pointer ?? ''),
    severity: SEVERITIES[severity],
    source,
    range: { start, end: start },
  };
}
