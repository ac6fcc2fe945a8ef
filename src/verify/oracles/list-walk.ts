/** Going through a list from its first page to its last. */
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonNumber,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { toJsonNumber } from '../../openapi/json/exact-number.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { type ReceivedResponse, headerValue } from '../../http/exchange.ts';
import type { ParameterParts } from '../../http/compose-request.ts';
import { holds } from '../../model/lists/filters.ts';
import { valueOf } from '../../model/lists/item-properties.ts';
import type { ListModel } from '../../model/lists/lists.ts';
import type { QueryField } from '../../model/lists/query-field.ts';
import { type Given, type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import { readJsonBody } from '../checks/json-response.ts';
import type { Stage } from './stage.ts';

/** So many pages are read at the most. */
const PAGES = 40;

/** How many items a page is asked to have, where it is to be long. */
const LONG = 200;

/** What a walk came by. */
export interface Walk {
  /** In the order in which they came. */
  readonly items: readonly JsonValue[];
  /** The answer of each page. */
  readonly pages: readonly JudgedExchange[];
  /** Whether the last page was reached. */
  readonly isComplete: boolean;
}

/** How a list is gone through. */
export interface WalkOptions {
  readonly given: Given;
  /** Values of its parameters besides those that choose the page. Default: none. */
  readonly parameters?: ParameterParts | undefined;
  /** Items a page. Default: as many as the document allows, up to {@link LONG}. */
  readonly limit?: number | undefined;
  /** Pages at the most. Default {@link PAGES}. */
  readonly most?: number | undefined;
  /** Whether it needn't go on. Default: it goes on to the end. */
  readonly isEnough?: ((items: readonly JsonValue[]) => boolean) | undefined;
}

/** Reads a list page by page, as its answers lead on, else by counting. */
export async function walk(stage: Stage, list: ListModel, options: WalkOptions): Promise<Walk> {
  const { given, parameters = {}, limit = longest(list), most = PAGES, isEnough } = options;
  const first = { ...parameters, ...valueFor(list.paging?.limit, limit) };
  const items: JsonValue[] = [];
  const pages: JudgedExchange[] = [];
  let next: Onward = { parameters: first };
  while (typeof next === 'object' && pages.length < most) {
    const exchange: JudgedExchange = await request(stage, list, given, next);
    const found = itemsIn(list, exchange);
    if (found === undefined) return { items, pages, isComplete: false };
    pages.push(exchange);
    items.push(...found);
    if (isEnough?.(items) === true) return { items, pages, isComplete: false };
    const counted = { items: items.length, found: found.length, limit, page: pages.length };
    next = nextOf(list, exchange, first, counted);
  }
  return { items, pages, isComplete: next === 'end' };
}

/**
 * Values of parameters with which a list has a resource; `undefined` where nothing tells that it has it, since
 * the list is always filtered in some way.
 */
export function parametersWith(list: ListModel, view: JsonObject): ParameterParts | undefined {
  const { operation, filters, paging, sort } = list;
  const known = new Set([...Object.values(paging ?? {}), sort?.by, sort?.direction]);
  const parts: Record<string, JsonValue> = {};
  for (const parameter of operation.parameters.filter((one) => one.in === 'query')) {
    if ([...known].some((field) => typeof field === 'object' && field.parameter === parameter))
      continue;
    const filter = filters.find(({ field }) => field.parameter === parameter);
    const usual = filter?.field.schema.keyword('default');
    if (usual !== undefined && holds(filter!, usual, view) !== true) return undefined;
    if (!parameter.required) continue;
    const value = filter && valueOf(filter.property, view);
    if (filter === undefined || value === undefined || value === null) return undefined;
    if (holds(filter, value, view) !== true) return undefined;
    Object.assign(parts, valueFor(filter.field, value));
  }
  return parts;
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
  const body = response && readJsonBody(response);
  let value: JsonValue | undefined = body?.ok === true ? body.value : undefined;
  for (const key of path) value = isJsonObject(value) ? getProperty(value, key) : undefined;
  return value;
}

/** The value of a field of the query, as a parameter. */
export function valueFor(
  field: QueryField | undefined,
  value: JsonValue | undefined,
): ParameterParts {
  if (field === undefined || value === undefined) return {};
  const { parameter, key, schema } = field;
  const isText =
    isJsonNumber(value) && !schema.types.includes('integer') && schema.types.includes('string');
  const sent = isText ? textOf(value) : value;
  return { [parameter.name]: key === undefined ? sent : { [key]: sent } };
}

/** The page that is asked for: by parameters, or as the server wrote it. */
interface NextRequest {
  readonly parameters?: ParameterParts;
  /** The query of an address, without the question mark. */
  readonly query?: string;
}

async function request(
  stage: Stage,
  { operation }: ListModel,
  given: Given,
  { parameters, query }: NextRequest,
): Promise<JudgedExchange> {
  if (query === undefined) {
    return stage.send(operation, {
      given,
      change: (parts) => ({ ...parts, parameters: { ...parts.parameters, ...parameters } }),
    });
  }
  const template = stage.template(operation, { given }) ?? stage.end();
  return stage.deliver({
    ...template,
    build: (fresh) => {
      const built = template.build(fresh);
      return { ...built, target: `${built.target.split('?', 1)[0]}?${query}` };
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
}

/** The next page, that there is none, or that nothing tells. */
type Onward = NextRequest | 'end' | 'unknown';

function nextOf(
  list: ListModel,
  exchange: JudgedExchange,
  first: ParameterParts,
  counted: Counted,
): Onward {
  const { next, paging, hasLinkHeader, facts, total } = list;
  const response = acceptanceOf(exchange);
  const more = facts.find(({ role }) => role === 'more');
  if (more !== undefined && readAt(response, more.path) === false) return 'end';
  const link = linkTo(headerValue(response?.headers ?? [], 'link'));
  if (next === undefined) {
    if (link !== undefined) return { query: queryOf(link) };
    if (hasLinkHeader) return 'end';
    const all = total && readAt(response, total.path);
    return all === counted.items ? 'end' : counting(paging, first, counted);
  }
  const lead = readAt(response, next.path);
  if (lead === undefined || lead === null || lead === '') return 'end';
  if (next.kind === 'url') return typeof lead === 'string' ? { query: queryOf(lead) } : 'unknown';
  const field = paging?.[next.kind];
  return field === undefined ? 'unknown' : { parameters: { ...first, ...valueFor(field, lead) } };
}

/** Without a word from the server: until a page is empty, since it may have less than it was asked for. */
function counting(
  paging: ListModel['paging'],
  first: ParameterParts,
  { items, found, limit = Infinity, page }: Counted,
): Onward {
  if (found === 0) return 'end';
  if (paging?.offset) return { parameters: { ...first, ...valueFor(paging.offset, items) } };
  const number = toJsonNumber(BigInt((paging?.firstPage ?? 1) + page));
  if (paging?.page) return { parameters: { ...first, ...valueFor(paging.page, number) } };
  // As many as somebody has chosen: there may be more, which nothing leads to.
  return found < limit && (found < 10 || found % 5 > 0) ? 'end' : 'unknown';
}

function queryOf(url: string): string {
  return url.replace(/#.*$/s, '').split(/\?(.*)/s)[1] ?? '';
}

/** The address of the next page (RFC 8288, 3). */
function linkTo(header: string | undefined): string | undefined {
  return /<([^<>]*)>[^<>]*;\s*rel="?(?:[^"<>;,]* )?next\b/i.exec(header ?? '')?.[1];
}

function longest({ paging }: ListModel): number | undefined {
  const { maximum } = paging?.limit?.schema ?? {};
  if (paging?.limit === undefined) return undefined;
  return Math.min(LONG, maximum === undefined ? 100 : Number(textOf(maximum)));
}
