/** Collections: where what is created is kept, by the path that it was created at. */
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
