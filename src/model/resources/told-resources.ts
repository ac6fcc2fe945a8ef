/** Which operations answer with a resource itself. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { textOf, readings } from '../../openapi/json/stringify-json.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import { type EffectiveSchema, shareSchema } from '../../openapi/schema/effective-schema.ts';
import { sampleValue } from '../../openapi/schema/sample-value.ts';
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
  const { identity = '' } = family;
  const { properties } = resourceSchema(document, family, operation, 'told');
  const read = operationAt(document, 'GET', family.item);
  const shown = read && resourceSchema(document, family, read, 'told').properties;
  const told = properties.get(identity);
  if (told !== undefined) return mayBeSame(told, shown?.get(identity));
  return properties.size > 0 && properties.keys().every((name) => shown?.has(name) === true);
}

/** Whether an identity, such as `id`, can be the one that a read has, and not that of a task, say. */
function mayBeSame(told: EffectiveSchema, read: EffectiveSchema | undefined): boolean {
  if (read === undefined || shareSchema(told, read)) return true;
  const sample = textOf(sampleValue(read, { side: 'response' }));
  return Iterator.from(readings(sample)).some((value) => isValidFor(value, told, 'response'));
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
