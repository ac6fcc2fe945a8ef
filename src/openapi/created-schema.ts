import type { OpenApiDocument } from './document.ts';
import { operations } from './operation.ts';

/**
 * JSON Pointer to the schema of what the document's first create operation takes; `undefined` where
 * there is no operation that creates something from JSON.
 */
export function createdSchema(document: OpenApiDocument): string | undefined {
  return operations(document)
    .filter(({ method }) => method === 'POST')
    .map(({ requestBody }) => requestBody?.content[0]?.schemaPointer)
    .find((pointer) => pointer !== undefined);
}
