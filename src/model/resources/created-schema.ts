import type { OpenApiDocument } from '../../openapi/document.ts';
import { identityOf, objectShape } from './object-shape.ts';
import { operations } from '../operation.ts';

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

/** The property that holds the identity of what the document's first create operation takes. */
export function createdIdentity(document: OpenApiDocument): string | undefined {
  const pointer = createdSchema(document);
  return pointer === undefined ? undefined : identityOf(objectShape(document, pointer));
}
