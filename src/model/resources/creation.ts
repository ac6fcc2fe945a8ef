import type { OpenApiDocument } from '../../openapi/document.ts';
import { identityOf, objectShape } from './object-shape.ts';
import { type Operation, operations } from '../operation.ts';
import { matchOperation } from '../routes.ts';
import { type ResourceFamily, resourceFamilies } from './resource-family.ts';

/** What is known of what an operation creates. */
export interface Creation {
  readonly operation: Operation;
  /** JSON Pointer to the schema of what it takes; `undefined` where it takes none. */
  readonly schemaPointer: string | undefined;
  /** The property that tells one from another; `undefined` where none is found. */
  readonly identity: string | undefined;
}

function creating(document: OpenApiDocument): Operation[] {
  return operations(document).filter(({ method }) => method === 'POST');
}

/**
 * Whether what is created is kept by collection, each with the path that it was created at as its
 * name: where several operations of the document create.
 */
export function hasCollections(document: OpenApiDocument): boolean {
  return creating(document).length > 1;
}

/** The path templates that something is created at, in the document's order. */
export function collectionPaths(document: OpenApiDocument): string[] {
  return creating(document).map(({ path }) => path);
}

/** Path template of the only operation that creates; `undefined` where there is not exactly one. */
export function onlyCollection(document: OpenApiDocument): string | undefined {
  return onlyCreating(document)?.path;
}

/** One spelling of a path: whatever needs no percent-encoding has it nowhere, or everywhere. */
export function collectionName(path: string): string {
  try {
    return path.split('/').map(decodeURIComponent).map(encodeURIComponent).join('/');
  } catch {
    return path;
  }
}

/** What creates in the collection of a path; `undefined` where no operation does. */
export function creationAt(document: OpenApiDocument, path: string): Creation | undefined {
  const operation = creatingAt(document, path);
  if (operation === undefined) return undefined;
  const schemaPointer = operation.requestBody?.content[0]?.schemaPointer;
  const shape = schemaPointer === undefined ? undefined : objectShape(document, schemaPointer);
  const named = familyAt(document, path)?.identity;
  return { operation, schemaPointer, identity: named ?? (shape && identityOf(shape)) };
}

/**
 * The family whose resources are created at a path.
 *
 * @param path Default: that of the document's only operation that creates.
 */
export function familyAt(document: OpenApiDocument, path?: string): ResourceFamily | undefined {
  const own = (path === undefined ? onlyCreating(document) : creatingAt(document, path))?.path;
  return [...resourceFamilies(document).values()].find(({ collection }) => collection === own);
}

function onlyCreating(document: OpenApiDocument): Operation | undefined {
  return hasCollections(document) ? undefined : creating(document)[0];
}

function creatingAt(document: OpenApiDocument, path: string): Operation | undefined {
  // Braces, or nothing at all, where somebody has forgotten to put a value in.
  if (/\{|\/(?:\/|$)/.test(path)) return undefined;
  return matchOperation(operations(document), 'POST', path, '')?.operation;
}
