/** The pages of a list: each item is on one of them, and they lead from one to the next. */
import { textOf } from '../../openapi/json/stringify-json.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import type { ParameterParts } from '../../http/compose-request.ts';
import type { ListModel } from '../../model/lists/lists.ts';
import type { Given, JudgedExchange } from '../cases/case.ts';
import { breachOf } from './breach.ts';
import {
  areDistinct,
  isNameless,
  isNeverEmpty,
  itemOf,
  namesOf,
  repeatedIn,
} from './list-items.ts';
import { reportTotal } from './list-totals.ts';
import {
  type Trouble,
  type Walk,
  alikeIn,
  itemsIn,
  linkedPage,
  request,
  walk,
} from './list-walk.ts';
import { filling, reportEnds } from './list-ends.ts';
import { followPages } from './answer-links.ts';
import { together, valueFor } from './field-values.ts';
import type { Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { showStatus } from './conditions.ts';

/** So many are made, so many fit on a page at the least, and so many short pages are read. */
const MADE = 3;
const SHORT = 2;
const SHORT_PAGES = 8;

/** Has everything once over all pages. */
export function pagesScene(kind: ResourceOperations, list: ListModel): Scene {
  return {
    operation: list.operation,
    isAlone: true,
    title: 'has everything once over all pages',
    requests: 8,
    play: (stage) => playPages(stage, kind, list),
  };
}

/** The fewest items that a page can be asked to have, or {@link SHORT}; `undefined` where nothing says it. */
export function shortLimit({ paging }: ListModel, wanted: number = SHORT): number | undefined {
  const { minimum = 1 } = paging?.limit?.schema ?? {};
  return paging?.limit && Math.max(wanted, Number(textOf(minimum)));
}

async function playPages(stage: Stage, kind: ResourceOperations, list: ListModel): Promise<void> {
  const first = await stage.create(kind);
  const given = stage.besides(first);
  const all: [Resource, ...Resource[]] = [first];
  while (all.length < MADE) all.push(await stage.create(kind, { given }));
  if (!areDistinct(all)) return;
  const { parameters, resources: made } = alikeIn(list, all) ?? stage.end();
  const look = async (): Promise<PagesSeen> => {
    const all = await walk(stage, list, { given, parameters });
    const limit = dividing(list, all);
    const short = await walk(stage, list, { given, parameters, limit, most: SHORT_PAGES });
    return { short, all, made, limit, parameters };
  };
  const seen = await stage.patience.look(
    list.operation,
    look,
    (pages) => lostIn(list, pages).length === 0,
  );
  reportPages(stage, list, seen);
  await followLink(stage, list, given, seen);
  await followPages(stage, list, { given, kind, ...seen.short });
  await askLeast(stage, list, given, seen);
  await askFull(stage, list, given, seen);
  await askBeyond(stage, list, given, seen);
}

/** The shortest page that there can be. */
async function askLeast(
  stage: Stage,
  list: ListModel,
  given: Given,
  { limit = 0, parameters }: PagesSeen,
): Promise<void> {
  const least = shortLimit(list, 1);
  if (least === undefined || least >= limit) return;
  // The second may forget what the first was asked for.
  const { pages } = await walk(stage, list, { given, parameters, limit: least, most: 2 });
  reportLength(stage, list, pages, least);
}

/** Pages of which the last is full: nothing comes after it. */
async function askFull(
  stage: Stage,
  list: ListModel,
  given: Given,
  { all, parameters, made: [first] }: PagesSeen,
): Promise<void> {
  const { limit, lack } = filling(list, all, { pages: SHORT_PAGES, lack: MADE }) ?? {};
  if (limit === undefined || lack === undefined) return;
  for (let i = 0; i < lack; i += 1) await stage.make(first!.kind, { given });
  const full = await walk(stage, list, { given, parameters, limit, most: SHORT_PAGES + 1 });
  if (full.items.length !== all.items.length + lack) return;
  reportEnds(stage, list, full);
}

/** What lies behind the last item is nothing. */
async function askBeyond(
  stage: Stage,
  list: ListModel,
  given: Given,
  { all, parameters }: PagesSeen,
): Promise<void> {
  const { offset, page } = list.paging ?? {};
  const field = offset ?? page;
  const far = all.items.length + FAR;
  if (field === undefined || !all.isComplete || isNeverEmpty(list)) return;
  if (!isValidFor(far, field.schema, 'request')) return;
  const asked = together(parameters, valueFor(field, far));
  const exchange = await request(stage, list, given, { parameters: asked });
  const items = itemsIn(list, exchange) ?? [];
  if (items.length === 0) return;
  stage.report(exchange, {
    ...breachOf(list, field),
    // Some take the last page for all pages after it.
    severity: offset === undefined ? 'warning' : 'violation',
    message: `${field.name} beyond the end has items`,
    received: `${items.length} items for ${field.name}=${far}, of ${all.items.length} in all`,
    documented: 'no items',
  });
}

/** So far behind the last item. */
const FAR = 1000;

/** A limit with which a list has some pages, of which the last is not full. */
function dividing(list: ListModel, { items: { length }, isComplete }: Walk): number | undefined {
  const least = shortLimit(list);
  if (least === undefined || !isComplete) return least;
  const { maximum = 100 } = list.paging?.limit?.schema ?? {};
  for (
    let limit = Math.max(least, Math.ceil(length / (SHORT_PAGES - 1)));
    limit < length;
    limit++
  ) {
    if (limit > Number(textOf(maximum))) break;
    if (length % limit > 0) return limit;
  }
  return least;
}

interface PagesSeen {
  readonly short: Walk;
  readonly all: Walk;
  readonly made: readonly Resource[];
  readonly limit: number | undefined;
  /** With which the list has what was made. */
  readonly parameters: ParameterParts;
}

function reportPages(stage: Stage, list: ListModel, seen: PagesSeen): void {
  const { short, all, made, limit } = seen;
  const { kind } = made[0]!;
  for (const walk of new Set([short, all])) reportTrouble(stage, walk);
  reportLength(stage, list, short.pages, limit);
  const names = [short, all].map(({ items }) => namesOf(items, kind));
  const identities = new Set(made.map(({ identity }) => textOf(identity)));
  for (const [i, { pages }] of [short, all].entries()) {
    // Others may be there twice, where an identity can be used again.
    const twice = repeatedIn(names[i]!).find((name) => {
      return identities.has(name) || !repeatedIn(names[1]!).includes(name);
    });
    const repeated = twice ?? firstOfSamePage(list, pages, kind);
    if (repeated === undefined) continue;
    return stage.report(pages.at(-1)!, {
      message: 'an item is on two pages',
      received: `${repeated} twice on ${pages.length} pages`,
      documented: 'each item once',
    });
  }
  const [lost] = lostIn(list, seen);
  if (lost !== undefined) {
    stage.report(short.pages.at(-1)!, {
      message: 'an item is on no page',
      received: `no ${lost}`,
      documented: 'each item once',
    });
  }
  for (const walk of new Set([all, short])) {
    reportTotal(stage, list, walk);
    reportEnds(stage, list, walk);
  }
}

/** The first item where page after page has the same ones; `undefined` where one has others. */
function firstOfSamePage(
  list: ListModel,
  pages: readonly JudgedExchange[],
  kind: ResourceOperations,
): string | undefined {
  const [first = [], ...others] = pages.map((page) => namesOf(itemsIn(list, page) ?? [], kind));
  const isSame = (names: readonly string[]): boolean => names.join('\n') === first.join('\n');
  return others.length >= SAME_PAGES && others.every(isSame) ? first[0] : undefined;
}

/** A page may be the same as the one before, where others have added as many items meanwhile. */
const SAME_PAGES = 3;

/** A page that has more items than was asked for. */
export function reportLength(
  stage: Stage,
  list: ListModel,
  pages: readonly JudgedExchange[],
  limit: number | undefined,
): void {
  const sizeOf = (page: JudgedExchange): number => itemsIn(list, page)?.length ?? 0;
  const long = pages.find((page) => sizeOf(page) > (limit ?? Infinity));
  if (long === undefined) return;
  stage.report(long, {
    message: `a page has more items than its ${list.paging!.limit!.name} says`,
    received: `${sizeOf(long)} items for ${limit}`,
    documented: `at most ${limit}`,
  });
}

const TROUBLES: Readonly<Record<Trouble, readonly [message: string, documented: string]>> = {
  refused: ['a page leads on to one that is refused', 'the next page'],
  endless: ['pages without an item lead on and on', 'an end after the last item'],
};

/** A list that can't be followed to its end. */
export function reportTrouble(stage: Stage, { trouble, pages }: Walk): void {
  if (trouble === undefined) return;
  const { exchange, kind } = trouble;
  const [message, documented] = TROUBLES[kind];
  stage.report(exchange, {
    message,
    received: `${showStatus(exchange)} after ${pages.length} pages`,
    documented,
  });
}

/** What is on none of the pages. */
function lostIn(list: ListModel, { short, all, made }: PagesSeen): string[] {
  const { kind } = made[0]!;
  const isWhole = all.isComplete && !list.isSearch && !isNameless(list, all.items, kind.family);
  const [names, others] = [short, all].map(({ items }) => namesOf(items, kind));
  const missing = made.filter((resource) => isWhole && itemOf(resource, all.items) === undefined);
  return [
    ...skippedBy(names!, others!, short.isComplete && all.isComplete),
    ...missing.map(({ identity }) => textOf(identity)),
  ];
}

/** What short pages leave out, where they have the rest in the order in which long ones have it. */
function skippedBy(short: readonly string[], long: readonly string[], isWhole: boolean): string[] {
  const places = short.map((name) => long.indexOf(name));
  const isInOrder = places.every((place, i) => place > (places[i - 1] ?? -1));
  const end = isWhole ? long.length : (places.at(-1) ?? -1) + 1;
  return isInOrder ? long.slice(0, end).filter((name) => !short.includes(name)) : [];
}

/** Where body and header lead on, both lead to the same page. */
async function followLink(
  stage: Stage,
  list: ListModel,
  given: Given,
  { short, made }: PagesSeen,
): Promise<void> {
  const [first, second] = short.pages;
  const linked = first && linkedPage(first);
  if (list.next === undefined || linked === undefined || second === undefined) return;
  const page = await request(stage, list, given, linked);
  const { kind } = made[0]!;
  if (page.outcome.kind === 'failure') return;
  const [last, here] = [page, first].map(
    (exchange) => namesOf(itemsIn(list, exchange!) ?? [], kind)[0],
  );
  const isSame = last !== undefined && last === here;
  const { status } = page.outcome.response;
  if (!isSame && status < 400) return;
  stage.report(page, {
    message: isSame ? 'Link leads to the same page again' : 'Link leads to nothing',
    received: isSame ? `${last} again` : `${status}`,
    documented: 'the next page (RFC 8288, 3)',
  });
}
