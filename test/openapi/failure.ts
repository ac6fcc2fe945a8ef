import { type Diagnostic, DiagnosticError } from '../../src/openapi/diagnostic.ts';
import { type LoadedDocument, loadDocument } from '../../src/model/load-document.ts';

/** How documents begin in these tests: two lines. */
export const HEAD = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\n';

/** What a document is, or why it can't be loaded. */
function read(text: string): LoadedDocument | DiagnosticError {
  try {
    return loadDocument(text, 'api.yaml');
  } catch (error) {
    if (error instanceof DiagnosticError) return error;
    throw error;
  }
}

/** What keeps a document from being loaded. */
export function failure(text: string): DiagnosticError {
  const found = read(text);
  if (found instanceof DiagnosticError) return found;
  throw new Error('the document was loaded');
}

/** All that is wrong with a document, whether it is loaded or not. */
export function diagnosticsOf(text: string): readonly Diagnostic[] {
  return read(text).diagnostics;
}
