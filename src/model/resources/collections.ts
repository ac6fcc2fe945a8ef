/** Collections: where what is created is kept, by the path that it was created at, and what it is held against. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { bodySchema } from '../media-type.ts';
import { type Operation, operations } from '../operation.ts';
import { matchOperation, pathTemplate } from '../routes.ts';
import { schemaIn } from './envelope.ts';
import { putFamilies } from './put-families.ts';
import { envelopesOf } from './envelopes-in.ts';
import {
  type ItemFamily,
  type ResourceFamily,
  creating,
  effectOf,
  familyCreatedBy,
  identityCreatedBy,
} from './resources.ts';
import { barePath } from './names.ts';
import { isJsonObject } from '../../openapi/json/json-value.ts';
import { createParameterCheck } from '../parameters/parameter-check.ts';
import { type SchemaValidator, compileSchema } from '../../openapi/schema/compile-schema.ts';

/** What is known of what an operation creates. */
export interface Creation {
  readonly operation: Operation;
  /** JSON Pointer to the schema of what it takes; `undefined` where it takes none. */
  readonly schemaPointer: string | undefined;
  /** The property that tells one from another; `undefined` where none is found. */
  readonly identity: string | undefined;
}

/**
 * Whether what is created is kept by collection, each with the path that it was created at as its
 * name: where several operations of the document create, one does below each of several, or clients put what they name.
 */
export function hasCollections(document: OpenApiDocument): boolean {
  const [first, ...others] = creating(document);
  const isBelow = first?.path.includes('{') === true;
  return others.length > 0 || isBelow || namedFamilies(document).length > 0;
}

/** Those that are put under names, and found by them. */
export function namedFamilies(document: OpenApiDocument): readonly ItemFamily[] {
  return [...putFamilies(document).values()].filter(({ identity }) => identity !== undefined);
}

/** The path templates that something is created at, in the document's order. */
export function collectionPaths(document: OpenApiDocument): string[] {
  return creating(document).map(({ path }) => path);
}

/** Path template of the only operation that creates; `undefined` where there is not exactly one. */
export function onlyCollection(document: OpenApiDocument): string | undefined {
  return onlyCreating(document)?.path;
}

/** One spelling of a path: whatever needs no percent-encoding has it nowhere, or everywhere; no slash at the end. */
export function collectionName(path: string): string {
  try {
    return barePath(path).split('/').map(decodeURIComponent).map(encodeURIComponent).join('/');
  } catch {
    return path;
  }
}

/** What creates in the collection of a path; `undefined` where no operation does. */
export function creationAt(document: OpenApiDocument, path: string): Creation | undefined {
  return creationOf(document, creatingAt(document, path));
}

/** What the document's first operation creates that takes something with a schema. */
export function firstCreation(document: OpenApiDocument): Creation | undefined {
  const first = creating(document).find(({ requestBody }) => bodySchema(requestBody));
  return creationOf(document, first);
}

function creationOf(
  document: OpenApiDocument,
  operation: Operation | undefined,
): Creation | undefined {
  if (operation === undefined) return undefined;
  const family = familyCreatedBy(document, operation);
  const { taken = [] } = family ? envelopesOf(document, operation, family) : {};
  const whole = bodySchema(operation.requestBody);
  const [inside] = schemaIn(effectiveSchema(document.root, whole), taken)?.pointers ?? [];
  const schemaPointer = taken.length === 0 ? whole : inside;
  return { operation, schemaPointer, identity: identityCreatedBy(document, operation) };
}

/**
 * The family whose resources are created at a path.
 *
 * @param path Default: that of the document's only operation that creates.
 */
export function familyAt(document: OpenApiDocument, path?: string): ResourceFamily | undefined {
  const create = path === undefined ? onlyCreating(document) : creatingAt(document, path);
  if (create !== undefined || path === undefined)
    return create && familyCreatedBy(document, create);
  return namedFamilies(document).find(
    ({ collection }) => pathTemplate(collection).parts(path) !== undefined,
  );
}

function onlyCreating(document: OpenApiDocument): Operation | undefined {
  return hasCollections(document) ? undefined : creating(document)[0];
}

function creatingAt(document: OpenApiDocument, path: string): Operation | undefined {
  const only = onlyCreating(document);
  if (only?.path === path) return only;
  // Braces, or nothing at all, where somebody has forgotten to put a value in.
  if (/\{|\/\//.test(path)) return undefined;
  // Names of collections have no slash at the end, which paths may have.
  for (const spelling of [path, `${barePath(path)}/`]) {
    const { operation } = matchOperation(operations(document), 'POST', spelling, '') ?? {};
    if (operation && effectOf(document, operation) === 'creates') return operation;
  }
  return undefined;
}

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
