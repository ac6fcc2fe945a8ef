/** The resources in a list, by their identities. */
import {
  type JsonValue,
  getProperty,
  isJsonNumber,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { exactNumber } from '../../openapi/json/exact-number.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { anotherValue } from '../../openapi/schema/another-value.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import type { Filter } from '../../model/lists/filters.ts';
import { identityIn } from '../../model/lists/item-identity.ts';
import { valueOf } from '../../model/lists/item-properties.ts';
import { type QueryField, itemOfSeveral } from '../../model/lists/query-field.ts';
import { breachOf } from './breach.ts';
import type { Resource, ResourceOperations, Stage } from './oracle.ts';
import type { ListModel } from '../../model/lists/lists.ts';
import { schemaIn } from '../../model/resources/envelope.ts';
import { saidOf } from '../../model/words.ts';
import type { Observation } from '../checks/check.ts';
import { type ChangedProperty, changedProperties, schemasOf, showProperty } from './compared.ts';
import { viewIn } from './resource-view.ts';
import { sentBody } from './varied.ts';

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
  const identity = identityIn(item, family.identity ?? '');
  return identity === undefined ? undefined : textOf(identity);
}

/** Whether a list tells its items by another name than what was created: nothing can be found in it. */
export function isNameless(
  list: Pick<ListModel, 'item' | 'family'>,
  items: readonly JsonValue[],
  family: ListModel['family'] = list.family,
): boolean {
  if (family === undefined || items.length === 0) return false;
  const { identity = '', envelope } = family;
  const { properties } = schemaIn(list.item, envelope) ?? list.item;
  return (
    !properties.has(identity) && items.every((item) => identityIn(item, identity) === undefined)
  );
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
  const listed = viewIn(kind, item) ?? item;
  const schemas = schemasOf(stage.document, kind);
  const sent = sentBody(stage, resource);
  // What the server puts into an object of the client's, it may make up each time.
  const isMadeUp = ({ name, was }: ChangedProperty): boolean =>
    typeof was === 'object' &&
    sent !== undefined &&
    !equalJson(getProperty(sent, name) ?? null, was);
  return changedProperties(schemas, view, listed)
    .filter(
      (changedProperty) => canBeListed(list, kind, changedProperty) && !isMadeUp(changedProperty),
    )
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

/** What was done to a resource has changed it, and an item has it as it was before. */
export function staleIn(
  list: ListModel,
  [before, after]: readonly [Resource, Resource],
  items: readonly JsonValue[],
): Observation | undefined {
  const item = itemOf(after, items) ?? null;
  const listed = viewIn(after.kind, item);
  if (listed === undefined) return undefined;
  for (const [name, is] of Object.entries(after.view)) {
    const [was, shown] = [before.view, listed].map((view) => getProperty(view, name));
    if (was === undefined || shown === undefined) continue;
    if (equalJson(was, is) || !equalJson(shown, was)) continue;
    return {
      ...breachOf(list),
      message: `${name} is another in the list`,
      received: `${showProperty(name, shown)}, in the list, as it was before`,
      documented: `${showProperty(name, is)}, read alone`,
    };
  }
  return undefined;
}

/** Whether an item can say what stands alone: a list may tell in an object what is a text elsewhere. */
export function canBeListed(
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
  const names = resources.flatMap((resource) => (resource ? [textOf(resource.identity)] : []));
  return new Set(names).size === names.length;
}

/** Whether the document says that a list is of all there is, and not of what lies below nothing. */
export function isOfAll({ document }: Stage, { operation }: ListModel): boolean {
  const said = saidOf(document, operation);
  return /\b(?:all|every|each)\b/i.test(said) && !/\b(?:roots?|top[- ]?level)\b/i.test(said);
}

/** Whether the document has no way from one part of the list to another. */
export function isAlwaysWhole({
  paging,
  facts,
  next,
  linkHeader,
  search,
  sort,
}: ListModel): boolean {
  const isDivided = paging !== undefined || next !== undefined || linkHeader !== undefined;
  return !isDivided && facts.length === 0 && search === undefined && sort === undefined;
}

/** A value of a property as the filter takes it; `undefined` where it doesn't. */
export function sentFor({ field }: Filter, value: JsonValue | undefined): JsonValue | undefined {
  if (value === undefined || value === null) return undefined;
  const { schema } = field;
  const single = Array.isArray(value) ? value[0] : value;
  if (single === undefined || single === null) return undefined;
  const sent = itemOfSeveral(field) === undefined ? asText(single, field) : [single];
  return isValidFor(sent, schema, 'request') ? sent : undefined;
}

/** Where the document has a number as a text. */
function asText(value: JsonValue, { schema: { types } }: QueryField): JsonValue {
  const isText = types.includes('string') && !types.includes('integer');
  return isText && typeof value !== 'string' ? textOf(value) : value;
}

/** Values that the resources have, and some that are on one side of them, then on the other. */
export function wantedValues(filter: Filter, [plain, ...others]: readonly Resource[]): JsonValue[] {
  const { field, operator, property } = filter;
  const value = valueOf(property, plain!.view);
  if (value === undefined || value === null) return [];
  const single = Array.isArray(value) ? (value[0] ?? null) : value;
  const item = itemOfSeveral(field) ?? field.schema;
  const isEqual = !/^[<>]/.test(operator);
  const had = others
    .map(({ view }) => valueOf(property, view))
    .find(
      (candidate) => typeof candidate === typeof single && !equalJson(candidate ?? null, single),
    );
  const beside = isEqual ? [had ?? anotherValue(item, single, 'request')] : distant(single, filter);
  // No resource has the identity 0, which may stand for none or for all.
  const zero = isJsonNumber(single) && !isEqual ? [0] : [];
  const several = isListed(filter, value) ? pairsOf(single, beside[0]) : [];
  const alone = [single, ...beside, ...zero]
    .map((probe) => sentFor(filter, probe))
    .filter((probe) => probe !== undefined);
  const sent = [
    ...alone,
    ...several.filter((candidate) => isValidFor(candidate, field.schema, 'request')),
  ];
  return sent.filter((probe, i) => sent.findIndex((other) => equalJson(probe, other)) === i);
}

/** Whether several values can be asked for, of which an item has one. */
function isListed({ field }: Filter, value: JsonValue): boolean {
  return itemOfSeveral(field) !== undefined && !Array.isArray(value);
}

/** Any of them will do, whichever comes first. */
function pairsOf(value: JsonValue, other: JsonValue | undefined): JsonValue[] {
  if (other === undefined) return [];
  return [
    [value, other],
    [other, value],
  ];
}

const DAY_MS = 86_400_000;

/** Below and above a number or a time; numbers of which the texts have another order, where these are allowed. */
function distant(value: JsonValue, filter: Filter): (JsonValue | undefined)[] {
  if (isJsonNumber(value)) {
    const [whole = ''] = textOf(value).replace('-', '').split('.');
    const ways = [
      ['9'.repeat(Math.max(1, whole.length - 1)), `${Number(whole) - 1}`],
      [`1${'0'.repeat(whole.length)}`, `${Number(whole) + 1}`],
    ];
    // What is compared as whole numbers is the same half a step further.
    const half = filter.operator.startsWith('>') ? whole : `${Number(whole) - 1}`;
    return [...ways, [`${half}.5`]].map((texts) =>
      texts.map(exactNumber).find((number) => sentFor(filter, number) !== undefined),
    );
  }
  const text = typeof value === 'string' ? value : '';
  const time = Date.parse(text);
  if (Number.isNaN(time)) return [];
  const length = text.length === 10 ? 10 : undefined;
  return [-1, 1].map((days) => new Date(time + days * DAY_MS).toISOString().slice(0, length));
}
