import { type Diagnostic, DiagnosticError } from '../openapi/diagnostic.ts';
import { inspectDocument } from './inspect-document.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { isJsonObject } from '../openapi/json/json-value.ts';
import { upgradeDocument } from '../openapi/upgrade-document.ts';
import { Recent } from '../openapi/recent.ts';
import { readYaml } from '../openapi/read-yaml.ts';

/** A document that was read from a text. */
export interface LoadedDocument extends OpenApiDocument {
  /** As the user named it. */
  readonly file: string;
  readonly text: string;
}

const recent = new Recent<LoadedDocument>(8);

/**
 * Reads an OpenAPI 3.1 or 3.0 document, YAML or JSON; of the latter, `root` is what 3.1 has for it.
 *
 * @param file How the file is called in diagnostics.
 * @throws {DiagnosticError} with everything that keeps the kit from working with it.
 */
export function loadDocument(text: string, file: string): LoadedDocument {
  return recent.of(text, file, () => read(text, file));
}

function read(text: string, file: string): LoadedDocument {
  const source = readYaml(text, file);
  const fail = (diagnostics: readonly Diagnostic[]): never => {
    throw new DiagnosticError(`read the OpenAPI document ${file}`, diagnostics, text);
  };
  if (source.diagnostics.length > 0) return fail(source.diagnostics);
  if (!isJsonObject(source.value)) {
    return fail([
      {
        code: 'not-an-object',
        message: 'an OpenAPI document is a map with the key "openapi"',
        help: 'Start the file with `openapi: 3.1.0`.',
        location: { file, line: 1, column: 1 },
      },
    ]);
  }
  const document: LoadedDocument = {
    root: upgradeDocument(source.value),
    locate: (pointer) => source.locate(pointer),
    file,
    text,
  };
  const diagnostics = inspectDocument(document);
  return diagnostics.length > 0 ? fail(diagnostics) : document;
}
