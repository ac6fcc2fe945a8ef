/** What the words of a document are added to: an operation, its action, and the resource that its path names. */
import type { Operation } from '../model/operation.ts';
import { pathAbove } from '../model/resources/names.ts';
import type { ItemFamily, ResourceFamily } from '../model/resources/resources.ts';
import { pathOf } from './orphans.ts';
import { type ResourceAction, type ResourceCall, namedResource } from './resource-action.ts';
import type { FoundResource, Stores } from './spread-store.ts';

/** What an operation does. */
export interface OperationAction {
  readonly operation: Operation;
  /** What can be found at paths. */
  readonly all: readonly ItemFamily[];
  readonly action: ResourceAction;
}

/** The resource of a family that the path of a request goes through, or leads to. */
export function resourceOnPath(
  family: ResourceFamily,
  { path, parameters }: ResourceCall,
  { keptOf }: Stores,
): FoundResource | undefined {
  const { item } = family;
  if (item === undefined) return undefined;
  const store = keptOf(family, pathAbove(pathOf({ item }, path)));
  const resource = namedResource(family, parameters, store);
  return resource && { resource, store };
}
