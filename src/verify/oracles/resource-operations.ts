import type { OpenApiDocument } from '../../openapi/document.ts';
import { type Operation, operations } from '../../model/operation.ts';
import { dangerOf } from '../../model/resources/danger.ts';
import { type ResourceFamily, allFamilies, isAction } from '../../model/resources/resources.ts';

/** What can be done with one kind of resource. */
export interface ResourceOperations {
  readonly family: ResourceFamily;
  readonly create: Operation;
  readonly list?: Operation | undefined;
  readonly read?: Operation | undefined;
  readonly replace?: Operation | undefined;
  readonly change?: Operation | undefined;
  readonly remove?: Operation | undefined;
  /** What brings one into another state, such as `POST /trips/{id}/cancel`. */
  readonly actions: readonly Operation[];
  /** Other operations below one, that write and need nothing else to be named. */
  readonly below: readonly Operation[];
}

/** The kinds of resources of which the identity is known, in the document's order. */
export function resourcesIn(document: OpenApiDocument): ResourceOperations[] {
  const all = operations(document).filter((one) => dangerOf(document, one)?.spreads !== true);
  return allFamilies(document).flatMap((family): ResourceOperations[] => {
    if (family.identity === undefined || !all.includes(family.create)) return [];
    const at = (method: string, place: string | undefined): Operation | undefined =>
      all.find((one) => one.method === method && one.path === place);
    const { item, collection, create } = family;
    const below = all.filter(({ path }) => isJustBelow(path, item));
    const actions = below.filter((one) => isAction(document, one));
    return [
      {
        family,
        create,
        list: at('GET', collection),
        read: at('GET', item),
        replace: at('PUT', item),
        change: at('PATCH', item),
        remove: at('DELETE', item),
        actions,
        below: below.filter((one) => one.method !== 'GET' && !actions.includes(one)),
      },
    ];
  });
}

function isJustBelow(path: string, item: string | undefined): boolean {
  return (
    item !== undefined && path.startsWith(`${item}/`) && !path.slice(item.length).includes('{')
  );
}

/** The kind of what the resources of another kind lie below, as `/trips/{id}` is of `/trips/{id}/stops`. */
export function parentOf(
  { family }: ResourceOperations,
  resources: readonly ResourceOperations[],
): ResourceOperations | undefined {
  const depth = ({ family: { item = '' } }: ResourceOperations): number => item.length;
  return resources
    .filter((other) => family.collection.startsWith(`${other.family.item}/`))
    .toSorted((a, b) => depth(b) - depth(a))[0];
}
