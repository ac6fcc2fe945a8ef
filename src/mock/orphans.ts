/** What is below a resource that isn't there, or related to one. */
import type { OpenApiDocument } from '../openapi/document.ts';
import type { Problem } from '../http/message.ts';
import { type Operation, hasResponse } from '../model/operation.ts';
import { collectionName } from '../model/resources/collections.ts';
import { collectionPath } from '../model/resources/family-paths.ts';
import { barePath, isPathBelow, isPathWithin, pathAbove } from '../model/resources/names.ts';
import { wordParameters } from '../model/resources/naming-parameters.ts';
import { relationOf } from '../model/resources/relations.ts';
import type { ItemFamily, ResourceFamily } from '../model/resources/resources.ts';
import { type ResourceCall, namedResource, unknownResource } from './resource-action.ts';
import type { ResourceStore } from './resource-store.ts';
import type { IdentityStore } from './spread-store.ts';

/** The innermost family whose item a path goes through, or leads to. */
export function parentOf(path: string, families: readonly ItemFamily[]): ItemFamily | undefined {
  return innermost(
    families.filter(({ item, identity }) => identity !== undefined && isPathWithin(path, item)),
  );
}

function innermost(families: readonly ItemFamily[]): ItemFamily | undefined {
  return families.toSorted((a, b) => b.item.length - a.item.length)[0];
}

/** Finds that what a request is about is below nothing. */
export type OrphanCheck = (call: ResourceCall) => Problem | undefined;

/** What acts on the resource that its path names; all else finds it there first. */
const ACTED_ON = /^(?:GET|PUT|PATCH|DELETE)$/;

/** What can be above others, or related to them, and where it is kept. */
interface Parents {
  readonly document: OpenApiDocument;
  /** Where the resources of a family are found by their identity, at the path of their collection. */
  readonly keptOf: (family: ResourceFamily, path: string) => IdentityStore;
  readonly families: ReadonlyMap<string, ItemFamily>;
  /** What clients put, and no property names. */
  readonly unnamed: readonly ItemFamily[];
  readonly store: ResourceStore;
}

/**
 * Why nothing is below a resource or related to it, and nothing can be done to it: it isn't there. `undefined` where
 * the operation only reads and documents no such answer, or its path goes through no resource that is stored.
 */
export function orphanCheckOf(operation: Operation, parents: Parents): OrphanCheck | undefined {
  const [above, other] = [aboveCheckOf(operation, parents), relatedCheckOf(operation, parents)];
  if (above === undefined || other === undefined) return above ?? other;
  return (call) => above(call) ?? other(call);
}

/** That what something is put for is there, too, where the document has an answer for that. */
function relatedCheckOf(
  operation: Operation,
  { document, keptOf }: Parents,
): OrphanCheck | undefined {
  const { method, path: template } = operation;
  const isSaid = method.startsWith('P') && hasResponse(operation, 404);
  const other = isSaid ? relationOf(document, operation)?.other : undefined;
  if (other?.identity === undefined) return undefined;
  return ({ path, parameters }) => {
    const others = keptOf(other, collectionPath(other, template, path));
    const found = namedResource(other, parameters, others);
    return found ? undefined : unknownResource(other, parameters);
  };
}

function aboveCheckOf(
  operation: Operation,
  { document, families, unnamed, keptOf, store }: Parents,
): OrphanCheck | undefined {
  const { method, path } = operation;
  const isSaid = method !== 'GET' || hasResponse(operation, 404, 410);
  if (!isSaid) return undefined;
  const family = families.get(path);
  const isMaking = family?.create === operation;
  // What is at the path itself is looked for when something is done to it.
  const isFound = ACTED_ON.test(method) && family?.identity !== undefined && !isMaking;
  const above = [...families.values()].filter((ancestor) => !isMaking || ancestor !== family);
  const parent = isFound ? undefined : parentOf(path, above);
  const put = innermost(unnamed.filter(({ item }) => isPathBelow(path, item)));
  // What stands for several is not looked for.
  if (parent && wordParameters(document, operation).has(parent.parameter)) return undefined;
  const isPut = put !== undefined && put.item.length > (parent?.item.length ?? 0);
  return isPut ? unputCheck(put, store) : parent && orphanCheck(parent, keptOf);
}

function orphanCheck(parent: ItemFamily, keptOf: Parents['keptOf']): OrphanCheck {
  return ({ path, parameters }) => {
    const store = keptOf(parent, pathAbove(pathOf(parent, path)));
    return namedResource(parent, parameters, store)
      ? undefined
      : unknownResource(parent, parameters);
  };
}

/** The same below what is kept at the path at which it was put. */
function unputCheck(parent: ItemFamily, store: ResourceStore): OrphanCheck {
  return ({ path, parameters }) => {
    const { size } = store.collection(collectionName(pathOf(parent, path)));
    return size > 0 ? undefined : unknownResource(parent, parameters);
  };
}

/** The part of a path that leads to one of a family. */
export function pathOf({ item }: Pick<ItemFamily, 'item'>, path: string): string {
  return path.split('/').slice(0, barePath(item).split('/').length).join('/');
}
