import type { OpenApiDocument } from '../../openapi/document.ts';
import { onceFor } from '../../openapi/once.ts';
import { type Operation, operations } from '../../model/operation.ts';
import { wordsOf } from '../../model/lists/item-properties.ts';
import { dangerOf } from '../../model/resources/danger.ts';
import {
  barePath,
  endsInParameter,
  isJustBelow,
  isPathBelow,
  pathAbove,
} from '../../model/resources/names.ts';
import { referenceKey } from '../../model/resources/body-references.ts';
import { commonEnvelopes } from '../../model/resources/envelopes-in.ts';
import { putFamilies } from '../../model/resources/put-families.ts';
import { isListedAt } from '../../model/resources/family-paths.ts';
import { searchOf } from '../../model/resources/searches.ts';
import { isLinkage } from '../../model/resources/relations.ts';
import {
  type ResourceFamily,
  allFamilies,
  identitySchemas,
  isAction,
} from '../../model/resources/resources.ts';
import type { ListModel } from '../../model/lists/lists.ts';
import { type Upload, uploadAt } from '../../model/uploads.ts';
import { isOfFew } from '../../model/resources/of-few.ts';
import { saidOf } from '../../model/words.ts';

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
  /** What it lies below, where it is put: a user, whose settings these are. Default: nothing. */
  readonly owner?: ResourceOperations | undefined;
}

/** The kinds of resources of which the identity is known, in the document's order. */
export function resourcesIn(document: OpenApiDocument): ResourceOperations[] {
  const all = operations(document).filter(
    (operation) => dangerOf(document, operation)?.spreads !== true,
  );
  return allFamilies(document).flatMap((family): ResourceOperations[] => {
    if (family.identity === undefined || !all.includes(family.create)) return [];
    if (isOfFew(document, family)) return [];
    const at = (method: string, place: string | undefined): Operation | undefined =>
      all.find((operation) => operation.method === method && operation.path === place);
    const { item, collection, create } = family;
    const below = all.filter(({ path }) => item !== undefined && isJustBelow(path, item));
    const actions = below.filter((operation) => isAction(document, operation));
    return [
      {
        family,
        create,
        list: at('GET', collection),
        read: at('GET', item),
        replace: at('PUT', item),
        change: asStated(document, at('PATCH', item)),
        remove: at('DELETE', item),
        actions,
        below: below.filter(
          (operation) => operation.method !== 'GET' && !actions.includes(operation),
        ),
      },
    ];
  });
}

/** What makes of a value another one, instead of taking it as it is sent. */
const RELATIVE = /^(?:increment|decrement|increase|decrease|add|append|toggle|adjust)s?\b/i;

/** A change that leaves what was sent; `undefined` where it is called otherwise. */
function asStated(document: OpenApiDocument, change: Operation | undefined): Operation | undefined {
  if (change === undefined) return undefined;
  const names = [wordsOf(change.id).join(' '), saidOf(document, change)];
  return names.some((name) => RELATIVE.test(name)) ? undefined : change;
}

/** What is put and read: what there is one of for each resource of a kind, and what clients name themselves. */
export function putIn(
  document: OpenApiDocument,
  resources: readonly ResourceOperations[],
): ResourceOperations[] {
  const all = operations(document).filter(
    (operation) => dangerOf(document, operation)?.spreads !== true,
  );
  const known = new Set(resources.map(({ family }) => family.item));
  const find = (method: string, path: string): Operation | undefined =>
    all.find((operation) => operation.method === method && operation.path === path);
  const puts = all.filter(({ method, path }) => {
    // What there always is one of may only be changed.
    const isChanged = method === 'PATCH' && find('PUT', path) === undefined;
    return (method === 'PUT' || (isChanged && !endsInParameter(path))) && !known.has(path);
  });
  return puts.flatMap((create): ResourceOperations[] => {
    const at = (method: string, path = create.path): Operation | undefined => find(method, path);
    const read = at('GET');
    const owner = ownerOf(create, resources);
    const writes = { create, replace: at('PUT'), change: at('PATCH') };
    const shared = { ...writes, read, actions: [], below: [] };
    const family = putFamilies(document).get(create.path);
    if (family !== undefined) {
      const { collection } = family;
      return [{ ...shared, owner, family, list: at('GET', collection), remove: at('DELETE') }];
    }
    const envelope = read && commonEnvelopes(document, create, read)?.told;
    if (envelope === undefined || owner === undefined || !owner.below.includes(create)) return [];
    if (isLinkage(create, owner.family.item!)) return [];
    const { family: above } = owner;
    const single = { ...above, create, item: create.path, identity: undefined, envelope };
    return [{ ...shared, owner, family: single, remove: at('DELETE') }];
  });
}

