/** The part of a list that a request asks for, and what leads on from it. */
import { listed, mentions, selects } from '../model/lists/filters.ts';
import type { FactRole, ListFact } from '../model/lists/list-answer.ts';
import type { ListModel } from '../model/lists/lists.ts';
import { type Page, pageOf } from '../model/lists/pages.ts';
import { type ParameterValues, givenIn } from '../model/lists/query-field.ts';
import { type SortKey, orderOf, sortKeys } from '../model/lists/sort.ts';
import { hasName, valueOf } from '../model/lists/item-properties.ts';
import {
  type Address,
  type At,
  type Direction,
  Leads,
  type ListSource,
  type Part,
  type Ways,
  type Way,
  placeOf,
} from './list-leads.ts';
import { headerIssues } from '../model/parameters/read-parameter.ts';
import { type Envelope, schemaIn } from '../model/resources/envelope.ts';
import type { EffectiveSchema } from '../openapi/schema/effective-schema.ts';
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonObject,
} from '../openapi/json/json-value.ts';
import { textOf } from '../openapi/json/stringify-json.ts';
import { isValidFor } from '../openapi/schema/compile-schema.ts';

/** A part of a list. */
export interface ListPage {
  readonly items: readonly JsonValue[];
  /** What the answer says of it; `undefined` for what there isn't. */
  readonly facts: readonly Told[];
  readonly headers: Readonly<Record<string, string>>;
}

/** A fact with what it says on one page. */
interface Told {
  readonly fact: ListFact;
  readonly value: JsonValue | undefined;
}

/** As many items as a page has where the document says that there are pages, not how large they are. */
const USUAL_SIZE = 100;

/** What a request asks of a list. */
interface ListQuery {
  readonly values: ParameterValues;
  readonly address: Address;
  /** An item as the list tells it: what is chosen, and in which order, is by what the client sees. */
  readonly tell: (item: JsonValue) => JsonValue;
}

/** Finds the parts of a list that requests ask for. */
export function listPages(list: ListModel): (source: ListSource, asked: ListQuery) => ListPage {
  const leads = new Leads(list);
  return (source, asked) => {
    const { values, address } = asked;
    const chosen = chosenFrom(list, source, asked);
    const whole = partOf(list, chosen, values);
    const part = { ...whole, offset: leads.skippedIn(address) || whole.offset };
    const items = chosen.list(part.offset, part.limit);
    const shown = items.length;
    const isMore = shown > 0 && part.offset + shown < chosen.size;
    const at = { ...part, total: chosen.size, shown, isMore, items };
    const ways = leads.of(at, address);
    return { items, facts: factsOf(list, at, ways), headers: headersOf(list, at, ways) };
  };
}

/** What the filters and the search leave, in order. A list that is asked for as it is costs nothing. */
function chosenFrom(
  list: ListModel,
  source: ListSource,
  { values, tell }: Omit<ListQuery, 'address'>,
): ListSource {
  const { filters, search, sort } = list;
  const tests = filters.flatMap((filter) => {
    const wanted = givenIn(filter.field, values);
    const isGiven = wanted !== undefined && wanted !== null && wanted !== '';
    return isGiven ? [(item: JsonValue) => selects(filter, wanted, item)] : [];
  });
  const text = search && givenIn(search, values);
  if (typeof text === 'string' && text.trim() !== '') {
    tests.push((item) => mentions(item, text.trim()));
  }
  const keys = sort && sortKeys(sort, values);
  if (tests.length === 0 && keys === undefined) return source;
  const fits = (item: JsonValue): boolean => tests.every((test) => test(item));
  const all = source.list().map(tell);
  const exact = all.filter(fits);
  const isMissing = exact.length === 0 && source.isMadeUp === true;
  // What can only be searched would show nothing at all.
  const words = search?.isRequired === true ? text : undefined;
  const found = isMissing
    ? all
        .map((item, i) => asSearched(asWanted(list, item, { values, i }), list, words))
        .filter(fits)
    : exact;
  return sourceOf(keys === undefined ? found : found.toSorted((a, b) => compare(keys, a, b)));
}

