import { type JsonObject, type JsonValue, getProperty } from '../../openapi/json/json-value.ts';
import { showJson, textOf } from '../../openapi/json/stringify-json.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { mentions } from '../../model/lists/filters.ts';
import { isTime, valueOf } from '../../model/lists/item-properties.ts';
import { type ListModel, listOf } from '../../model/lists/lists.ts';
import type { QueryField } from '../../model/lists/query-field.ts';
import {
  type Sort,
  type SortKey,
  orderOf,
  saysDirection,
  sortKeys,
} from '../../model/lists/sort.ts';
import type { Given } from '../cases/case.ts';
import { breachOf } from './breach.ts';
import { chosenFieldScenes } from './chosen-fields.ts';
import { filtersScene } from './list-filters.ts';
import { itemOf } from './list-items.ts';
import { shortLimit } from './list-pages.ts';
import { reportTotal } from './list-totals.ts';
import { type Walk, alikeIn, isListed, parametersWith, walk, walkUntil } from './list-walk.ts';
import { showAsked, together, valueFor, valuesOf, ordersOf, ordersOfTwo } from './field-values.ts';
import { propertiesOf } from './compared.ts';
import { setFilterScenes } from './set-filters.ts';
import { embeddingScenes } from './embeddings.ts';
import type { Oracle, Resource, ResourceOperations, Stage } from './oracle.ts';
import { listedKinds } from './resource-operations.ts';
import { createVaried, valueBetween } from './varied.ts';

/** So many orders of a list are asked for. */
const ORDERS = 8;

/** A list whose query says which items are wanted, and in which order, has these in this order. */
export const queries: Oracle = {
  id: 'queries',
  because:
    'A parameter with the name of a property selects items; one such as sort orders them, and one such as fields chooses what they tell.',
  *scenes(cast) {
    const { document, resources, put } = cast;
    yield* embeddingScenes(cast);
    yield* setFilterScenes(cast);
    const kinds = [...resources, ...put];
    for (const kind of kinds) yield* chosenFieldScenes(document, kind, kind.read);
    for (const kind of listedKinds(document, kinds)) {
      const list = kind.list && listOf(document, kind.list);
      if (list === undefined) continue;
      yield* chosenFieldScenes(document, kind, kind.list);
      const shared = { operation: list.operation, isAlone: true };
      if (list.filters.length > 0) yield filtersScene(kind, list, resources);
      if (list.search !== undefined) {
        const play = (stage: Stage): Promise<void> => playSearch(stage, kind, list, list.search!);
        yield { ...shared, title: `is searched by ${list.search.name}`, requests: 3, play };
      }
      if (list.sort !== undefined) {
        const play = (stage: Stage): Promise<void> => playOrders(stage, kind, list);
        yield { ...shared, title: `is ordered by ${list.sort.by.name}`, requests: 20, play };
      }
    }
  },
};

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
  if (!isListed(seen, resource)) {
    // The total is of what is found.
    reportTotal(stage, list, seen, 'warning');
    return await playTexts(stage, resource, list, field);
  }
  stage.report(seen.pages.at(-1)!, {
    ...breachOf(list, field),
    severity: 'warning',
    message: `${field.name} finds what has no such word`,
    received: `an item without the word for ${field.name}=${word}`,
    documented: 'items that have it',
  });
}

/** So many texts of a resource are searched for. */
const TEXTS = 4;

/** Which texts are searched is open, but some text of it, or its first word, finds a resource. */
async function playTexts(
  stage: Stage,
  resource: Resource,
  list: ListModel,
  field: QueryField,
): Promise<void> {
  const { kind, view } = resource;
  const parameters = parametersWith(list, view);
  const names = [...propertiesOf(stage.document, kind, kind.create, 'taken')].filter(
    ([, { types, values, format }]) =>
      types.includes('string') && values === undefined && format === undefined,
  );
  const texts = names
    .map(([name]) => getProperty(view, name))
    .filter((text) => typeof text === 'string')
    .slice(0, TEXTS)
    .flatMap((text) => [text, ...(/^\w+/.exec(text) ?? [])])
    .filter((text) => isValidFor(text, field.schema, 'request'));
  if (texts.length === 0 || parameters === undefined) return;
  const find = async (): Promise<Walk | undefined> => {
    let last: Walk | undefined;
    for (const text of new Set(texts)) {
      last = await walk(stage, list, {
        given: stage.besides(resource),
        parameters: together(parameters, valueFor(field, text)),
        wanted: resource,
      });
      // Where it has more pages than are read, it may be on another one.
      if (!last.isComplete || isListed(last, resource)) return undefined;
    }
    return last;
  };
  const seen = await stage.patience.look(list.operation, find, (walk) => walk === undefined);
  if (seen === undefined) return;
  stage.report(seen.pages.at(-1)!, {
    ...breachOf(list, field),
    severity: 'warning',
    message: `${field.name} finds nothing by the very text that it has`,
    received: `${seen.items.length} items for ${field.name}=${texts.at(-1)}, without the one that has it`,
    documented: 'items that have it',
  });
}

