import type { OpenApiDocument } from '../openapi/document.ts';
import type { Operation } from '../model/operation.ts';
import { compileSchema } from '../openapi/schema/compile-schema.ts';
import { effectiveSchema } from '../openapi/schema/effective-schema.ts';
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
  const { root } = document;
  const response = operation.responses.find(({ status }) => /^2|^default$/i.test(status));
  const answered = jsonMediaType(response?.content)?.schemaPointer;
  const { properties, required } = effectiveSchema(root, answered);
  const sent = effectiveSchema(root, operation.requestBody?.content[0]?.schemaPointer).properties;
  const named = [...properties.keys()].find(
    (name) => required.has(name) && /(?:Id|_id)$/.test(name) && !sent.has(name),
  );
  const identity = properties.has('id') ? 'id' : named;
  const pointer = identity && properties.get(identity)?.pointers[0];
  if (identity === undefined || pointer === undefined) return undefined;
  const made = identityMaker(document, { create: operation }, identity).make(1);
  return compileSchema(root, pointer, 'response')(made).length === 0 ? identity : undefined;
}
