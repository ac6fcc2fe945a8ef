/** What leads from one part of a list to others: addresses, cursors, numbers of pages. */
import { type MockRequest, baseOf } from '../http/message.ts';
import { identityIn, identityOfItems } from '../model/lists/item-identity.ts';
import type { ListModel } from '../model/lists/lists.ts';
import type { Paging } from '../model/lists/pages.ts';
import type { QueryField } from '../model/lists/query-field.ts';
import { encodedPart, percentDecoded } from '../openapi/percent.ts';
import type { JsonValue } from '../openapi/json/json-value.ts';
import { readings, textOf } from '../openapi/json/stringify-json.ts';
import { isValidFor } from '../openapi/schema/compile-schema.ts';

/** All items that a list can have: a store, or what the document shows. */
export interface ListSource {
  readonly size: number;
  list(offset?: number, limit?: number): readonly JsonValue[];
  /** Whether nobody has created what it has: then it may as well have what a filter asks for. */
  readonly isMadeUp?: boolean | undefined;
}

/** Where a request went. */
export interface Address {
  /** What stands in front of the path, such as `http://localhost:4010`. */
  readonly base: string;
  readonly path: string;
  /** Without its question mark. */
  readonly query: string;
}

/** Where a request went: found out only where it is told. */
export function addressOf(request: MockRequest): () => Address {
  return () => ({ base: baseOf(request), path: request.path, query: request.query ?? '' });
}

/** Which items a page has. */
export interface Part {
  readonly offset: number;
  readonly limit: number;
}

/** What a cursor is where the answer gives it: how many items were before, and the last of them. */
const CURSOR = /^(\d{1,15})\.(.*)$/s;

/** How many items were before, where a cursor has to be a time: so many seconds after the first of all; empty beyond all times. */
function momentOf(count: number): string {
  const moment = new Date(count * 1000);
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
}

/** How many items come up to what a cursor names; 0 where it names nothing. */
export function placeOf(list: ListModel, cursor: string, source: ListSource): number {
  if (cursor.startsWith('1970-')) return Math.max(0, Date.parse(cursor) / 1000) || 0;
  const [, count = '', last = cursor] = CURSOR.exec(cursor) ?? [];
  if (count !== '') {
    const [before] = source.list(Math.max(0, Number(count) - 1), 1);
    if (last === '' || nameOf(list, before) === last) return Number(count);
  }
  // Something was added or removed in front of it.
  const place = source.list().findIndex((item) => nameOf(list, item) === last);
  if (place !== -1) return place + 1;
  return Number(
    count === '' && /^\d{1,15}$/.test(cursor) && !identityOfItems(list) ? cursor : count,
  );
}

function nameOf(list: ListModel, item: JsonValue | undefined): string | undefined {
  const name = identityOfItems(list);
  const identity = name === undefined ? undefined : identityIn(item ?? null, name);
  return identity === undefined ? undefined : textOf(identity);
}

/** A page, and the list that it is a part of. */
export interface At extends Part {
  readonly total: number;
  readonly shown: number;
  /** Whether something follows, also where no parameter leads there. */
  readonly isMore: boolean;
  readonly items: readonly JsonValue[];
}

/** A way to another page. */
export interface Way {
  readonly url: string;
  readonly cursor?: string | undefined;
  /** As the parameter takes it. */
  readonly offset: number;
  readonly page: number;
}

export type Direction = 'next' | 'previous' | 'first' | 'last' | 'self';

export type Ways = { readonly [Key in Direction]?: Way | undefined } & { readonly self: Way };

/** Makes the ways to other pages. */
export class Leads {
  readonly #list: ListModel;
  /** What ways to other pages are told in. */
  readonly #fields: Pick<Paging, 'cursor' | 'page' | 'offset' | 'back'>;
  /** What the mock itself calls how many items are left out, where answers alone lead on. */
  readonly #madeUpOffset: { readonly name: string } | undefined;

