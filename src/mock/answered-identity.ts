import type { OpenApiDocument } from '../openapi/document.ts';
import { objectShape } from '../model/resources/object-shape.ts';
import type { Operation } from '../model/operation.ts';
import { compileSchema } from '../openapi/schema/compile-schema.ts';
import { identityMaker } from './make-identity.ts';
import { jsonMediaType } from '../model/media-type.ts';

/**
 * The property by which the answer to a creation names what was created, though no path does: `id`,
 * else a required one named so that the request doesn't have.
 */
export function answeredIdentity(
  document: OpenApiDocument,
  operation: Operation,
): string | undefined {
  const response = operation.responses.find(({ status }) => /^2|^default$/i.test(status));
  const answered = jsonMediaType(response?.content)?.schemaPointer;
  if (answered === undefined) return undefined;
  const { properties } = objectShape(document, answered);
  const taken = operation.requestBody?.content[0]?.schemaPointer;
  const sent = taken === undefined ? undefined : objectShape(document, taken).properties;
  const named = [...properties].find(([name, { required }]) => {
    return required && /(?:Id|_id)$/.test(name) && sent?.has(name) !== true;
  });
  const identity = properties.has('id') ? 'id' : named?.[0];
  const pointer = identity && properties.get(identity)?.pointer;
  if (identity === undefined || pointer === undefined) return undefined;
  const made = identityMaker(document, { create: operation }, identity).make(1);
  const isValid = compileSchema(document.root, pointer, 'response')(made).length === 0;
  return isValid ? identity : undefined;
}
