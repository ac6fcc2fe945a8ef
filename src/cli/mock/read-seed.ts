import { DiagnosticError } from '../../openapi/diagnostic.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { inspectCollections, inspectResources } from '../../model/inspect-resources.ts';
import { hasCollections } from '../../model/resources/creation.ts';
import { type JsonObject, isJsonObject } from '../../openapi/json/json-value.ts';
import type { Collections } from '../../mock/store-content.ts';
import { readYaml } from '../../openapi/read-yaml.ts';

/** What the mock begins with. */
export interface Seed {
  /** Where the document has one collection. */
  readonly seed: readonly JsonObject[] | undefined;
  /** Where it has several, by path. */
  readonly collections: Collections | undefined;
}

/**
 * Reads resources to begin with: a YAML or JSON list, each valid as the body of the document's
 * create operation, no id twice; where several operations create, a map from the path of a
 * collection to such a list.
 *
 * @param file How the file is called in diagnostics.
 * @throws {DiagnosticError} with everything that is wrong with it.
 */
export function readSeed(text: string, file: string, document: OpenApiDocument): Seed {
  const source = readYaml(text, file);
  const { value } = source;
  const isMap = isJsonObject(value) && hasCollections(document);
  const diagnostics =
    source.diagnostics.length > 0
      ? source.diagnostics
      : isMap
        ? inspectCollections(source, value, document)
        : inspectResources(source, value, document);
  if (diagnostics.length > 0) throw new DiagnosticError(`read the seed ${file}`, diagnostics, text);
  return isMap
    ? { seed: undefined, collections: value as unknown as Collections }
    : { seed: value as unknown as readonly JsonObject[], collections: undefined };
}
