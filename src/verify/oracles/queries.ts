import { type JsonValue, getProperty, isJsonNumber } from '../../openapi/json/json-value.ts';
import { showJson, textOf } from '../../openapi/json/stringify-json.ts';
import { toJsonNumber } from '../../openapi/json/exact-number.ts';
import { pause } from '../../http/pause.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { anotherValue } from '../../openapi/schema/another-value.ts';
import { type Filter, holds, mentions } from '../../model/lists/filters.ts';
import { isTime, valueOf } from '../../model/lists/item-properties.ts';
import { type ListModel, listOf } from '../../model/lists/lists.ts';
import type { QueryField } from '../../model/lists/query-field.ts';
import { type SortKey, orderOf, sortKeys } from '../../model/lists/sort.ts';
import { successPointer } from '../checks/standing.ts';
import { type Walk, valueFor, walk } from './list-walk.ts';
import { propertiesOf } from './compared.ts';
import { PATIENCE_MS, itemOf } from './lists.ts';
import type { Oracle, Resource, ResourceOperations, Stage } from './oracle.ts';

/** So many orders of a list are asked for. */
const ORDERS = 8;

/** A list whose query says which items are wanted, and in which order, has these in this order. */
export const queries: Oracle = {
  id: 'queries',
  because:
    'A parameter that is named like a property says which items are wanted; one that is named for order, in which order they come.',
  *scenes({ document, resources }) {
    for (const kind of resources) {
      const list = kind.list && listOf(document, kind.list);
      if (list === undefined) continue;
      const shared = { operation: list.operation, isAlone: true };
      for (const filter of list.filters) {
        const play = (stage: Stage): Promise<void> => playFilter(stage, { kind, list, filter });
        yield { ...shared, title: `is filtered by ${filter.field.name}`, requests: 4, play };
      }
      if (list.search !== undefined) {
        const play = (stage: Stage): Promise<void> => playSearch(stage, kind, list, list.search!);
        yield { ...shared, title: `is searched by ${list.search.name}`, requests: 3, play };
      }
      if (list.sort !== undefined) {
        const play = (stage: Stage): Promise<void> => playOrders(stage, kind, list);
        yield { ...shared, title: `is ordered by ${list.sort.by.name}`, requests: 10, play };
      }
    }
  },
};

interface Filtered {
  readonly kind: ResourceOperations;
  readonly list: ListModel;
  readonly filter: Filter;
}

function breach(
  { operation }: ListModel,
  { parameter }: QueryField,
): {
  readonly severity: 'violation';
  readonly rule: 'R9';
  readonly pointer: string;
} {
  return {
    severity: 'violation',
    rule: 'R9',
    pointer: parameter.pointer || successPointer(operation),
  };
}

/** Asks for what a resource has, and for what it hasn't: it is there, or not, and so is everything else. */
async function playFilter(stage: Stage, { kind, list, filter }: Filtered): Promise<void> {
  const created = await stage.create(kind);
  const resource = kind.read === undefined ? created : await stage.read(created);
  const value = valueOf(filter.property, resource.view);
  if (value === undefined || value === null) return;
  for (const wanted of wantedValues(filter, value)) {
    let seen = await ask(stage, { kind, list, filter }, resource, wanted);
    for (const ms of PATIENCE_MS) {
      if (seen === undefined || !isMissing(filter, { resource, wanted, seen })) break;
      await pause(ms);
      seen = await ask(stage, { kind, list, filter }, resource, wanted);
    }
    if (seen === undefined) continue;
    const isReported = reportFiltered(stage, { kind, list, filter }, { resource, wanted, seen });
    if (isReported) return;
  }
}

/** Values that the property's own value is on one side of, then on the other. */
function wantedValues({ field, operator }: Filter, value: JsonValue): JsonValue[] {
  const { schema } = field;
  const single = Array.isArray(value) ? (value[0] ?? null) : value;
  const item = schema.items ?? schema;
  const others =
    operator === '=' || operator === 'in' || operator === 'contains'
      ? [anotherValue(item, single, 'request')]
      : distant(single);
  return [single, ...others].flatMap((one) => {
    if (one === undefined || one === null) return [];
    const sent = schema.items === undefined ? asText(one, field) : [one];
    return isValidFor(sent, schema, 'request') ? [sent] : [];
  });
}

