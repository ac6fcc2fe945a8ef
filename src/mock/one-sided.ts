import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonObject, isJsonObject } from '../openapi/json/json-value.ts';
import { jsonMediaType } from '../model/media-type.ts';
import { type Operation, operations } from '../model/operation.ts';
import { resourceFamilies } from '../model/resources/resources.ts';
import { type EffectiveSchema, effectiveSchema } from '../openapi/schema/effective-schema.ts';
import { otherSideRemover } from '../openapi/schema/other-side.ts';

/** A request's body without what only the server sets, which is as it was in `known`. */
export type BodyTaker = (body: JsonObject, known?: JsonObject) => JsonObject;

/**
 * Takes of a body what the client may set: not what is `readOnly` by the request's schema or else
 * by those of the answers about the same resource.
 */
export function bodyTaker(document: OpenApiDocument, operation: Operation): BodyTaker {
  const pointer = operation.requestBody?.content[0]?.schemaPointer;
  const told = ofSameResource(document, operation)
    .map(({ responses }) => responses.find(({ status }) => /^2|^default$/i.test(status)))
    .flatMap((response) => jsonMediaType(response?.content)?.schemaPointer ?? [])
    .map((answered) => effectiveSchema(document.root, answered))
    .map((schema) => schema.items ?? schema);
  const remove = otherSideRemover([effectiveSchema(document.root, pointer), ...told], 'request');
  return (body, known) => {
    const taken = remove(body, known);
    return isJsonObject(taken) ? taken : body;
  };
}

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
