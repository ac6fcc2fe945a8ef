import type { OpenApiDocument } from '../openapi/document.ts';
import { type Operation, operations } from '../model/operation.ts';
import { resourceFamilies } from '../model/resources/resource-family.ts';
import { type EffectiveSchema, effectiveSchema } from '../openapi/schema/effective-schema.ts';

/** What requests about the same resource say of it: also what no answer may have (`writeOnly`). */
export function requestSchemas(
  document: OpenApiDocument,
  operation: Operation,
): readonly EffectiveSchema[] {
  return ofSameResource(document, operation)
    .flatMap(({ requestBody }) => requestBody?.content[0]?.schemaPointer ?? [])
    .map((pointer) => effectiveSchema(document.root, pointer));
}

function ofSameResource(document: OpenApiDocument, { path }: Operation): readonly Operation[] {
  const family = [...resourceFamilies(document).values()].find(
    ({ collection, item }) => collection === path || item === path,
  );
  const paths = new Set([path, family?.collection, family?.item]);
  return operations(document).filter((operation) => paths.has(operation.path));
}