/** Where the document has a number as a text. */
function asText(value: JsonValue, { schema: { types } }: QueryField): JsonValue {
  const isText = types.includes('string') && !types.includes('integer');
  return isText && typeof value !== 'string' ? textOf(value) : value;
}

const DAY_MS = 86_400_000;

/** Below and above a number or a time. */
function distant(value: JsonValue): (JsonValue | undefined)[] {
  if (typeof value === 'bigint') return [toJsonNumber(value - 1n), toJsonNumber(value + 1n)];
  if (isJsonNumber(value)) {
    const number = Number(textOf(value));
    return [number - 1, number + 1];
  }
  const text = typeof value === 'string' ? value : '';
  const time = Date.parse(text);
  if (Number.isNaN(time)) return [];
  const length = text.length === 10 ? 10 : undefined;
  return [-1, 1].map((days) => new Date(time + days * DAY_MS).toISOString().slice(0, length));
}

async function ask(
  stage: Stage,
  { list, filter }: Filtered,
  resource: Resource,
  wanted: JsonValue,
): Promise<Walk | undefined> {
  const seen = await walk(stage, list, {
    given: stage.besides(resource),
    parameters: valueFor(filter.field, wanted),
    isEnough: (items) =>
      itemOf(resource, items) !== undefined &&
      items.some((item) => holds(filter, wanted, item) === false),
  });
  return seen.pages.length === 0 ? undefined : seen;
}

interface Answer {
  readonly resource: Resource;
  readonly wanted: JsonValue;
  readonly seen: Walk;
}

function reportFiltered(
  stage: Stage,
  { list, filter }: Filtered,
  { resource, wanted, seen }: Answer,
): boolean {
  const { field, property } = filter;
  const name = property.path.join('.');
  const exchange = seen.pages.at(-1)!;
  const wrong = seen.items.find((item) => holds(filter, wanted, item) === false);
  if (wrong !== undefined) {
    stage.report(exchange, {
      ...breach(list, field),
      message: `${field.name} doesn't leave out what has another ${name}`,
      received: `an item with ${name}: ${showJson(valueOf(property, wrong) ?? null)} for ${field.name}=${textOf(wanted)}`,
      documented: `items with a ${name} that fits`,
    });
    return true;
  }
  if (!isMissing(filter, { resource, wanted, seen })) return false;
  stage.report(exchange, {
    ...breach(list, field),
    message: `${field.name} leaves out what has the wanted ${name}`,
    received: `${seen.items.length} items for ${field.name}=${textOf(wanted)}, without one that has it`,
    documented: `all items with a ${name} that fits`,
  });
  return true;
}

/** Whether the resource is not there, although it is surely wanted; the list may follow a moment later. */
function isMissing(filter: Filter, { resource, wanted, seen }: Answer): boolean {
  const isThere = !seen.isComplete || itemOf(resource, seen.items) !== undefined;
  return !isThere && holds(filter, wanted, resource.view) === true;
}

/** What a search is for is open, but it finds what has the word, and leaves out what hasn't. */
async function playSearch(
  stage: Stage,
  kind: ResourceOperations,
  list: ListModel,
  field: QueryField,
): Promise<void> {
  const resource = await stage.create(kind);
  const word = 'zqxjkvbpwy';
  if (!isValidFor(word, field.schema, 'request') || mentions(resource.view, word)) return;
  const seen = await walk(stage, list, {
    given: stage.besides(resource),
    parameters: valueFor(field, word),
  });
  if (itemOf(resource, seen.items) === undefined) return;
  stage.report(seen.pages.at(-1)!, {
    ...breach(list, field),
    severity: 'warning',
    message: `${field.name} finds what has no such word`,
    received: `an item without the word for ${field.name}=${word}`,
    documented: 'items that have it',
  });
}

