import { DiagnosticError } from '../../openapi/diagnostic.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { inspectResources } from '../../openapi/inspect-resources.ts';
import type { JsonObject } from '../../openapi/json/json-value.ts';
import { readYaml } from '../../openapi/read-yaml.ts';

/**
 * Reads resources to begin with: a YAML or JSON list, each valid as the body of the document's
 * first create operation, no id twice.
 *
 * @param file How the file is called in diagnostics.
 * @throws {DiagnosticError} with everything that is wrong with it.
 */
export function readSeed(text: string, file: string, document: OpenApiDocument): JsonObject[] {
  const source = readYaml(text, file);
  const diagnostics =
    source.diagnostics.length > 0
      ? source.diagnostics
      : inspectResources(source, source.value, document);
  if (diagnostics.length > 0) throw new DiagnosticError(`read the seed ${file}`, diagnostics, text);
  return source.value as JsonObject[];
}