/** A made-up item with what filters ask for; one of several for each. */
function asWanted(
  { filters }: ListModel,
  item: JsonValue,
  { values, i }: { readonly values: ParameterValues; readonly i: number },
): JsonValue {
  return filters.reduce((whole, filter) => {
    const { field, property, operator } = filter;
    const written = givenIn(field, values);
    if (written === undefined || operator === 'contains' || operator === '!=') return whole;
    if (selects(filter, written, whole)) return whole;
    const wanted = operator === 'in' ? listed(written) : [written];
    const target = wanted[i % wanted.length] ?? null;
    const { items } = property.schema;
    const named =
      items && hasName(items)
        ? { ...firstObjectIn(valueOf(property, whole)), name: target }
        : target;
    const value = items === undefined ? target : [named];
    return isValidFor(value, property.schema, 'response')
      ? replaced(whole, property.path, value)
      : whole;
  }, item);
}

function firstObjectIn(list: JsonValue = null): JsonObject {
  const [first] = Array.isArray(list) ? list.filter(isJsonObject) : [];
  return first ?? {};
}

/** A made-up item with the words that are looked for in what it is called, or says. */
function asSearched(item: JsonValue, list: ListModel, words: JsonValue | undefined): JsonValue {
  if (typeof words !== 'string' || !isJsonObject(item)) return item;
  for (const [name, schema] of list.item.properties) {
    const value = `${words.trim()} ${textOf(item[name] ?? '')}`;
    if (/name|title|text|desc/i.test(name) && isValidFor(value, schema, 'response')) {
      return { ...item, [name]: value };
    }
  }
  return item;
}

/** A list as a source. */
export function sourceOf(items: readonly JsonValue[]): ListSource {
  const list: ListSource['list'] = (offset = 0, limit = Infinity) =>
    items.slice(offset, offset + limit);
  return { size: items.length, list };
}

/** Where nothing says otherwise: by the texts' code units, what has no value last. */
function compare(keys: readonly SortKey[], left: JsonValue, right: JsonValue): number {
  for (const key of keys) {
    const order = orderOf([key], left, right);
    if (order !== undefined && order !== 0) return order;
    if (order === 0) continue;
    const [first, other] = [left, right].map((item) => valueOf(key.property, item) ?? null);
    if (first === null || other === null) return Number(first === null) - Number(other === null);
    const isLess = textOf(first!) < textOf(other!);
    return isLess === key.isDescending ? 1 : -1;
  }
  return 0;
}

function partOf(list: ListModel, source: ListSource, values: ParameterValues): Part {
  const { paging, answer, path } = list;
  const most = schemaIn(answer, path)?.maxItems ?? Infinity;
  if (paging === undefined) return { offset: 0, limit: most };
  const page = pageOf(paging, values, most);
  const hasPages = (paging.page ?? paging.cursor) !== undefined;
  const limit = page.limit ?? Math.min(hasPages ? USUAL_SIZE : Infinity, most);
  if (page.back !== undefined) {
    const end = placeOf(list, page.back, source) - 1;
    return { offset: Math.max(0, end - limit), limit: Math.min(limit, Math.max(end, 0)) };
  }
  const offset = page.cursor === undefined ? offsetOf(page, list, limit, values) : undefined;
  return { offset: offset ?? placeOf(list, page.cursor ?? '', source), limit };
}

/** A page without a limit is one of the usual size. */
function offsetOf(
  { offset = 0, limit }: Page,
  { paging }: ListModel,
  size: number,
  values: ParameterValues,
): number {
  const number = paging?.page && givenIn(paging.page, values);
  if (limit !== undefined || number === undefined || size === Infinity) return offset;
  return Math.max(0, Number(textOf(number)) - paging!.firstPage) * size || offset;
}

function factsOf({ answer, facts, next }: ListModel, at: At, ways: Ways): Told[] {
  const { total, shown, offset, limit, isMore } = at;
  const numbers: Readonly<Partial<Record<FactRole, JsonValue>>> = {
    total,
    counted: total,
    shown,
    offset: ways.self.offset,
    page: ways.self.page,
    limit: limit === Infinity ? Math.max(shown, 1) : limit,
    pages: limit === 0 ? 1 : Math.max(1, Math.ceil(total / limit)),
    more: isMore,
  };
  return facts.map((fact) => {
    const { role, schema } = fact;
    const isFlag = schema.types.every((type) => type === 'boolean' || type === 'null');
    if (isFlag && role === 'first') return { fact, value: offset === 0 };
    if (isFlag && role === 'last') return { fact, value: !isMore };
    const value = numbers[role] ?? leadIn(ways[role as Direction], fact, next?.kind);
    return value === undefined ? nothingIn(answer, fact) : { fact, value };
  });
}

