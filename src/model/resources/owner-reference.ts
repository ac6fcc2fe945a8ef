/** By which property resources name one that they belong to, whatever sets it: a request, or an action alone. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { type Operation, operationAt } from '../operation.ts';
import { bodyReferences, referenceTo } from './body-references.ts';
import { resourceSchema } from './envelopes-in.ts';
import { namesOfReference, plainName } from './names.ts';
import type { ItemFamily, ResourceFamily } from './resources.ts';

/** What reading one of a family tells, else its creation. */
export function toldProperties(
  document: OpenApiDocument,
  family: ResourceFamily,
): EffectiveSchema['properties'] {
  const read: Operation = operationAt(document, 'GET', family.item) ?? family.create;
  return resourceSchema(document, family, read, 'told').properties;
}

/** The property by which one of a family names its owner; `undefined` where none does. */
export function ownerReference(
  document: OpenApiDocument,
  family: ResourceFamily,
  { item, collection }: Pick<ItemFamily, 'item' | 'collection'>,
): string | undefined {
  const parameter = /\{([^{}]+)\}\/?$/.exec(item)?.[1] ?? '';
  const names = namesOfReference(item, parameter);
  const told = [...toldProperties(document, family)];
  const named = told.find(([name]) => plainName(name) !== 'id' && names.has(plainName(name)));
  if (named !== undefined) return named[0];
  const slots = told.map(([name, schema]) => ({ path: [name], schema, required: false }));
  return referenceTo(collection, bodyReferences(document, family.create, slots))?.path[0];
}