/**
 * The kinds with a list: once more with another one, where they are created below something, and are listed where
 * they are read: `GET /bookings` beside `/bookings/{id}` and `POST /trips/{id}/bookings`; and with each search.
 */
export function listedKinds(
  document: OpenApiDocument,
  kinds: readonly ResourceOperations[],
): ResourceOperations[] {
  return kinds.flatMap((kind) => {
    const isSearch = (operation: Operation): boolean => {
      const { collection } = searchOf(document, operation) ?? {};
      if (kind.read === undefined || collection === undefined) return false;
      return collection === kind.family.collection || isListedAt(kind.family, collection);
    };
    const others = operations(document).filter(
      (operation) =>
        ((operation.method === 'GET' && isListedAt(kind.family, operation.path)) ||
          isSearch(operation)) &&
        dangerOf(document, operation)?.spreads !== true,
    );
    return [...(kind.list ? [kind] : []), ...others.map((list) => ({ ...kind, list }))];
  });
}

/** The kind that a reference is to, by its key. */
export function kindReferredTo(
  document: OpenApiDocument,
  key: string,
): ResourceOperations | undefined {
  return kindsByKey(document).get(key)?.[0];
}

const kindsByKey = onceFor((document: OpenApiDocument) => {
  const resources = resourcesIn(document);
  const all = [...resources, ...putIn(document, resources)];
  return Map.groupBy(all, ({ family }) => referenceKey(family.collection, 0));
});

/** The kind of the innermost resource that a path goes through. */
export function ownerOf(
  { path }: Operation,
  resources: readonly ResourceOperations[],
): ResourceOperations | undefined {
  return resources
    .filter(({ family: { item } }) => item !== undefined && isPathBelow(path, item))
    .toSorted((a, b) => b.family.item!.length - a.family.item!.length)[0];
}

/** The kind of what a list's own address goes through; `undefined` where it is listed elsewhere, or below nothing. */
export function parentOfList(
  { operation }: Pick<ListModel, 'operation'>,
  kind: ResourceOperations,
  resources: readonly ResourceOperations[],
): ResourceOperations | undefined {
  const parent = parentOf(kind, resources);
  const { item } = parent?.family ?? {};
  return item !== undefined && isPathBelow(operation.path, item) ? parent : undefined;
}

/** The kind of what the resources of another kind lie below, as `/trips/{id}` is of `/trips/{id}/stops`. */
export function parentOf(
  { family }: ResourceOperations,
  resources: readonly ResourceOperations[],
): ResourceOperations | undefined {
  const depth = ({ family: { item = '' } }: ResourceOperations): number => item.length;
  return resources
    .filter(({ family: { item } }) => item !== undefined && isPathBelow(family.collection, item))
    .toSorted((a, b) => depth(b) - depth(a))[0];
}

/** Whether the server gives the resources of a kind their identities: nobody else can have made one. */
export function isMade(document: OpenApiDocument, { create, family }: ResourceOperations): boolean {
  const { identity = '', envelope } = family;
  const [told, taken] = [
    { ...create, requestBody: undefined },
    { ...create, responses: [] },
  ].map((writer) => identitySchemas(document, [writer], identity, envelope)[0]);
  return told !== undefined && (taken === undefined || taken.readOnly);
}

/** The files that are put below a resource of a kind. */
export function uploadsBelow(
  document: OpenApiDocument,
  { below, actions }: ResourceOperations,
): Upload[] {
  return [...below, ...actions].flatMap((operation) => {
    const upload = uploadAt(document, operation.path);
    return upload?.upload === operation ? [upload] : [];
  });
}

/** Files that clients name where they put them, as at `/buckets/{id}/objects/{key}`. */
export function filesNamedIn(
  document: OpenApiDocument,
  resources: readonly ResourceOperations[],
): ResourceOperations[] {
  return operations(document).flatMap((create): ResourceOperations[] => {
    const { method, path: item } = create;
    const owner = ownerOf(create, resources);
    const rest = item.slice(barePath(owner?.family.item ?? '').length);
    const parameter = /^\/[^{}]*\{([^{}]+)\}\/?$/.exec(rest)?.[1];
    const isFile = method === 'PUT' && uploadAt(document, item) !== undefined;
    if (!isFile || parameter === undefined || dangerOf(document, create)?.spreads === true)
      return [];
    const family = { parameter, collection: pathAbove(item), envelope: [], create, item };
    return [{ family: { ...family, identity: undefined }, create, owner, actions: [], below: [] }];
  });
}
