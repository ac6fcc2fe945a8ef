import type { OpenApiDocument } from '../../openapi/document.ts';
import { bodySchema } from '../../model/media-type.ts';
import { type Operation, operations, successResponse } from '../../model/operation.ts';
import { dangerOf } from '../../model/resources/danger.ts';
import { type Envelope, enveloped } from '../../model/resources/envelope.ts';
import { nounOf } from '../../model/resources/names.ts';
import { type ResourceFamily, allFamilies, isAction } from '../../model/resources/resources.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';

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
  /** What it belongs to, where there is one for each of a kind: a user, whose settings these are. Default: nothing. */
  readonly owner?: ResourceOperations | undefined;
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

/** What there is one of for each resource of a kind, and what is put there and read: `/users/{id}/settings`. */
export function singletonsIn(
  document: OpenApiDocument,
  resources: readonly ResourceOperations[],
): ResourceOperations[] {
  const all = operations(document);
  const at = (method: string, place: string): Operation | undefined =>
    all.find((one) => one.method === method && one.path === place);
  return resources.flatMap((owner) =>
    owner.below.flatMap((put): ResourceOperations[] => {
      const read = at('GET', put.path);
      const envelope = read && commonEnvelope(document, put, read);
      if (put.method !== 'PUT' || read === undefined || envelope === undefined) return [];
      const family = {
        ...owner.family,
        create: put,
        item: put.path,
        identity: undefined,
        envelope,
      };
      const writes = { create: put, replace: put, change: at('PATCH', put.path) };
      return [{ family, owner, read, ...writes, actions: [], below: [] }];
    }),
  );
}

/** What is around the properties that are written and read; `undefined` where there are none. */
function commonEnvelope(
  { root }: OpenApiDocument,
  write: Operation,
  read: Operation,
): Envelope | undefined {
  const [taken, told] = [write.requestBody, successResponse(read)].map((body) =>
    enveloped(effectiveSchema(root, bodySchema(body)), new Set([nounOf(read.path)])),
  );
  const names = new Set(taken!.at(-1)?.schema.properties.keys());
  return told!.find(({ schema }) => [...schema.properties.keys()].some((name) => names.has(name)))
    ?.envelope;
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
