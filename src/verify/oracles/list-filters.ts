/** Filters of a list: each alone, all at once, and on short pages. */
import { type JsonValue, isJsonNumber } from '../../openapi/json/json-value.ts';
import { showJson, textOf } from '../../openapi/json/stringify-json.ts';
import type { ParameterParts } from '../../http/compose-request.ts';
import { type Filter, holds } from '../../model/lists/filters.ts';
import { valueOf } from '../../model/lists/item-properties.ts';
import type { ListModel } from '../../model/lists/lists.ts';
import type { Given } from '../cases/case.ts';
import { breachOf } from './breach.ts';
import { areDistinct, isNeverEmpty, itemOf, sentFor, wantedValues } from './list-items.ts';
import { reportTrouble, shortLimit } from './list-pages.ts';
import { reportTotal } from './list-totals.ts';
import { type Walk, alikeIn, isListed, itemsIn, walk, walkUntil } from './list-walk.ts';
import { showAsked, together, valueFor, ordersOf } from './field-values.ts';
import type { Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { parentOfList } from './resource-operations.ts';
import { createRare, createVaried } from './varied.ts';

/** Is filtered as it is asked to be. */
export function filtersScene(
  kind: ResourceOperations,
  list: ListModel,
  resources: readonly ResourceOperations[],
): Scene {
  const parent = parentOfList(list, kind, resources);
  return {
    operation: list.operation,
    isAlone: true,
    title: 'is filtered as it is asked to be',
    requests: 12 + 5 * list.filters.length,
    play: (stage) => playFilters(stage, kind, list, parent),
  };
}

/** What a list is asked for: each filter with what is wanted. */
type Query = readonly [Term, ...Term[]];

type Term = readonly [filter: Filter, wanted: JsonValue];

/** A list, and what was put there. */
interface Scope {
  readonly list: ListModel;
  readonly given: Given;
  /** As they are read alone. */
  readonly cast: readonly Resource[];
  /** Parameters with which the list has them; `undefined` where nothing tells that it does. */
  readonly usual: ParameterParts | undefined;
  /** The order in which they are asked for. Default: the list's own. */
  readonly order?: ParameterParts | undefined;
}

async function playFilters(
  stage: Stage,
  kind: ResourceOperations,
  list: ListModel,
  parent: ResourceOperations | undefined,
): Promise<void> {
  const { plain, other, lean } = await createVaried(stage, kind);
  const given = stage.besides(plain);
  const twin = await stage.create(kind, { given });
  if (!areDistinct([plain, twin, other, lean])) return;
  const seen = (resource: Resource): Promise<Resource> | Resource =>
    kind.read === undefined ? resource : stage.read(resource);
  const all: [Resource, ...Resource[]] = [await seen(plain)];
  for (const resource of [twin, other, lean])
    if (resource !== undefined) all.push(await seen(resource));
  const alike = alikeIn(list, all);
  const cast = alike?.resources ?? all;
  const scope = { list, given, cast, usual: alike?.parameters };
  const wrong = new Set<Filter>();
  const asked: Asked[] = [];
  for (const filter of list.filters) {
    const rare = await createRare(stage, filter, all);
    for (const wanted of new Set([...wantedValues(filter, cast), ...rare.keys()])) {
      const query: Query = [[filter, wanted]];
      const made = rare.get(wanted);
      const seen = made === undefined ? cast : [...cast, made];
      const { isWrong, found = 0 } = await ask(stage, { ...scope, cast: seen }, query);
      asked.push({ query, found });
      if (isWrong) wrong.add(filter);
      if (isWrong) break;
    }
  }
  const terms = fitting(
    list.filters.filter((filter) => !wrong.has(filter)),
    cast[0]!,
  );
  if (parent !== undefined) await askElsewhere(stage, scope, terms, { plain, parent });
  if (await askTogether(stage, scope, terms)) return;
  if (await askInOrder(stage, scope, terms)) return;
  // Of what few items fit, most of those that are left out are tried.
  const sound = asked.filter(({ query: [[filter]], found }) => found > 1 && !wrong.has(filter));
  const rarest = sound.toSorted((a, b) => a.found - b.found)[0];
  if (rarest !== undefined) await askInPages(stage, scope, rarest.query);
}

/** What was asked for, and how many items fit. */
interface Asked {
  readonly query: Query;
  readonly found: number;
}

/** What each filter has to be asked for, so that a resource is there. */
function fitting(filters: readonly Filter[], { view }: Resource): Term[] {
  return filters.flatMap((filter): Term[] => {
    const value = valueOf(filter.property, view);
    const wanted = value === undefined || value === null ? undefined : sentFor(filter, value);
    const isFit = wanted !== undefined && holds(filter, wanted, view) === true;
    return isFit ? [[filter, wanted]] : [];
  });
}

function parametersFor(query: Query): ParameterParts {
  return together(...query.map(([{ field }, wanted]) => valueFor(field, wanted)));
}

/** Whether an item is one that is asked for; `undefined` where that is open. */
function fits(query: Query, item: JsonValue): boolean | undefined {
  const ways = query.map(([filter, wanted]) => holds(filter, wanted, item));
  if (ways.includes(false)) return false;
  return ways.every((way) => way === true) ? true : undefined;
}

/** Asks a list, and reports what should not be there, and what should; and how many items fit, if that is known. */
export async function ask(
  stage: Stage,
  scope: Scope,
  query: Query,
): Promise<{ readonly isWrong: boolean; readonly found?: number }> {
  const { list, given, cast, usual, order } = scope;
  if (isNeverEmpty(list) && cast.every(({ view }) => fits(query, view) !== true)) {
    return { isWrong: false };
  }
  const parameters = together(usual, order, parametersFor(query));
  const missingIn = ({ items, isComplete }: Walk): Resource | undefined => {
    if (!isComplete || usual === undefined) return undefined;
    return cast.find(
      (resource) => fits(query, resource.view) === true && itemOf(resource, items) === undefined,
    );
  };
  const seen = await walkUntil(
    stage,
    list,
    { given, parameters, most: MOST_PAGES },
    (walk) => missingIn(walk) === undefined,
  );
  if (seen.pages.length === 0) return { isWrong: false };
  const isWrong =
    reportStray(stage, scope, query, seen) ||
    reportMissing(stage, scope, query, seen, await stillFitting(stage, query, missingIn(seen)));
  // It may be of the whole collection, where nothing says more.
  if (!isWrong) reportTotal(stage, list, seen, 'warning');
  return seen.isComplete ? { isWrong, found: seen.items.length } : { isWrong };
}

/** A resource that fits as it is read now; `undefined` where it does no more, as after a state that went on. */
async function stillFitting(
  stage: Stage,
  query: Query,
  resource: Resource | undefined,
): Promise<Resource | undefined> {
  if (resource?.kind.read === undefined) return resource;
  const { view } = await stage.read(resource);
  return fits(query, view) === true ? resource : undefined;
}

/** So many pages of what was asked for are read. */
const MOST_PAGES = 12;

const TOGETHER = "filters together don't leave out what fits one of them only";
const ON_PAGES = 'a page has what its filter should leave out';

function reportStray(
  stage: Stage,
  { list, cast, order }: Pick<Scope, 'list' | 'cast' | 'order'>,
  query: Query,
  { items, pages }: Walk,
  isOnPages = false,
): boolean {
  const known = cast.flatMap((resource) => {
    const item = itemOf(resource, items);
    if (item === undefined) return [];
    // What the list itself tells is the latest: a state can have gone on.
    const isTold = query.every(([{ property }]) => valueOf(property, item) !== undefined);
    return isTold ? [item] : [resource.view];
  });
  const wrong = [...known, ...items].find((item) => fits(query, item) === false);
  const lacking = known.find((view) => query.some(([filter]) => isWithout(filter, view)));
  const item = wrong ?? lacking;
  if (item === undefined) return false;
  const [filter, wanted] = query.find(
    ([chosen, value]) => isWithout(chosen, item) || holds(chosen, value, item) === false,
  )!;
  const place = filter.property.path.join('.');
  const { name } = filter.field;
  const which = filter.operator === '!=' ? 'that' : 'another';
  const what = wrong === undefined ? `what has no ${place}` : `what has ${which} ${place}`;
  const alone = `${name} doesn't leave out ${what}`;
  const message = query.length === 1 ? alone : TOGETHER;
  if (wrong === undefined && !isExcluding(filter, wanted)) return false;
  stage.report(pages.at(-1)!, {
    ...breachOf(list, filter.field),
    // Some take what has no value for one below all others.
    ...(wrong === undefined && filter.operator.startsWith('<') ? { severity: 'warning' } : {}),
    message: isOnPages ? ON_PAGES : message,
    received: `an item with ${place}: ${showJson(valueOf(filter.property, item) ?? null)} for ${shown(query, order)}`,
    documented: `items with a ${place} that fits`,
  });
  return true;
}

/** Whether a resource has no value for a property, and no other stands for it. */
function isWithout({ property }: Filter, view: JsonValue): boolean {
  const { schema } = property;
  return (valueOf(property, view) ?? null) === null && schema.keyword('default') === undefined;
}

/** Whether what has no value can't be meant: no number is as good as zero, or false. */
function isExcluding({ operator }: Filter, wanted: JsonValue): boolean {
  if (wanted === false || wanted === '' || operator === '!=') return false;
  return !operator.startsWith('>') || !isJsonNumber(wanted) || Number(textOf(wanted)) > 0;
}

function reportMissing(
  stage: Stage,
  { list, order }: Pick<Scope, 'list' | 'order'>,
  query: Query,
  { items, pages }: Walk,
  missing: Resource | undefined,
): boolean {
  if (missing === undefined) return false;
  const [[{ field, property }]] = query;
  const names = query.map(([filter]) => filter.field.name);
  stage.report(pages.at(-1)!, {
    ...breachOf(list, field),
    message:
      names.length === 1
        ? `${field.name} leaves out what has the wanted ${property.path.join('.')}`
        : `${names.join(' and ')} together leave out what fits all of them`,
    received: `${items.length} items for ${shown(query, order)}, without one that has it`,
    documented: 'all items that fit',
  });
  return true;
}

function shown(query: Query, order: ParameterParts = {}): string {
  const filters = query.map(([{ field }, wanted]) => `${field.name}=${textOf(wanted)}`);
  return [...filters, ...(Object.keys(order).length === 0 ? [] : [showAsked(order)])].join('&');
}

/** Of conditions, one of each property, and no more than there can be. */
function inOneRequest(terms: readonly Term[]): Term[] {
  const [compared, others] = [true, false].map((isOne) =>
    terms.filter(([{ field }]) => (field.condition !== undefined) === isOne),
  );
  const byProperty = Map.groupBy(compared!, ([{ property }]) => property);
  const most = compared![0]?.[0].field.condition?.most;
  return [...[...byProperty.values()].map(([first]) => first!).slice(0, most), ...others!];
}

/** What fits all filters is there; what fits all but one is not. */
async function askTogether(stage: Stage, scope: Scope, terms: readonly Term[]): Promise<boolean> {
  const all = inOneRequest(terms);
  const [first, ...others] = all;
  if (first === undefined || others.length === 0) return false;
  const { isWrong } = await ask(stage, scope, [first, ...others]);
  if (isWrong) return true;
  for (const term of all) {
    const [filter] = term;
    const another = wantedValues(filter, scope.cast).find(
      (wantedValue) => holds(filter, wantedValue, scope.cast[0]!.view) === false,
    );
    if (another === undefined) continue;
    const left = all.filter((candidate) => candidate !== term);
    if ((await ask(stage, scope, [[filter, another], ...left])).isWrong) return true;
  }
  return false;
}

/** A filter holds in each order: what is ordered is what it leaves. */
async function askInOrder(stage: Stage, scope: Scope, all: readonly Term[]): Promise<boolean> {
  const orders = ordersOf(scope.list);
  const telling = all.filter((term) => scope.cast.some(({ view }) => fits([term], view) === false));
  for (const [i, term] of telling.entries()) {
    const order = orders[i % orders.length];
    if (order === undefined) return false;
    if ((await ask(stage, { ...scope, order }, [term])).isWrong) return true;
  }
  return false;
}

/** So many short pages are read. */
const SHORT_PAGES = 4;

/** Filters hold for each page, and the pages are of what they leave. */
async function askInPages(stage: Stage, scope: Scope, query: Query): Promise<void> {
  const { list, given, usual } = scope;
  const limit = shortLimit(list, 1);
  if (limit === undefined) return;
  const parameters = together(usual, parametersFor(query));
  const seen = await walk(stage, list, { given, parameters, limit, most: SHORT_PAGES });
  reportTrouble(stage, seen);
  if (reportStray(stage, scope, query, seen, true)) return;
  reportTotal(stage, list, seen, 'warning');
  const sizes = seen.pages.map((page) => itemsIn(list, page)?.length ?? 0);
  const empty = sizes.indexOf(0);
  if (empty === -1 || empty === sizes.length - 1) return;
  stage.report(seen.pages[empty]!, {
    ...breachOf(list, query[0][0].field),
    severity: 'warning',
    message: 'a page of a filtered list is empty, although more follow',
    received: `no items on page ${empty + 1}, for ${shown(query)}`,
    documented: 'the items that fit, one page after the other',
  });
}

/** Whatever is asked for, a list is of its own parent. */
async function askElsewhere(
  stage: Stage,
  { list, usual }: Scope,
  all: readonly Term[],
  { plain, parent }: { readonly plain: Resource; readonly parent: ResourceOperations },
): Promise<void> {
  const elsewhere = await stage.create(parent, { given: stage.besides(plain, parent) });
  for (const asked of all) {
    const parameters = together(usual, parametersFor([asked]));
    const { items, pages } = await walk(stage, list, {
      given: elsewhere.given,
      parameters,
      most: 2,
    });
    if (!isListed({ items }, plain)) continue;
    const { field } = asked[0];
    return stage.report(pages.at(-1)!, {
      ...breachOf(list, field),
      message: `${field.name} finds what lies below another parent`,
      received: `an item of another parent for ${shown([asked])}`,
      documented: 'none: nothing was created below this one',
    });
  }
}
