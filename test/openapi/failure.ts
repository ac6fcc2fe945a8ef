import { DiagnosticError } from '../../src/openapi/diagnostic.ts';
import { loadDocument } from '../../src/model/load-document.ts';

/** How documents begin in these tests: two lines. */
export const HEAD = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\n';

/** What keeps a document from being loaded. */
export function failure(text: string): DiagnosticError {
  try {
    loadDocument(text, 'api.yaml');
  } catch (error) {
    if (error instanceof DiagnosticError) return error;
    throw error;
  }
  throw new Error('the document was loaded');
}
