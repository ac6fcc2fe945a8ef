import { fileURLToPath } from 'node:url';
import { fileProblem, readTextFile } from '../src/openapi/files/read-text-file.ts';
import type { LoadedDocument } from '../src/model/load-document.ts';

/**
 * Reads a document of your own, OpenAPI 3.1 or 3.0, YAML or JSON.
 *
 * @param file A path, or a URL of the scheme `file`, such as `new URL('api.yaml', import.meta.url)`.
 * @throws {Error} where it can't be read.
 * @throws {DiagnosticError} with everything that keeps the fake from working with it.
 */
export async function readDocument(file: string | URL): Promise<LoadedDocument> {
  return await loadDocument(textOf(file), String(file));
}

/**
 * The same from a text. The YAML parser is loaded by then only: most users of the kit need none.
 *
 * @param file How the text is called in messages.
 * @throws {DiagnosticError} with everything that keeps the fake from working with it.
 */
export async function loadDocument(text: string, file: string): Promise<LoadedDocument> {
  const loader = await import('../src/model/load-document.ts');
  return loader.loadDocument(text, file);
}

function textOf(file: string | URL): string {
  try {
    return readTextFile(file instanceof URL ? fileURLToPath(file) : file);
  } catch (cause) {
    throw new Error(
      `Failed to read the document ${String(file)}: ${fileProblem(cause)}. Give a path, or the text to loadDocument.`,
      { cause },
    );
  }
}
