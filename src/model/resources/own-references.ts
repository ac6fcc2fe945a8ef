/** References to a resource's own kind: the `parentId` of a category. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import type { Operation } from '../operation.ts';
import { resourceSchema } from './envelopes-in.ts';
import { nounOf, pathAbove, plainName } from './names.ts';
import type { ResourceFamily } from './resources.ts';

/** A property in what an operation takes or tells that names another one of the same kind; `undefined` where none does. */
export function ownReference(
  document: OpenApiDocument,
  operation: Operation,
  family: ResourceFamily,
  side: 'taken' | 'told',
): { readonly name: string; readonly schema: EffectiveSchema } | undefined {
  const { properties, required } = resourceSchema(document, family, operation, side);
  const pattern = new RegExp(`^parent(?:${nounOf(family.collection)})?(?:id|uuid|key)?$`);
  const found = [...properties].find(([name, { types, readOnly }]) => {
    const isScalar = types.includes('string') || types.includes('integer');
    // The first one of all can't name any.
    const isOpen = side === 'told' || !(required.has(name) || readOnly);
    return pattern.test(plainName(name)) && isScalar && isOpen;
  });
  return found && { name: found[0], schema: found[1] };
}

/** Whether a path is that of the resources which name the one above as their parent: `/categories/{id}/children`. */
export function isOfChildren(path: string, { item }: Pick<ResourceFamily, 'item'>): boolean {
  const name = plainName(path.split('/').at(-1)!);
  return pathAbove(path) === item && /^(?:children|sub[a-z]+|direct[a-z]+|kids)$/.test(name);
}
