import type { OpenApiDocument } from '../../openapi/document.ts';
import { isJsonObject } from '../../openapi/json/json-value.ts';
import { operations } from '../../model/operation.ts';
import type { YamlSource } from '../../openapi/read-yaml.ts';

/**
 * Whether a case file is about an operation of the document: the kit's own are about its own service,
 * and another document may have none of its operations.
 */
export function isAbout(document: OpenApiDocument, { value }: YamlSource): boolean {
  const operation = isJsonObject(value) ? value['operation'] : undefined;
  return operations(document).some(({ id }) => id === operation);
}
