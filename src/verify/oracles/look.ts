/** Looking at a resource: as it is read alone, or as its list has it where no path leads to it. */
import { type JsonObject, isJsonObject } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { listOf } from '../../model/lists/lists.ts';
import type { Validity } from '../../model/validity.ts';
import { type JudgedExchange, acceptanceOf, notPromised } from '../cases/case.ts';
import { parametersWith, walk } from './list-walk.ts';
import { isNameless, itemOf } from './list-items.ts';
import type { Resource, ResourceOperations, Stage } from './oracle.ts';
import { viewIn } from './resource-view.ts';
import { isStanding } from '../checks/standing.ts';

/** What a look at a resource shows. */
export interface Sight {
  readonly exchange: JudgedExchange;
  /** `undefined` where the resource is not there. */
  readonly view: JsonObject | undefined;
}

/** Whether resources of a kind can be looked at. */
export function isSeen({ read, list }: ResourceOperations): boolean {
  return read !== undefined || list !== undefined;
}

/**
 * A resource as it is now.
 *
 * @throws an error that ends the scene where nothing tells.
 */
export async function look(stage: Stage, resource: Resource): Promise<Sight> {
  return resource.kind.read === undefined ? listed(stage, resource) : found(stage, resource);
}

/** A resource that has to be there. */
export async function see(stage: Stage, resource: Resource): Promise<Resource> {
  const { view, exchange } = await look(stage, resource);
  return view === undefined ? stage.end() : { ...resource, view, exchange };
}

/** What was deleted may be asked for all the same. */
export const DELETED: Validity = notPromised('it was deleted');

/** Whether a resource is deleted once more: who deletes nothing takes the second request as the first. */
export async function isDeletedAgain(
  stage: Stage,
  { kind, given }: Pick<Resource, 'kind' | 'given'>,
): Promise<boolean> {
  const again = await stage.send(kind.remove!, { given, validity: DELETED });
  return acceptanceOf(again) !== undefined;
}

async function found(stage: Stage, { kind, given }: Resource): Promise<Sight> {
  const validity = notPromised('it is read to see whether it is there');
  const exchange = await stage.send(kind.read!, { given, validity });
  if (acceptanceOf(exchange) !== undefined) {
    return { exchange, view: stage.view(kind, exchange) ?? stage.end() };
  }
  return isStanding(exchange, 'refusal') ? { exchange, view: undefined } : stage.end();
}

/**
 * A resource as its list has it.
 *
 * @throws an error that ends the scene where the list can't tell.
 */
export async function listed(stage: Stage, resource: Resource): Promise<Sight> {
  const { list: operation } = resource.kind;
  const list = operation && listOf(stage.document, operation);
  const parameters = list && parametersWith(list, resource.view);
  if (list === undefined || parameters === undefined) return stage.end();
  const { items, pages, isComplete } = await walk(stage, list, {
    given: stage.besides(resource),
    parameters,
    wanted: resource,
  });
  const item = itemOf(resource, items);
  const exchange = pages.at(-1);
  // Where nothing leads to more, a list is what there is.
  const isUnpaged = list.paging === undefined && list.next === undefined;
  const isWhole = isComplete || (isUnpaged && !isNameless(list, items, resource.kind.family));
  const isTold = item === undefined ? isWhole : isJsonObject(item);
  if (exchange === undefined || !isTold) return stage.end();
  return { exchange, view: item === undefined ? undefined : viewIn(resource.kind, item) };
}

/** Whether a look shows another resource than the one that was looked at. */
export function isOther({ kind, identity }: Resource, view: JsonObject): boolean {
  const readIdentity = view[kind.family.identity ?? ''];
  return readIdentity !== undefined && textOf(readIdentity) !== textOf(identity);
}
