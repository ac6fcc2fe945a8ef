/** The resources in a list, by their identities. */
import {
  type JsonValue,
  getProperty,
  isJsonNumber,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import type { ListModel } from '../../model/lists/lists.ts';
import type { QueryField } from '../../model/lists/query-field.ts';
import { opened, schemaIn } from '../../model/resources/envelope.ts';
import type { Observation } from '../checks/check.ts';
import { successPointer } from '../checks/standing.ts';
import { type ChangedProperty, changedProperties, schemasOf, showProperty } from './compared.ts';
import type { Resource, ResourceOperations, Stage } from './oracle.ts';
import { sentBody } from './varied.ts';

/** What is wrong with what a list answers, to what a field of its query asks. */
export function breachOf(
  { operation }: Pick<ListModel, 'operation'>,
  field?: QueryField,
): {
  readonly severity: 'violation';
  readonly rule: 'R9';
  readonly pointer: string;
} {
  const pointer = field?.parameter.pointer || successPointer(operation);
  return { severity: 'violation', rule: 'R9', pointer };
}

/** The items of a list that are this resource. */
export function itemsOf(
  { kind, identity }: Resource,
  items: readonly JsonValue[],
): readonly JsonValue[] {
  return items.filter((item) => nameOf(item, kind) === textOf(identity));
}

/** The first of {@link itemsOf}; `undefined` where there is none. */
export function itemOf(resource: Resource, items: readonly JsonValue[]): JsonValue | undefined {
  return itemsOf(resource, items)[0];
}

/** The identities of items, as texts; those without one are left out. */
export function namesOf(items: readonly JsonValue[], kind: ResourceOperations): string[] {
  return items.flatMap((item) => nameOf(item, kind) ?? []);
}

/** Those that come again. */
export function repeatedIn(names: readonly string[]): string[] {
  return names.filter((name, i) => names.indexOf(name) !== i);
}

function nameOf(item: JsonValue, { family }: ResourceOperations): string | undefined {
  const own = identityIn(item, family.identity ?? '');
  return own === undefined ? undefined : textOf(own);
}

/** Items can be in envelopes of their own, and can be identities by themselves. */
function identityIn(item: JsonValue, name: string): JsonValue | undefined {
  if (typeof item === 'string' || isJsonNumber(item)) return item;
  if (!isJsonObject(item)) return undefined;
  const own = getProperty(item, name);
  if (own !== undefined) return own;
  const inside = Object.values(item).find((one) => isJsonObject(one) && Object.hasOwn(one, name));
  return isJsonObject(inside) ? getProperty(inside, name) : undefined;
}

/** Whether a list tells its items by another name than what was created: nothing can be found in it. */
export function isNameless(
  { item }: ListModel,
  kind: ResourceOperations,
  items: readonly JsonValue[],
): boolean {
  const { identity = '', envelope } = kind.family;
  const { properties } = schemaIn(item, envelope) ?? item;
  return !properties.has(identity) && items.length > 0 && namesOf(items, kind).length === 0;
}

/** An item says the same as the resource that is read alone. */
export async function differencesIn(
  stage: Stage,
  list: ListModel,
  resource: Resource,
  item: JsonValue,
): Promise<Observation[]> {
  const { kind } = resource;
  if (!isJsonObject(item)) return [];
  const { view } = kind.read === undefined ? resource : await stage.read(resource);
  const listed = opened(item, kind.family.envelope) ?? item;
  const schemas = schemasOf(stage.document, kind);
  const sent = sentBody(stage, resource);
  // What the server puts into an object of the client's, it may make up each time.
  const isMadeUp = ({ name, was }: ChangedProperty): boolean =>
    typeof was === 'object' &&
    sent !== undefined &&
    !equalJson(getProperty(sent, name) ?? null, was);
  return changedProperties(schemas, view, listed)
    .filter((one) => canBeListed(list, kind, one) && !isMadeUp(one))
    .filter(({ is, name }) => is !== undefined || list.item.properties.has(name))
    .map(({ name, was, is }) => ({
      ...breachOf(list),
      // A list may be a summary.
      severity: is === undefined ? 'warning' : 'violation',
      message:
        is === undefined ? `${name} is missing in the list` : `${name} is another in the list`,
      received: `${showProperty(name, is)}, in the list`,
      documented: `${showProperty(name, was)}, read alone`,
    }));
}

/** Whether an item can say what stands alone: a list may tell in an object what is a text elsewhere. */
function canBeListed(
  { item }: ListModel,
  { family }: ResourceOperations,
  { name, was }: Pick<ChangedProperty, 'name' | 'was'>,
): boolean {
  const schema = (schemaIn(item, family.envelope) ?? item).properties.get(name);
  return schema === undefined || isValidFor(was, schema, 'response');
}

/** Whether the document has it that a list is never empty. */
export function isNeverEmpty({ answer, path }: ListModel): boolean {
  return (schemaIn(answer, path)?.minItems ?? 0) > 0;
}

/** Whether each resource has an identity of its own: where clients give it, it may be the same in all. */
export function areDistinct(resources: readonly (Resource | undefined)[]): boolean {
  const names = resources.flatMap((one) => (one ? [textOf(one.identity)] : []));
  return new Set(names).size === names.length;
}

/** Whether the document has no way from one part of the list to another. */
export function isAlwaysWhole({
  paging,
  facts,
  next,
  hasLinkHeader,
  search,
  sort,
}: ListModel): boolean {
  const isDivided = paging !== undefined || next !== undefined || hasLinkHeader;
  return !isDivided && facts.length === 0 && search === undefined && sort === undefined;
}
