/** The schemas of whole bodies: what an operation takes, and what its success tells. */
import type { OpenApiDocument } from '../openapi/document.ts';
import { type EffectiveSchema, effectiveSchema } from '../openapi/schema/effective-schema.ts';
import { bodySchema, jsonMediaType } from './media-type.ts';
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

/** Whether a document says what is in an operation's success: by a schema, by an example, or by another type than JSON. */
export function isAnswerDescribed(document: OpenApiDocument, operation: Operation): boolean {
  const { content = [] } = successResponse(operation) ?? {};
  return content.some(
    (media) =>
      jsonMediaType([media]) === undefined ||
      Object.keys(media.examples).length > 0 ||
      hasMore(effectiveSchema(document.root, media.schemaPointer)),
  );
}

/** A schema may contain itself: so deep is looked. */
const DEPTH = 4;

/** Whether a schema says more than that there is an object, or a list. */
function hasMore(schema: EffectiveSchema, depth = 0): boolean {
  const { items, properties, additional, branches, values, types } = schema;
  if (properties.size > 0 || branches > 1 || values !== undefined) return true;
  if (types.some((type) => type === 'object' || type === 'array')) {
    return (
      depth < DEPTH &&
      [items, additional].some((inside) => inside !== undefined && hasMore(inside, depth + 1))
    );
  }
  return true;
}
