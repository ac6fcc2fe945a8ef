/** Which operations answer with a resource itself. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type Operation, operationAt } from '../operation.ts';
import { resourceSchema } from './envelopes-in.ts';
import { isJustBelow } from './names.ts';
import { type ItemFamily, type ResourceFamily, familyAround } from './resources.ts';

/** Whether a success tells of the resource itself, as a read of it does, not of what became of it. */
export function tellsOf(
  document: OpenApiDocument,
  operation: Operation,
  family: ResourceFamily,
): boolean {
  const { properties } = resourceSchema(document, family, operation, 'told');
  if (properties.has(family.identity ?? '')) return true;
  const read = operationAt(document, 'GET', family.item);
  const shown = read && resourceSchema(document, family, read, 'told').properties;
  return properties.size > 0 && properties.keys().every((name) => shown?.has(name) === true);
}

/**
 * Of the families given, that whose resource is answered with where something just below it is put or deleted:
 * `DELETE /trips/7/star`.
 */
export function toldAround(
  document: OpenApiDocument,
  operation: Operation,
  families: Iterable<ItemFamily>,
): ItemFamily | undefined {
  if (!/^(?:PUT|DELETE)$/.test(operation.method)) return undefined;
  const family = familyAround(operation, families);
  const isBelow = family !== undefined && isJustBelow(operation.path, family.item);
  return isBelow && tellsOf(document, operation, family) ? family : undefined;
}