/** What a fact says of a way; a text may be empty, where it has to be there. */
function leadIn(
  way: Way | undefined,
  { role, schema }: ListFact,
  kind: NonNullable<ListModel['next']>['kind'] = 'url',
): JsonValue | undefined {
  if (way === undefined) return undefined;
  if (kind === 'url' || role === 'self') return way.url;
  if (kind === 'cursor') return way.cursor ?? String(way.offset);
  const number = kind === 'page' ? way.page : way.offset;
  return schema.types.includes('integer') ? number : String(number);
}

/** What stands where there is no way on: null where it may be, an empty text where something has to be. */
function nothingIn(answer: EffectiveSchema, fact: ListFact): Told {
  const { path, schema } = fact;
  if (schema.types.includes('null')) return { fact, value: null };
  const isRequired = (place: Envelope): boolean =>
    schemaIn(answer, place.slice(0, -1))?.required.has(place.at(-1)!) === true;
  const link = path.slice(0, -1);
  if (isHref(path) && isRequired(link) && schemaIn(answer, link)?.types.includes('null'))
    return { fact: { ...fact, path: link }, value: null };
  return { fact, value: isRequired(path) && isValidFor('', schema, 'response') ? '' : undefined };
}

function isHref(path: Envelope): boolean {
  return path.length > 1 && /^href$/i.test(path.at(-1)!);
}

function headersOf(
  { answer, linkHeader, totalHeader }: ListModel,
  { total }: At,
  ways: Ways,
): Record<string, string> {
  const links = (['next', 'previous', 'first', 'last'] as const).flatMap((direction) => {
    const way = ways[direction];
    const relation = direction === 'previous' ? 'prev' : direction;
    return way === undefined ? [] : [`<${way.url}>; rel="${relation}"`];
  });
  const link = links.join(', ') || `<${ways.self.url}>; rel="self"`;
  return {
    ...(linkHeader && headerIssues(answer.root, linkHeader, link).length === 0 && { link }),
    ...(totalHeader !== undefined && { [totalHeader.toLowerCase()]: String(total) }),
  };
}

/** An answer with a fact, or without one that it hasn't. */
export function withFact(around: JsonValue, { fact, value }: Told): JsonValue {
  return replaced(around, fact.path, value);
}

/** A value with something else in a place; objects that aren't there are made for it. */
export function replaced(
  whole: JsonValue,
  [key, ...rest]: readonly string[],
  value: JsonValue | undefined,
): JsonValue {
  if (key === undefined) return value ?? null;
  const object = isJsonObject(whole) ? whole : {};
  if (rest.length > 0) {
    const inside = replaced(object[key] ?? {}, rest, value);
    // A link without an address is none.
    const isLink = rest.length === 1 && isHref([key, ...rest]);
    return withMember(object, key, isLink && value === undefined ? undefined : inside);
  }
  return withMember(object, key, value);
}

/** A value with what is in a place made another; as it is where there is nothing. */
export function atPlace(
  whole: JsonValue,
  [key, ...rest]: readonly string[],
  change: (inside: JsonValue) => JsonValue,
): JsonValue {
  if (key === undefined) return change(whole);
  const inside = isJsonObject(whole) ? getProperty(whole, key) : undefined;
  if (!isJsonObject(whole) || inside === undefined) return whole;
  return { ...whole, [key]: atPlace(inside, rest, change) };
}

function withMember(object: JsonObject, key: string, value: JsonValue | undefined): JsonObject {
  const { [key]: _, ...others } = object;
  return value === undefined ? others : { ...object, [key]: value };
}

/** Items in the place that an answer has for them. */
export function enclosed(
  items: JsonValue[],
  path: readonly string[],
  around: JsonValue,
): JsonValue {
  return replaced(around, path, items);
}
