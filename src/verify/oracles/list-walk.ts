/** Going through a list from its first page to its last. */
import { type JsonObject, type JsonValue, propertyAt } from '../../openapi/json/json-value.ts';
import { equalJson, valueKey } from '../../openapi/schema/equal-json.ts';
import { toJsonNumber } from '../../openapi/json/exact-number.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { type ReceivedResponse, headerValue, isAnswered } from '../../http/exchange.ts';
import type { ParameterParts } from '../../http/compose-request.ts';
import { holds } from '../../model/lists/filters.ts';
import { valueOf } from '../../model/lists/item-properties.ts';
import { identityIn, identityOfItems } from '../../model/lists/item-identity.ts';
import type { ListModel } from '../../model/lists/lists.ts';
import type { QueryField } from '../../model/lists/query-field.ts';
import type { Validity } from '../../model/validity.ts';
import { schemaIn } from '../../model/resources/envelope.ts';
import { pathTemplate } from '../../model/routes.ts';
import { type Given, type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import { jsonIn } from '../checks/json-response.ts';
import { asking, metByAll, together, valueFor } from './field-values.ts';
import { targetOf } from './following.ts';
import { isNameless, itemOf, sentFor } from './list-items.ts';
import type { Resource } from './resource-view.ts';
import type { Stage } from './stage.ts';
import { saysHidden } from './varied.ts';
import { isStanding } from '../checks/standing.ts';

/** So many pages are read at the most. */
const PAGES = 40;

/** So many without an item may come one after the other: some servers filter what they have divided. */
const EMPTY_PAGES = 6;

/** How many items a page is asked to have, where it is to be long. */
const LONG = 200;

/** What a walk came by. */
export interface Walk {
  /** In the order in which they came. */
  readonly items: readonly JsonValue[];
  /** The answer of each page. */
  readonly pages: readonly JudgedExchange[];
  /** Whether the last page was reached, and what isn't found is not there. */
  readonly isComplete: boolean;
  /** Why there is no way on, although the server says that there is. */
  readonly trouble?: { readonly exchange: JudgedExchange; readonly kind: Trouble } | undefined;
}

/** The page that the one before leads to is refused; or they lead on and on, and have nothing. */
export type Trouble = 'refused' | 'endless';

/** How a list is gone through. */
export interface WalkOptions {
  readonly given: Given;
  /** Values of its parameters besides those that choose the page. Default: none. */
  readonly parameters?: ParameterParts | undefined;
  /** Items a page. Default: as many as the document allows, up to {@link LONG}. */
  readonly limit?: number | undefined;
  /** Pages at the most. Default {@link PAGES}. */
  readonly most?: number | undefined;
  /** What is looked for: once it is there, it needn't go on. Default: it goes on to the end. */
  readonly wanted?: Resource | undefined;
}

/** Reads a list page by page, as its answers lead on, else by counting. */
export async function walk(stage: Stage, list: ListModel, options: WalkOptions): Promise<Walk> {
  const { given, parameters = {}, limit = longest(list), most = PAGES, wanted } = options;
  const first = together(beginning(list), parameters, valueFor(list.paging?.limit, limit));
  const items: JsonValue[] = [];
  const pages: JudgedExchange[] = [];
  let next: Onward = { parameters: first, isCounted: true };
  for (let empty = 0; typeof next === 'object' && pages.length < most;) {
    const exchange: JudgedExchange = await request(stage, list, given, next);
    const seen = { items, pages, isComplete: false };
    const found = itemsIn(list, exchange);
    if (found === undefined) {
      const isLed = next.isCounted !== true;
      return isLed && isRefusal(exchange)
        ? { ...seen, trouble: { exchange, kind: 'refused' } }
        : seen;
    }
    if (pages.length === 1 && next.isCounted === true && shares(items, found)) {
      if (await isWhole(stage, list, { given, first, items })) return { ...seen, isComplete: true };
    }
    pages.push(exchange);
    for (const item of found) items.push(item);
    empty = found.length === 0 ? empty + 1 : 0;
    if (empty === EMPTY_PAGES) return { ...seen, trouble: { exchange, kind: 'endless' } };
    if (wanted !== undefined && isListed(seen, wanted)) return seen;
    const counted = { items: items.length, found: found.length, limit, page: pages.length };
    next = nextOf(list, exchange, first, { ...counted, last: found.at(-1) });
  }
  return { items, pages, isComplete: next === 'end' && tellsAll(list, items) };
}

/** As {@link walk}; once more a moment later, as long as it is not as expected. */
export async function walkUntil(
  stage: Stage,
  list: ListModel,
  options: WalkOptions,
  isFine: (seen: Walk) => boolean,
): Promise<Walk> {
  return stage.patience.look(list.operation, () => walk(stage, list, options), isFine);
}

/** Whether a resource is among the items. */
export function isListed({ items }: Pick<Walk, 'items'>, resource: Resource): boolean {
  return itemOf(resource, items) !== undefined;
}

/** Whether what isn't among the items is not there; where they can't be told apart, nothing is missed. */
function tellsAll(list: ListModel, items: readonly JsonValue[]): boolean {
  return !isCut(list, items) && !isNameless(list, items);
}

/** Whether there may be more than an answer can have, and no way to it. */
export function isCut({ answer, path, ...list }: ListModel, items: readonly JsonValue[]): boolean {
  const isDivided = (list.paging ?? list.next ?? list.linkHeader) !== undefined;
  return !isDivided && items.length >= (schemaIn(answer, path)?.maxItems ?? Infinity);
}

/** Whether an item of a page was on the one before. */
function shares(before: readonly JsonValue[], found: readonly JsonValue[]): boolean {
  const known = new Set(before.map(valueKey));
  return found.some((item) => known.has(valueKey(item)));
}

/** What was read of a list without a page being asked for. */
interface Unpaged {
  readonly given: Given;
  readonly first: ParameterParts;
  readonly items: readonly JsonValue[];
}

/** Whether what is answered without a page is all there is: the first page, asked for as such, has less. */
async function isWhole(stage: Stage, list: ListModel, unpaged: Unpaged): Promise<boolean> {
  const { paging } = list;
  const page = valueFor(paging?.page, paging?.firstPage);
  const parameters = together(unpaged.first, page);
  const asked = await request(stage, list, unpaged.given, { parameters, isCounted: true });
  const found = itemsIn(list, asked);
  return found !== undefined && found.length > 0 && found.length < unpaged.items.length;
}

/** The place of the first item, where each request has to say a place. */
function beginning({ paging }: ListModel): ParameterParts {
  const needed = (field: QueryField | undefined): QueryField | undefined =>
    field?.isRequired === true ? field : undefined;
  return together(
    valueFor(needed(paging?.offset), paging?.firstOffset),
    valueFor(needed(paging?.page), paging?.firstPage),
  );
}

/** Not for want of a right to read, or of patience. */
export function isRefusal(exchange: JudgedExchange): boolean {
  return isStanding(exchange, 'refusal') && !isAnswered(exchange, 401, 403, 408, 429);
}

/**
 * Values of parameters with which a list has a resource; `undefined` where nothing tells that it has it, since
 * the list is always filtered in some way, or the resource is hidden.
 */
export function parametersWith(list: ListModel, view: JsonObject): JsonObject | undefined {
  if (saysHidden(view)) return undefined;
  const { fields, filters, paging, sort } = list;
  const known = new Set([...Object.values(paging ?? {}), sort?.by, sort?.direction]);
  let parts: ParameterParts = {};
  for (const field of fields.filter((candidate) => !known.has(candidate))) {
    const filter = filters.find((candidate) => candidate.field === field);
    const usual = field.schema.keyword('default');
    if (filter !== undefined && usual !== undefined && holds(filter, usual, view) !== true)
      return undefined;
    if (!field.isRequired || metByAll(list, field) !== undefined) continue;
    const value = filter && sentFor(filter, valueOf(filter.property, view));
    if (value === undefined || holds(filter!, value, view) !== true) return undefined;
    parts = together(parts, valueFor(field, value));
  }
  return parts as JsonObject;
}

/** Of some resources, those that a list has with the same parameters as the first of them. */
export interface Alike<One> {
  readonly parameters: JsonObject;
  readonly resources: readonly One[];
}

/** See {@link Alike}; `undefined` where nothing tells with which parameters it has them. */
export function alikeIn<One extends Pick<Resource, 'view'>>(
  list: ListModel,
  resources: readonly [One, ...One[]],
): Alike<One> | undefined {
  const parameters = parametersWith(list, resources[0].view);
  if (parameters === undefined) return undefined;
  const isAlike = ({ view }: One): boolean => {
    const filterParameters = parametersWith(list, view);
    return filterParameters !== undefined && equalJson(filterParameters, parameters);
  };
  return { parameters, resources: resources.filter(isAlike) };
}

/** The items in an answer; `undefined` where there are none to be read. */
export function itemsIn(
  { path }: Pick<ListModel, 'path'>,
  exchange: JudgedExchange,
): readonly JsonValue[] | undefined {
  const found = readAt(acceptanceOf(exchange), path);
  return Array.isArray(found) ? found : undefined;
}

/** What an answer says at a place; `undefined` where it says nothing. */
export function readAt(
  response: ReceivedResponse | undefined,
  path: readonly string[],
): JsonValue | undefined {
  return propertyAt(jsonIn(response), path);
}

/** The page that is asked for: by parameters, or as the server wrote it. */
interface NextRequest {
  readonly parameters?: ParameterParts;
  /** Whether nothing but counting leads to it. Default false. */
  readonly isCounted?: boolean;
  /** What the server leads to: path and query below base_url, or a query only. */
  readonly target?: string;
}

const LED: Validity = { kind: 'open', reason: 'an answer leads to it', strictlyValid: false };

/** Asks for a page. */
export async function request(
  stage: Stage,
  list: ListModel,
  given: Given,
  { parameters, target, isCounted = false }: NextRequest,
): Promise<JudgedExchange> {
  const { operation } = list;
  // Where the server itself leads to it, a refusal is told of what leads there.
  const validity = isCounted ? undefined : LED;
  if (target === undefined) {
    return stage.send(operation, {
      given,
      validity,
      change: (parts) => asking(list, parts, parameters),
    });
  }
  const template = stage.template(operation, { given, validity }) ?? stage.end();
  const isQuery = target.startsWith('?');
  const isHere =
    isQuery || pathTemplate(operation.path).parts(target.split('?', 1)[0]!) !== undefined;
  return stage.deliver({
    ...template,
    // Of a path that the document hasn't, it promises nothing.
    ...(isHere ? {} : { outsideOperation: true }),
    build: (fresh) => {
      const built = template.build(fresh);
      const [path = ''] = built.target.split('?', 1);
      return { ...built, target: isQuery ? path + target : target };
    },
  });
}

/** How far a walk has come. */
interface Counted {
  readonly items: number;
  /** On the last page. */
  readonly found: number;
  readonly limit: number | undefined;
  readonly page: number;
  /** The item that was read last. */
  readonly last: JsonValue | undefined;
  /** Whether the answer says that more follow. Default false. */
  readonly isMore?: boolean;
}

/** The next page, that there is none, or that nothing tells. */
type Onward = NextRequest | 'end' | 'unknown';

function nextOf(
  list: ListModel,
  exchange: JudgedExchange,
  first: ParameterParts,
  counted: Counted,
): Onward {
  const { next, paging, linkHeader, facts, total } = list;
  const response = acceptanceOf(exchange);
  const more = facts.find(({ role }) => role === 'more');
  const isMore = more && readAt(response, more.path);
  if (isMore === false) return 'end';
  const isPosted = list.operation.method !== 'GET';
  if (next === undefined) {
    const link = isPosted ? undefined : (linkedPage(exchange) ?? embeddedPage(exchange));
    if (link !== undefined) return link;
    if (linkHeader !== undefined && !isPosted) return 'end';
    const all = total && readAt(response, total.path);
    return all === counted.items
      ? 'end'
      : counting(list, first, { ...counted, isMore: isMore === true });
  }
  const lead = readAt(response, next.path);
  if (lead === undefined || lead === null || lead === '') return 'end';
  // Whether an address is to be posted to, and what, nothing tells.
  if (next.kind === 'url')
    return typeof lead === 'string' && !isPosted ? pageAt(lead, exchange) : 'unknown';
  const field = paging?.[next.kind];
  return field === undefined ? 'unknown' : { parameters: together(first, valueFor(field, lead)) };
}

/** Without a word from the server: until a page is empty, since it may have less than it was asked for. */
function counting(
  list: ListModel,
  first: ParameterParts,
  { items, found, limit = Infinity, page, last, isMore = false }: Counted,
): Onward {
  const { paging } = list;
  if (found === 0) return 'end';
  const counted = (field: QueryField, value: JsonValue): NextRequest => {
    return { parameters: together(first, valueFor(field, value)), isCounted: true };
  };
  if (paging?.offset) return counted(paging.offset, items + paging.firstOffset);
  const number = toJsonNumber(BigInt((paging?.firstPage ?? 1) + page));
  if (paging?.page) return counted(paging.page, number);
  const isLast = !isMore && found < limit && (found < 10 || found % 5 > 0);
  if (isLast) return 'end';
  const name = paging?.isByIdentity === true ? identityOfItems(list) : undefined;
  const identity = name && last !== undefined ? identityIn(last, name) : undefined;
  // As many as somebody has chosen: there may be more, which nothing leads to.
  return identity === undefined ? 'unknown' : counted(paging!.cursor!, identity);
}

/** What an address leads to; of one that is not below base_url, what it asks for. */
export function pageAt(url: string, exchange: JudgedExchange): NextRequest {
  const target = targetOf(url, exchange);
  return { target: target ?? `?${url.replace(/#.*$/s, '').split(/\?(.*)/s)[1] ?? ''}` };
}

/** The next page, as the header says it (RFC 8288, 3). */
export function linkedPage(exchange: JudgedExchange): NextRequest | undefined {
  const header = headerValue(acceptanceOf(exchange)?.headers ?? [], 'link');
  const [, url] = /<([^<>]*)>[^<>]*;\s*rel="?(?:[^"<>;,]* )?next\b/i.exec(header ?? '') ?? [];
  return url === undefined ? undefined : pageAt(url, exchange);
}

/** The next page, as HAL has it in an answer, whatever the document says of its links (draft-kelly-json-hal, 4.1.1). */
function embeddedPage(exchange: JudgedExchange): NextRequest | undefined {
  const url = readAt(acceptanceOf(exchange), ['_links', 'next', 'href']);
  return typeof url === 'string' ? pageAt(url, exchange) : undefined;
}

function longest({ paging }: ListModel): number | undefined {
  const { maximum } = paging?.limit?.schema ?? {};
  if (paging?.limit === undefined) return undefined;
  return Math.min(LONG, maximum === undefined ? 100 : Number(textOf(maximum)));
}