/** Two items that differ wherever they can, and each order that the document has. */
async function playOrders(stage: Stage, kind: ResourceOperations, list: ListModel): Promise<void> {
  const first = await stage.create(kind);
  const given = stage.besides(first);
  const taken = propertiesOf(stage.document, kind, kind.create, 'taken');
  for (const name of sortedNames(list)) {
    const schema = taken.get(name);
    const change = stage.changing(kind, kind.create, (body) => {
      const value = schema && anotherValue(schema, getProperty(body, name), 'request');
      return value === undefined ? body : { ...body, [name]: value };
    });
    // A service may have its reasons to refuse it: then what is there has to do.
    await stage.send(kind.create, {
      given,
      change: schema?.values || isOrdinal(schema) ? change : undefined,
    });
  }
  for (const parameters of ordersOf(list).slice(0, ORDERS)) {
    const values = new Map(
      Object.entries(parameters).map(([name, value]) => [`query ${name}`, value!]),
    );
    const keys = sortKeys(list.sort!, values);
    if (keys === undefined) continue;
    const { items, pages } = await walk(stage, list, { given, parameters, most: 3 });
    const wrong = disorderIn(items, keys);
    if (wrong === -1) continue;
    // Where nothing says which way, many put the newest first.
    const isEitherWay = isTime(keys[0]!.property) && !saysDirection(list);
    if (isEitherWay && disorderIn(items.toReversed(), keys) === -1) continue;
    const { property, isDescending } = keys[0]!;
    const shown = [items[wrong - 1]!, items[wrong]!].map((item) =>
      showJson(valueOf(property, item) ?? null),
    );
    stage.report(pages.at(-1)!, {
      ...breach(list, list.sort!.by),
      message: `the list is not in the order of ${property.path.join('.')}${isDescending ? ', descending' : ''}`,
      received: shown.join(' before '),
      documented: Object.entries(parameters)
        .map(([name, value]) => `${name}=${textOf(value ?? null)}`)
        .join('&'),
    });
  }
}

/** The first item that should come before the one before it; -1 where there is none. */
function disorderIn(items: readonly JsonValue[], keys: readonly SortKey[]): number {
  return items.findIndex((item, i) => i > 0 && (orderOf(keys, items[i - 1]!, item) ?? 0) > 0);
}

/** Whether a list can be asked for either direction, so that what is said without one is upwards. */
function saysDirection({ sort }: ListModel): boolean {
  const values = (sort?.by.schema.items ?? sort?.by.schema)?.values ?? [];
  return sort?.direction !== undefined || values.some((value) => /^-|desc/i.test(textOf(value)));
}

/** Top-level properties that a list can be in order of. */
function sortedNames({ sort, item }: ListModel): string[] {
  const values = (sort?.by.schema.items ?? sort?.by.schema)?.values?.map(textOf) ?? [];
  const names = [...item.properties.keys()];
  const wanted = names.filter((name) => values.some((value) => value.includes(name)));
  return (wanted.length > 0 ? wanted : names).slice(0, 4);
}

/** Numbers and times differ by a little, and are taken; what is unique is drawn fresh anyway. */
function isOrdinal(schema: EffectiveSchema | undefined): boolean {
  return schema !== undefined && (schema.types.includes('integer') || schema.format !== undefined);
}

/** Values of the parameters that order a list: those of their enums, else names of properties. */
function ordersOf({ sort, item }: ListModel): Record<string, JsonValue | undefined>[] {
  if (sort === undefined) return [];
  const { by, direction } = sort;
  const schema = by.schema.items ?? by.schema;
  const names = schema.values ?? [...item.properties.keys()];
  const directions =
    direction === undefined ? [undefined] : (direction.schema.values ?? ['asc', 'desc']);
  return names
    .flatMap((name) =>
      directions.map((way) => ({
        ...valueFor(by, by.schema.items ? [name] : name),
        ...valueFor(direction, way),
      })),
    )
    .filter((parameters) => isValidFor(Object.values(parameters)[0]!, by.schema, 'request'));
}
