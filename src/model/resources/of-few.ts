/** Resources of which there can only be few: what is created may have the identity of another one. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { onceFor } from '../../openapi/once.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { operations, parameterNamed } from '../operation.ts';
import { hasFewIdentities } from '../requests/fresh-identity.ts';
import { resourceSchema } from './envelopes-in.ts';
import { type ResourceFamily, identitySchemas } from './resources.ts';

/**
 * Whether answers, or paths, have few identities for what is created: those of an `enum`, say. What clients name
 * themselves can have another name. Found once a family.
 */
export const isOfFew: (document: OpenApiDocument, family: ResourceFamily) => boolean = onceFor(
  (document, family) => {
    const { create, item, parameter, identity = '', envelope } = family;
    if (resourceSchema(document, family, create, 'taken').properties.has(identity)) return false;
    const answered = { ...create, requestBody: undefined };
    const told = identitySchemas(document, [answered], identity, envelope);
    const inPaths = operations(document)
      .filter(({ path }) => path === item)
      .flatMap((operation) => parameterNamed(operation, 'path', parameter) ?? [])
      .map(({ schemaPointer }) => effectiveSchema(document.root, schemaPointer));
    return [...told, ...inPaths].some(hasFewIdentities);
  },
  (_document, family) => family,
);
