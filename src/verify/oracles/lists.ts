import {
  type JsonValue,
  getProperty,
  isJsonNumber,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { pause } from '../../http/pause.ts';
import { type ListModel, listOf } from '../../model/lists/lists.ts';
import { opened } from '../../model/resources/envelope.ts';
import { successPointer } from '../checks/standing.ts';
import { type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import { changedProperties, schemasOf, showProperty } from './compared.ts';
import { type Walk, itemsIn, parametersWith, readAt, walk } from './list-walk.ts';
import type { Oracle, Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { parentOf } from './resource-operations.ts';

/** A list that follows its changes is waited for so long, in milliseconds between two looks. */
export const PATIENCE_MS: readonly number[] = [50, 200, 750];

/** A list has what is there: all of it, once, and nothing else. */
export const lists: Oracle = {
  id: 'lists',
  because:
    'GET on a collection shows its current representation (RFC 9110, 9.3.1): what was created and not deleted.',
  *scenes({ document, resources }) {
    for (const kind of resources) {
      const list = kind.list && listOf(document, kind.list);
      if (list === undefined) continue;
      const shared = { operation: list.operation, isAlone: true };
      yield {
        ...shared,
        title: 'has what was created',
        requests: 4,
        play: (stage) => playCreated(stage, kind, list),
      };
      if (kind.remove !== undefined)
        yield {
          ...shared,
          title: 'has nothing that was deleted',
          requests: 4,
          play: (stage) => playDeleted(stage, kind, list),
        };
      const parent = parentOf(kind, resources);
      if (parent !== undefined)
        yield {
          ...shared,
          title: 'has nothing of another parent',
          requests: 4,
          play: (stage) => playStray(stage, { kind, list, parent }),
        };
      if (list.paging !== undefined) yield pagesScene(kind, list);
    }
  },
};

function breach({ operation }: ListModel): {
  readonly severity: 'violation';
  readonly rule: 'R9';
  readonly pointer: string;
} {
  return { severity: 'violation', rule: 'R9', pointer: successPointer(operation) };
}

/** Looks until it is as expected, or the patience is over. */
async function eventually(
  stage: Stage,
  list: ListModel,
  resource: Resource,
  isExpected: (found: JsonValue | undefined) => boolean,
): Promise<{
  readonly found: JsonValue | undefined;
  readonly last: Walk;
  readonly isLate: boolean;
}> {
  const parameters = parametersWith(list, resource.view) ?? stage.end();
  const look = async (): Promise<{ found: JsonValue | undefined; last: Walk }> => {
    const last = await walk(stage, list, {
      given: stage.besides(resource),
      parameters,
      isEnough: (items) => itemOf(resource, items) !== undefined,
    });
    return { found: itemOf(resource, last.items), last };
  };
  let seen = await look();
  for (const [i, ms] of PATIENCE_MS.entries()) {
    if (isExpected(seen.found)) return { ...seen, isLate: i > 0 };
    await pause(ms);
    seen = await look();
  }
  return { ...seen, isLate: isExpected(seen.found) };
}

/** The item of a list that is this resource. */
export function itemOf(
  { kind, identity }: Resource,
  items: readonly JsonValue[],
): JsonValue | undefined {
  const name = kind.family.identity ?? '';
  return items.find((item) => {
    const own = identityIn(item, name);
    return own !== undefined && textOf(own) === textOf(identity);
  });
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

async function playCreated(stage: Stage, kind: ResourceOperations, list: ListModel): Promise<void> {
  const created = await stage.create(kind);
  const { found, last, isLate } = await eventually(
    stage,
    list,
    created,
    (item) => item !== undefined,
  );
  const exchange = last.pages.at(-1);
  if (exchange === undefined) return;
  if (isLate) {
    stage.report(exchange, {
      ...breach(list),
      severity: 'note',
      message: 'the list follows its changes a moment later',
      received: 'what was created is listed only when the list is read again',
      documented: 'the list of what is there',
    });
  }
  if (found !== undefined) return compareItem(stage, list, { created, item: found, exchange });
  if (!last.isComplete) return;
  stage.report(exchange, {
    ...breach(list),
    message: 'what was created is not listed',
    received: `${last.items.length} items on ${last.pages.length} pages, without it`,
    documented: 'the list of what is there',
  });
}

/** An item says the same as the resource that is read alone. */
async function compareItem(
  stage: Stage,
  list: ListModel,
  { created, item, exchange }: { created: Resource; item: JsonValue; exchange: JudgedExchange },
): Promise<void> {
  if (created.kind.read === undefined || !isJsonObject(item)) return;
  const { view } = await stage.read(created);
  const listed = opened(item, created.kind.family.envelope) ?? item;
  const schemas = schemasOf(stage.document, created.kind);
  for (const { name, was, is } of changedProperties(schemas, view, listed)) {
    if (is === undefined && !list.item.properties.has(name)) continue;
    stage.report(exchange, {
      ...breach(list),
      // A list may be a summary.
      severity: is === undefined ? 'warning' : 'violation',
      message:
        is === undefined ? `${name} is missing in the list` : `${name} is another in the list`,
      received: `${showProperty(name, is)}, in the list`,
      documented: `${showProperty(name, was)}, read alone`,
    });
  }
}

async function playDeleted(stage: Stage, kind: ResourceOperations, list: ListModel): Promise<void> {
  const created = await stage.create(kind);
  await stage.succeed(kind.remove!, { given: created.given });
  if (kind.read !== undefined) {
    const validity = { kind: 'open', reason: 'it was deleted', strictlyValid: false } as const;
    const read = await stage.send(kind.read, { given: created.given, validity });
    // Some keep what was deleted, and say so.
    if (acceptanceOf(read) !== undefined) return;
  }
  const { found, last } = await eventually(stage, list, created, (item) => item === undefined);
  if (found === undefined) return;
  stage.report(last.pages.at(-1)!, {
    ...breach(list),
    message: 'what was deleted is still listed',
    received: 'the list has it',
    documented: 'the list of what is there',
  });
}

interface Nested {
  readonly kind: ResourceOperations;
  readonly list: ListModel;
  readonly parent: ResourceOperations;
}

async function playStray(stage: Stage, { kind, list, parent }: Nested): Promise<void> {
  const child = await stage.create(kind);
  const other = await stage.create(parent, { given: stage.besides(child, parent) });
  const { items, pages } = await walk(stage, list, { given: other.given });
  // It was made a moment ago, and nothing was put below it.
  if (items.length === 0) return;
  const isOwn = itemOf(child, items) !== undefined;
  stage.report(pages.at(-1)!, {
    ...breach(list),
    message: isOwn
      ? 'what lies below another parent is listed'
      : 'a new parent has items in its list',
    received: `${items.length} items below a parent that was just created`,
    documented: 'none: nothing was created below it',
  });
}

/** So many are made, so many fit on a page, and so many pages are read. */
const MADE = 3;
const SHORT = 2;
const SHORT_PAGES = 8;

function pagesScene(kind: ResourceOperations, list: ListModel): Scene {
  return {
    operation: list.operation,
    isAlone: true,
    title: 'has everything once over all pages',
    requests: 8,
    play: (stage) => playPages(stage, kind, list),
  };
}

async function playPages(stage: Stage, kind: ResourceOperations, list: ListModel): Promise<void> {
  const first = await stage.create(kind);
  const given = stage.besides(first);
  const made = [first];
  while (made.length < MADE) made.push(await stage.create(kind, { given }));
  const field = list.paging?.limit;
  const { minimum = 1 } = field?.schema ?? {};
  const limit = field && Math.max(SHORT, Number(textOf(minimum)));
  const parameters = parametersWith(list, first.view) ?? stage.end();
  const look = async (): Promise<PagesSeen> => {
    const short = await walk(stage, list, { given, parameters, limit, most: SHORT_PAGES });
    const all = short.isComplete ? short : await walk(stage, list, { given, parameters });
    return { short, all, made, limit };
  };
  let seen = await look();
  for (const ms of PATIENCE_MS) {
    if (lostIn(seen).length === 0) break;
    await pause(ms);
    seen = await look();
  }
  reportPages(stage, list, seen);
}

interface PagesSeen {
  readonly short: Walk;
  readonly all: Walk;
  readonly made: readonly Resource[];
  readonly limit: number | undefined;
}

function reportPages(stage: Stage, list: ListModel, seen: PagesSeen): void {
  const { short, all, made, limit } = seen;
  const common = breach(list);
  const sizeOf = (page: JudgedExchange): number => itemsIn(list, page)?.length ?? 0;
  const long = short.pages.find((page) => sizeOf(page) > (limit ?? Infinity));
  if (long !== undefined) {
    stage.report(long, {
      ...common,
      message: `a page has more items than its ${list.paging!.limit!.name} says`,
      received: `${sizeOf(long)} items for ${limit}`,
      documented: `at most ${limit}`,
    });
  }
  const names = [short, all].map(({ items }) => namesOf(items, made[0]!));
  const own = new Set(made.map(({ identity }) => textOf(identity)));
  for (const [i, { pages }] of [short, all].entries()) {
    // Others may be there twice, where an identity can be used again.
    const twice = repeatedIn(names[i]!).find((name) => {
      return own.has(name) || (short !== all && !repeatedIn(names[1]!).includes(name));
    });
    if (twice === undefined) continue;
    return stage.report(pages.at(-1)!, {
      ...common,
      message: 'an item is on two pages',
      received: `${twice} twice on ${pages.length} pages`,
      documented: 'each item once',
    });
  }
  const [lost] = lostIn(seen);
  if (lost !== undefined) {
    stage.report(short.pages.at(-1)!, {
      ...common,
      message: 'an item is on no page',
      received: `no ${lost}`,
      documented: 'each item once',
    });
  }
  reportTotal(stage, list, all);
}

/** What is on none of the pages. */
function lostIn({ short, all, made }: PagesSeen): string[] {
  const [names, others] = [short, all].map(({ items }) => namesOf(items, made[0]!));
  const missing = made.filter((one) => all.isComplete && itemOf(one, all.items) === undefined);
  return [...skippedBy(names!, others!), ...missing.map(({ identity }) => textOf(identity))];
}

function reportTotal(stage: Stage, list: ListModel, { items, pages, isComplete }: Walk): void {
  const last = pages.at(-1);
  const total = list.total && last && readAt(acceptanceOf(last), list.total.path);
  if (!isComplete || total === undefined || !isJsonNumber(total)) return;
  if (textOf(total) === String(items.length)) return;
  stage.report(last!, {
    ...breach(list),
    message: `${list.total!.path.join('.')} is not the number of items on all pages`,
    received: `${textOf(total)}, with ${items.length} items on all pages`,
    documented: 'how many items there are',
  });
}

function namesOf(items: readonly JsonValue[], { kind }: Resource): string[] {
  return items.flatMap((item) => {
    const own = identityIn(item, kind.family.identity ?? '');
    return own === undefined ? [] : [textOf(own)];
  });
}

function repeatedIn(names: readonly string[]): string[] {
  return names.filter((name, i) => names.indexOf(name) !== i);
}

/** What short pages leave out, where they have the rest in the order in which long ones have it. */
function skippedBy(short: readonly string[], long: readonly string[]): string[] {
  const places = short.map((name) => long.indexOf(name));
  const isInOrder = places.every((place, i) => place > (places[i - 1] ?? -1));
  return isInOrder
    ? long.slice(0, (places.at(-1) ?? -1) + 1).filter((name) => !short.includes(name))
    : [];
}