/** Items that differ wherever they can, and each order that the document has. */
async function playOrders(stage: Stage, kind: ResourceOperations, list: ListModel): Promise<void> {
  const { plain, other, lean } = await createVaried(stage, kind);
  const given = stage.besides(plain);
  const cast = [other, lean].flatMap((resource) => resource ?? []);
  const { resources = [], parameters: usual } = alikeIn(list, [plain, ...cast]) ?? {};
  const taken = propertiesOf(stage.document, kind, kind.create, 'taken');
  for (const name of sortedNames(list)) {
    const schema = taken.get(name);
    const change = stage.changing(kind, kind.create, (body) => {
      const value = schema && valueBetween(schema, getProperty(body, name));
      return value === undefined ? body : { ...body, [name]: value };
    });
    // A service may have its reasons to refuse it: then what is there has to do.
    await stage.make(kind, {
      given,
      change: schema?.values || isOrdinal(schema) ? change : undefined,
    });
  }
  const orders = ordersOf(list).slice(0, ORDERS);
  for (const [i, parameters] of [...orders, ...ordersOfTwo(list)].entries()) {
    const keys = sortKeys(list.sort!, valuesOf(parameters));
    if (keys === undefined) continue;
    const isDivided = i < 2 || i === orders.length - 1;
    const ordered = { given, parameters: together(usual, parameters), keys, isDivided, resources };
    await playOrder(stage, list, ordered);
  }
  const defaults = defaultsOf(list.sort!);
  const keys = defaults && sortKeys(list.sort!, new Map());
  if (keys === undefined) return;
  const asked = { given, parameters: usual ?? {}, defaults, keys, isDivided: false, resources };
  await playOrder(stage, list, asked);
}

/** What a list is in order of that is asked for in none; `undefined` where the document doesn't say so. */
function defaultsOf({ by, direction }: Sort): Ordered['defaults'] {
  const fields = direction === undefined ? [by] : [by, direction];
  const defaults = fields.flatMap(({ name, schema }) => {
    const value = schema.keyword('default');
    return value === undefined ? [] : [[name, value] as const];
  });
  const isChoice = (by.schema.items ?? by.schema).values !== undefined;
  return isChoice && defaults.length === fields.length ? Object.fromEntries(defaults) : undefined;
}

interface Ordered {
  readonly given: Given;
  readonly parameters: Readonly<Record<string, JsonValue | undefined>>;
  /** What holds in place of parameters that are not sent. Default: nothing. */
  readonly defaults?: JsonObject | undefined;
  readonly keys: readonly SortKey[];
  /** What the list has, in whatever order. */
  readonly resources: readonly Resource[];
  /** Whether short pages are looked at, too. */
  readonly isDivided: boolean;
}

async function playOrder(
  stage: Stage,
  list: ListModel,
  { given, parameters, defaults, keys, isDivided, resources }: Ordered,
): Promise<void> {
  const lostIn = ({ items, isComplete }: Walk): Resource | undefined =>
    isComplete && !list.isSearch
      ? resources.find((resource) => itemOf(resource, items) === undefined)
      : undefined;
  const seen = await walkUntil(
    stage,
    list,
    { given, parameters, most: 3 },
    (walk) => lostIn(walk) === undefined,
  );
  const { items, pages } = seen;
  const { property, isDescending } = keys[0]!;
  const place = property.path.join('.');
  const shown = (some: readonly (JsonValue | undefined)[]): string[] =>
    some.map((item) => showJson(valueOf(property, item ?? null) ?? null));
  const documented = showAsked({ ...defaults, ...parameters });
  const common = { ...breachOf(list, list.sort!.by), documented };
  const wrong = disorderIn(items, keys);
  if (wrong !== undefined) {
    // Where nothing says which way, many put the newest first.
    const isEitherWay = isTime(property) && !saysDirection(list.sort!);
    if (!isEitherWay || disorderIn(items.toReversed(), keys) !== undefined) {
      return stage.report(pages.at(-1)!, {
        ...common,
        message: `the list is not in the order of ${place}${isDescending ? ', descending' : ''}`,
        received: shown(wrong).join(' before '),
        symptom: { kind: 'order', of: list.operation.id, place },
      });
    }
  }
  if (lostIn(seen) !== undefined) {
    stage.report(pages.at(-1)!, {
      ...common,
      severity: 'warning',
      message: `in order of ${place}, an item is not listed`,
      received: `${items.length} items, without one that is listed in another order`,
      documented: `all items: ${documented} says in which order`,
    });
  }
  const limit = shortLimit(list);
  if (!isDivided || limit === undefined) return;
  const short = await walk(stage, list, { given, parameters, limit, most: 3 });
  // What comes in between puts others further back, never further ahead.
  const moved = short.items.findIndex(
    (item, i) => items[i] !== undefined && (orderOf(keys, item, items[i]) ?? 0) > 0,
  );
  if (moved === -1) return;
  stage.report(short.pages.at(-1)!, {
    ...common,
    message: `short pages are in another order of ${place} than long ones`,
    received: `item ${moved + 1} has ${shown([short.items[moved], items[moved]]).join(', not ')}`,
  });
}

/** Two items of which the first should come after the other; `undefined` where there are none. */
function disorderIn(
  items: readonly JsonValue[],
  keys: readonly SortKey[],
): readonly [JsonValue, JsonValue] | undefined {
  // Where those without a value come is open.
  const known = items.filter((item) =>
    keys.every(({ property }) => (valueOf(property, item) ?? null) !== null),
  );
  const wrong = known.findIndex(
    (item, i) => i > 0 && (orderOf(keys, known[i - 1]!, item) ?? 0) > 0,
  );
  return wrong === -1 ? undefined : [known[wrong - 1]!, known[wrong]!];
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
