import {
  type Creation,
  collectionPaths,
  creationAt,
  firstCreation,
  hasCollections,
} from './collections.ts';
import { barePath } from './names.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { isJsonObject } from '../../openapi/json/json-value.ts';
import { createParameterCheck } from '../parameters/parameter-check.ts';
import { type SchemaValidator, compileSchema } from '../../openapi/schema/compile-schema.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';

/** What resources that are stored without a request are held against. */
export interface CreationRules {
  readonly validate: SchemaValidator;
  /** The property that no two may have in common; `undefined` where there is none. */
  readonly identity: string | undefined;
}

/** Why a collection can't be had. */
export interface CollectionProblem {
  /** In a sentence without a full stop. */
  readonly message: string;
  /** What to do about it. */
  readonly help: string;
}

/**
 * The rules for what is in no collection: those of the document's first create operation;
 * `undefined` where the document creates nothing from JSON.
 */
export function rulesOutsideCollections(document: OpenApiDocument): CreationRules | undefined {
  const creation = firstCreation(document);
  return creation && creationRules(document, creation);
}

/** The rules for what a collection holds. */
export function creationRules(
  document: OpenApiDocument,
  { schemaPointer, identity }: Pick<Creation, 'schemaPointer' | 'identity'>,
): CreationRules {
  if (schemaPointer === undefined) return { validate: () => [], identity };
  const check = compileSchema(document.root, schemaPointer, 'request');
  const { properties } = effectiveSchema(document.root, schemaPointer);
  if (identity === undefined || properties.has(identity)) return { validate: check, identity };
  // A seed may say what its identity is to be, also where a request may not.
  return {
    identity,
    validate: (resource) => {
      if (!isJsonObject(resource)) return check(resource);
      const { [identity]: _, ...rest } = resource;
      return check(rest);
    },
  };
}

/** What creates in the collection of a path, or why nothing does. */
export function demandCreation(
  document: OpenApiDocument,
  path: string,
): Creation | CollectionProblem {
  if (!hasCollections(document) && collectionPaths(document).length === 0) {
    const message = 'no operation of the document creates anything that could be kept';
    return { message, help: 'A fault of the kind "answer" gives an operation any answer.' };
  }
  const creation = creationAt(document, path);
  if (creation === undefined) {
    const message = 'no operation creates anything at this path';
    const paths = collectionPaths(document).join(', ');
    return { message, help: `Name one of: ${paths}, with values in place of braces.` };
  }
  if (!hasCollections(document)) {
    const message = 'the document has only one collection, which has no name';
    return { message, help: 'Leave the name out.' };
  }
  const message = pathProblem(document, creation, path);
  const help = 'Name a path that a request could be sent to.';
  return message === undefined ? creation : { message, help };
}

/** What no request could get at nobody would see. */
function pathProblem(
  document: OpenApiDocument,
  { operation }: Creation,
  path: string,
): string | undefined {
  const check = createParameterCheck(document, operation);
  const end = operation.path.endsWith('/') ? '/' : '';
  const asked = `${barePath(path).replace(/^\/$/, '')}${end}` || '/';
  const { faults = [] } = check?.({ path: asked, query: '', header: () => undefined }) ?? {};
  return faults.find(({ parameter }) => parameter.in === 'path')?.reason;
}

/** Why resources can't be stored without a collection, if they can't. */
export function collectionMissing(document: OpenApiDocument): CollectionProblem | undefined {
  if (!hasCollections(document)) return undefined;
  const help = `Name one of: ${collectionPaths(document).join(', ')}.`;
  return { message: 'the document has several collections', help };
}