  constructor(list: ListModel) {
    this.#list = list;
    const isUrl = list.next?.kind === 'url';
    // An address has nothing of a body.
    const written = (field: QueryField | undefined): QueryField | undefined =>
      isUrl && field?.parameter === undefined ? undefined : field;
    const { cursor, page, offset, back } = list.paging ?? {};
    this.#fields = {
      cursor: written(cursor),
      page: written(page),
      offset: written(offset),
      back: written(back),
    };
    const isText = isUrl || list.next?.kind === 'cursor';
    this.#madeUpOffset =
      isText && !this.#fields.cursor && !this.#fields.page ? { name: 'offset' } : undefined;
  }

  /** How many items the mock's own way to a page leaves out. */
  skippedIn({ query }: Address): number {
    const { name } = (!this.#fields.offset && this.#madeUpOffset) || {};
    const told = name && new URLSearchParams(query).get(name);
    return told && /^\d+$/.test(told) ? Number(told) : 0;
  }

  of(at: At, address: Address): Ways {
    const { offset, limit, total, shown, isMore } = at;
    const self = { url: urlOf(address, address.query), ...this.#numbersAt(at, offset) };
    if (this.#list.paging === undefined || limit === 0) return { self };
    const lastOffset = Math.max(0, Math.floor((total - 1) / limit) * limit);
    const to = (place: number): Way | undefined => this.#wayTo(place, at, address);
    return {
      self,
      ...(isMore && { next: to(offset + shown) }),
      ...(offset > 0 && { previous: this.#wayBack(at, address) }),
      ...(limit !== Infinity && { first: to(0), last: to(lastOffset) }),
    };
  }

  #numbersAt({ limit }: Part, offset: number): Pick<Way, 'offset' | 'page'> {
    const { firstOffset = 0, firstPage = 1 } = this.#list.paging ?? {};
    const pages = limit === 0 ? 0 : Math.floor(offset / limit);
    return { offset: offset + firstOffset, page: firstPage + pages };
  }

  /** By what requests have for it: the first item of the page, before which others are. */
  #wayBack(at: At, address: Address): Way | undefined {
    const { back } = this.#fields;
    const place = Math.max(0, at.offset - at.limit);
    const isTaken = back !== undefined && this.#list.previous?.field === back;
    const cursor = isTaken ? this.#cursorAt(at.offset + 1, at, [back]) : undefined;
    if (cursor === undefined) return this.#wayTo(place, at, address);
    const query = withField(address.query, this.#names(), back!.name, cursor);
    return { ...this.#numbersAt(at, place), cursor, url: urlOf(address, query) };
  }

  /** What all that chooses a page is called. */
  #names(): (string | undefined)[] {
    const { cursor, page, offset = this.#madeUpOffset, back } = this.#fields;
    return [cursor, page, offset, back].map((field) => field?.name);
  }

  #wayTo(offset: number, at: At, address: Address): Way | undefined {
    const { cursor, page, offset: skip = this.#madeUpOffset } = this.#fields;
    const others = this.#names();
    const way = this.#numbersAt(at, offset);
    const { next } = this.#list;
    const told = next?.kind === 'cursor' ? [next] : [];
    const text = this.#cursorAt(offset, at, cursor === undefined ? told : [cursor, ...told]);
    // A page is only where it is a whole number of pages on.
    const isWhole = at.limit !== Infinity && offset % at.limit === 0;
    const [{ name } = {}, value] =
      cursor || !page || !isWhole
        ? [cursor ?? skip, (cursor && text) ?? way.offset]
        : [page, way.page];
    if (name === undefined || (cursor && text === undefined)) return undefined;
    const query = withField(address.query, others, offset === 0 ? undefined : name, String(value));
    return { ...way, cursor: text, url: urlOf(address, query) };
  }

  /** As all that takes or tells it has it. */
  #cursorAt(
    offset: number,
    { items, offset: start }: At,
    places: readonly Pick<QueryField, 'schema'>[],
  ): string | undefined {
    const last = nameOf(this.#list, items[offset - start - 1]) ?? '';
    const isPlain = /^[\w~-]{0,100}$/.test(last);
    const texts = [`${offset}.${isPlain ? last : ''}`, last, String(offset), momentOf(offset)];
    const isTaken = (text: string): boolean =>
      places.every(({ schema }) =>
        [...readings(text)].some((value) => isValidFor(value, schema, 'request')),
      );
    return texts.find((text) => text !== '' && isTaken(text));
  }
}

function urlOf({ base, path }: Address, query: string): string {
  return query === '' ? base + path : `${base}${path}?${query}`;
}

/** A query with one field in place of others. */
function withField(
  query: string,
  others: readonly (string | undefined)[],
  field: string | undefined,
  value: string,
): string {
  const pairs = query.split('&').filter((pair) => {
    const [name = ''] = pair.split('=', 1);
    return pair !== '' && !others.includes(percentDecoded(name.replaceAll('+', ' ')) ?? name);
  });
  const pair = field && `${encodedPart(field)}=${encodedPart(value)}`;
  return [...pairs, ...(pair === undefined ? [] : [pair])].join('&');
}
