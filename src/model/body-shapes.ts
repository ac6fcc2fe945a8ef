/** The schemas of whole bodies: what an operation takes, and what its success tells. */
import type { OpenApiDocument } from '../openapi/document.ts';
import { type EffectiveSchema, effectiveSchema } from '../openapi/schema/effective-schema.ts';
import { bodySchema } from './media-type.ts';
import { type Operation, successResponse } from './operation.ts';

/** The schema of a request's body; one that says nothing where there is none. */
export function requestShape(
  { root }: OpenApiDocument,
  { requestBody }: Pick<Operation, 'requestBody'>,
): EffectiveSchema {
  return effectiveSchema(root, bodySchema(requestBody));
}

/** The schema of a success's body; one that says nothing where there is none. */
export function successShape({ root }: OpenApiDocument, operation: Operation): EffectiveSchema {
  return effectiveSchema(root, bodySchema(successResponse(operation)));
}
