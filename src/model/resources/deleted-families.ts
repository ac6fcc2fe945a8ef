/** Of which collection an operation deletes several resources. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { Operation } from '../operation.ts';
import { type BulkDeletion, bulkDeletionOf } from './bulk-deletions.ts';
import { barePath } from './names.ts';
import { type ResourceFamily, allFamilies } from './resources.ts';

/** The family of which an operation deletes several, and how; `undefined` where it doesn't. */
export function familyDeletedBy(
  document: OpenApiDocument,
  operation: Operation,
): { readonly family: ResourceFamily; readonly deletion: BulkDeletion } | undefined {
  const deletion = bulkDeletionOf(document, operation);
  const template = deletion?.collectionAt(operation.path);
  const family = allFamilies(document).find(
    ({ collection, identity }) => barePath(collection) === template && identity !== undefined,
  );
  return deletion && family && { family, deletion };
}
