import { describe, expect, it } from 'vitest';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';
import { holds, mentions, selects } from '../../../src/model/lists/filters.ts';
import { type ListModel, listOf } from '../../../src/model/lists/lists.ts';
import { pageOf } from '../../../src/model/lists/pages.ts';
import { orderOf, sortKeys } from '../../../src/model/lists/sort.ts';
import { operations } from '../../../src/model/operation.ts';

const TEXT: JsonObject = { type: 'string' };
const INTEGER: JsonObject = { type: 'integer' };
const TIME: JsonObject = { type: 'string', format: 'date-time' };
const STATE: JsonObject = { enum: ['open', 'closed'] };

const TRIP: JsonObject = {
  type: 'object',
  properties: {
    id: TEXT,
    name: TEXT,
    departsAt: TIME,
    createdAt: TIME,
    paidBy: { type: 'string', format: 'date' },
    price: { type: 'object', properties: { amount: { type: 'number' }, currency: TEXT } },
    seats: INTEGER,
    isOpen: { type: 'boolean' },
    state: STATE,
    labels: { type: 'array', items: TEXT },
    tagList: { type: 'array', items: TEXT },
    origin: { type: 'object', properties: { id: TEXT, city: TEXT } },
    guideId: INTEGER,
    bikeId: { type: 'string', format: 'uuid' },
    clubId: TEXT,
  },
};

/** The model of `GET /trips` with these parameters of the query. */
function listWith(
  parameters: Readonly<Record<string, JsonObject>>,
  answer: JsonObject = { type: 'array', items: TRIP },
): ListModel {
  const query = Object.entries(parameters).map(
    ([name, { 'x-list-role': role, style, description, ...schema }]) => ({
      name,
      in: 'query',
      schema,
      ...(description === undefined ? {} : { description }),
      ...(role === undefined ? {} : { 'x-list-role': role }),
      ...(style === undefined ? {} : { style }),
    }),
  );
  const content = { 'application/json': { schema: answer } };
  const responses = { 200: { description: 'x', content, headers: { Link: { schema: TEXT } } } };
  const document = documentFromValue({
    paths: { '/trips': { get: { parameters: query as JsonValue, responses } } },
  });
  return listOf(document, operations(document)[0]!)!;
}

it('orders by what is asked for, where items are called as what they are named by', () => {
  const asset = { type: 'object', properties: { serial: TEXT, cost: INTEGER } };
  const orderby = { name: '$orderby', in: 'query', schema: TEXT };
  const content = { 'application/json': { schema: { type: 'array', items: asset } } };
  const serial = { name: 'serial', in: 'path', required: true, schema: TEXT };
  const document = documentFromValue({
    paths: {
      '/assets': {
        get: { parameters: [orderby], responses: { 200: { content } } },
        post: { responses: { 201: { content: { 'application/json': { schema: asset } } } } },
      },
      '/assets/{serial}': { get: { parameters: [serial] } },
    },
  });
  const { sort } = listOf(document, operations(document)[0]!)!;
  const keys = ['serial desc', 'cost desc'].flatMap(
    (value) => sortKeys(sort!, new Map([['query $orderby', value]])) ?? [],
  );
  expect(keys.map(({ property, isDescending }) => [property.path, isDescending])).toEqual([
    [['serial'], true],
    [['cost'], true],
  ]);
});

it('filters by what JSON:API has in attributes as by what is in the item itself', () => {
  const attributes = { type: 'object', properties: { state: STATE, name: TEXT } };
  const item = { type: 'object', properties: { id: TEXT, type: TEXT, attributes } };
  const { filters } = listWith({ 'filter[state]': STATE }, { type: 'array', items: item });
  expect(filters).toMatchObject([{ operator: '=', property: { path: ['attributes', 'state'] } }]);
});

it('is none where the answer has the identity, and what is in its list has none', () => {
  const colors = { type: 'array', items: { type: 'object', properties: { blue: INTEGER } } };
  const result = { type: 'object', properties: { colors } };
  const report = { type: 'object', properties: { report_number: INTEGER, result } };
  const response = { description: 'x', content: { 'application/json': { schema: report } } };
  const pathItem = { responses: { 200: response } };
  const document = documentFromValue({
    paths: {
      '/reports/': { get: pathItem, post: { responses: { 201: response } } },
      '/reports/{report_number}/': { get: pathItem },
    },
  });
  expect(operations(document).map((each) => listOf(document, each))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('is none where the collection answers with a resource that has lists in it', () => {
  const content = { 'application/json': { schema: TRIP } };
  const pathItem = { responses: { 200: { description: 'x', content } } };
  const document = documentFromValue({
    paths: {
      '/trips': { get: pathItem, post: { requestBody: { content }, ...pathItem } },
      '/trips/{tripId}': { get: pathItem },
    },
  });
  expect(listOf(document, operations(document)[0]!)).toBeUndefined();
});

/** `departsAt >` for what one parameter filters. */
function filterWith(name: string, schema: JsonObject): string | undefined {
  const [filter] = listWith({ [name]: schema }).filters;
  return filter && `${filter.property.path.join('.')} ${filter.operator}`;
}

describe('a list', () => {
  const page = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
  const items: JsonObject = { type: 'array', items: TRIP };
  it.each<[string, JsonObject, string | undefined]>([
    ['an array', items, ''],
    ['named like the collection', page({ tags: items, trips: items }), 'trips'],
    ['named like the end of it', page({ states: { type: 'array' }, rips: items }), 'rips'],
    ['in an envelope', page({ data: page({ items }) }), 'data.items'],
    ['beside links', page({ id: TEXT, _embedded: page({ trips: items }) }), '_embedded.trips'],
    ['alone in an envelope', page({ _embedded: page({ legs: items }) }), '_embedded.legs'],
    [
      'of texts that are alone',
      page({ data: page({ legs: { type: 'array', items: TEXT } }) }),
      undefined,
    ],
    ['beside a total', page({ whatever: items, total: INTEGER }), 'whatever'],
    ['of what belongs to a resource', page({ id: TEXT, results: items }), undefined],
    ['of something in an object', page({ name: TEXT, legs: items }), undefined],
  ])('can be %s', (_, answer, path) => {
    expect(listWith({}, answer)?.path.join('.')).toBe(path);
  });

  it('says how many there are, and how to go on', () => {
    const { total, next, linkHeader } = listWith(
      { cursor: TEXT },
      page({ items, meta: page({ total: INTEGER, count: INTEGER, nextCursor: TEXT }) }),
    );
    expect(total?.path).toEqual(['meta', 'total']);
    expect(next).toMatchObject({ path: ['meta', 'nextCursor'], kind: 'cursor' });
    expect(linkHeader).toMatchObject({ name: 'Link' });
  });

  it.each<[string, JsonObject, JsonObject, string]>([
    ['a link', { next: page({ href: TEXT }) }, { cursor: TEXT }, 'url'],
    ['a text where there is a page', { next: TEXT }, { page: INTEGER }, 'url'],
    ['a text where there is a cursor', { next: TEXT }, { cursor: TEXT }, 'cursor'],
    ['a text where what comes before follows', { next: TEXT }, { before: TEXT }, 'cursor'],
    ['a text where a text says the start', { next: TEXT }, { start: TEXT }, 'cursor'],
    ['a number', { next: INTEGER }, { page: INTEGER }, 'page'],
    ['an address', { nextPageUrl: TEXT }, { cursor: TEXT }, 'url'],
  ])('leads on by %s', (_, around, parameters, kind) => {
    const list = listWith(parameters as Record<string, JsonObject>, page({ items, ...around }));
    expect(list.next?.kind).toBe(kind);
  });

  it('counts all items where a count stands beside the ways to other pages', () => {
    expect(listWith({}, page({ count: INTEGER, next: TEXT, results: items })).total?.path).toEqual([
      'count',
    ]);
    expect(listWith({}, page({ count: INTEGER, results: items })).total).toBeUndefined();
    const counted = page({ resultsCount: INTEGER, visitsCount: INTEGER, results: items });
    const { total, facts } = listWith({}, counted);
    expect(total).toBeUndefined();
    expect(facts.map(({ role, path }) => [role, ...path])).toEqual([['counted', 'resultsCount']]);
  });
});

describe('a parameter that filters', () => {
  it('may name the property in its description', () => {
    const description = 'Only those with `departsAt` at that time or later.';
    const named = (parameters: Readonly<Record<string, JsonObject>>): unknown[] =>
      listWith(parameters).filters.map(({ property, operator }) => [...property.path, operator]);
    expect(named({ from: { ...TIME, description } })).toEqual([['departsAt', '>=']]);
    expect(named({ leaving_after: { ...TIME, description } })).toEqual([['departsAt', '>']]);
    expect(named({ from: { ...TIME, description: 'After `departsAt` or `createdAt`.' } })).toEqual(
      [],
    );
    expect(named({ from: TIME })).toEqual([]);
  });

  it.each<[string, JsonObject, string | undefined]>([
    ['state', STATE, 'state ='],
    ['states', TEXT, 'state in'],
    ['state[]', { type: 'array', items: STATE }, 'state in'],
    ['filter[state]', STATE, 'state ='],
    ['ids', TEXT, 'id in'],
    ['tripId', TEXT, 'id ='],
    ['trip_name', TEXT, 'name ='],
    ['originId', TEXT, 'origin.id ='],
    ['origin.city', TEXT, 'origin.city ='],
    ['city', TEXT, 'origin.city ='],
    ['open', { type: 'boolean' }, 'isOpen ='],
    ['label', TEXT, 'labels ='],
    ['tag', TEXT, 'tagList ='],
    ['guide', INTEGER, 'guideId ='],
    ['guide', TEXT, undefined],
    ['bike', { type: 'string', format: 'uuid' }, 'bikeId ='],
    ['bike', INTEGER, undefined],
    ['club', TEXT, undefined],
    ['minSeats', INTEGER, 'seats >='],
    ['seats_lte', INTEGER, 'seats <='],
    ['seats[gt]', INTEGER, 'seats >'],
    ['maxPrice', { type: 'number' }, 'price.amount <='],
    ['departsAfter', TIME, 'departsAt >'],
    ['created_before', TIME, 'createdAt <'],
    ['creationDateFrom', TIME, 'createdAt >='],
    ['since', TIME, undefined],
    ['state', { enum: ['archived', 'all'] }, undefined],
    ['seats', { type: 'boolean' }, undefined],
    ['fields', TEXT, undefined],
    ['something', TEXT, undefined],
  ])('%s %o: %s', (name, schema, filter) => {
    expect(filterWith(name, schema)).toBe(filter);
  });

  it('can be of the only number of that kind', () => {
    const of = (...names: string[]): string | undefined => {
      const item = { properties: Object.fromEntries(names.map((name) => [name, INTEGER])) };
      const [filter] = listWith({ max_price: INTEGER }, { type: 'array', items: item }).filters;
      return filter && `${filter.property.path.join('.')} ${filter.operator}`;
    };
    expect(of('daily_price', 'weight')).toBe('daily_price <=');
    expect(of('dailyPrice', 'totalPrice')).toBeUndefined();
    expect(of('price', 'dailyPrice')).toBe('price <=');
    expect(of('caprice')).toBeUndefined();
  });

  it('may name a day of birth in other words, and what items have in just the same way', () => {
    const language: JsonObject = { type: 'string', pattern: '^[a-z]{2}$' };
    const item = { properties: { birthDate: { type: 'string', format: 'date' }, language } };
    const of = (name: string, schema: JsonObject): string | undefined => {
      const [filter] = listWith({ [name]: schema }, { type: 'array', items: item }).filters;
      return filter && `${filter.property.path.join('.')} ${filter.operator}`;
    };
    expect(of('bornBefore', { type: 'string', format: 'date' })).toBe('birthDate <');
    expect(of('language', language)).toBe('language =');
    expect(of('language', TEXT)).toBeUndefined();
    expect(of('language', { ...language, description: 'Of the answer.' })).toBeUndefined();
  });

  it('asks for more in the answer where a flag says so, whatever items have under its name', () => {
    const flag: JsonObject = { type: 'boolean' };
    const of = (description: string): unknown => {
      const answer = { type: 'array', items: { properties: { signed: flag } } };
      return listWith({ signed: { ...flag, description } }, answer).filters.length;
    };
    expect(of('Whether to include the field “signed” in what is listed.')).toBe(0);
    expect(of('Include signed ones.')).toBe(0);
    expect(of('Whether to include only signed ones.')).toBe(1);
    expect(of('Signed ones.')).toBe(1);
  });

  it('has a bound that counts where its description says so, but for moments', () => {
    const boundOf = (schema: JsonObject, kind: JsonObject): unknown => {
      const answer = { type: 'array', items: { properties: { starts: kind } } };
      const [filter] = listWith({ startsTo: { ...kind, ...schema } }, answer).filters;
      return filter && [filter.operator, filter.isBoundOpen];
    };
    const day = { type: 'string', format: 'date' };
    expect(boundOf({}, day)).toEqual(['<=', true]);
    expect(boundOf({ description: 'The last day.' }, day)).toEqual(['<=', false]);
    expect(boundOf({ description: 'Exclusive: not the last day.' }, day)).toEqual(['<=', true]);
    expect(boundOf({ description: 'Until this day (exclusive).' }, day)).toEqual(['<', false]);
    expect(boundOf({ description: 'On this day or earlier.' }, day)).toEqual(['<=', false]);
    expect(boundOf({ description: 'Mutually exclusive with since.' }, day)).toEqual(['<=', true]);
    expect(boundOf({ description: 'Excludes what is closed.' }, day)).toEqual(['<=', true]);
    expect(boundOf({ description: 'Inclusive.' }, INTEGER)).toEqual(['<=', false]);
    expect(boundOf({ description: 'Inclusive.' }, TIME)).toEqual(['<=', true]);
  });

  it('is no filter of equal values where it is one end of a span', () => {
    const item: JsonObject = { properties: { startDate: TIME, endDate: TIME } };
    const answer = { type: 'array', items: item };
    const bounds = listWith({ startDate: TIME, endDate: TIME }, answer).filters;
    expect(bounds.map(({ operator }) => operator)).not.toContain('=');
    expect(listWith({ startDate: TIME }, answer).filters[0]?.operator).toBe('=');
  });

  it('can be the field of an object', () => {
    const { filters } = listWith({
      seats: { style: 'deepObject', properties: { gte: INTEGER, lt: INTEGER } },
    });
    expect(filters.map(({ field, operator }) => [field.keys, operator])).toEqual([
      [['gte'], '>='],
      [['lt'], '<'],
    ]);
  });

  it('can be given its role by the document', () => {
    const { filters, search, paging } = listWith({
      earliest: { ...TIME, 'x-list-role': 'departsAt >=' },
      town: { ...TEXT, 'x-list-role': 'origin.city contains' },
      state: { ...STATE, 'x-list-role': 'none' },
      find: { ...TEXT, 'x-list-role': 'search' },
      many: { ...INTEGER, 'x-list-role': 'limit' },
    });
    expect(filters.map(({ property, operator }) => [...property.path, operator])).toEqual([
      ['departsAt', '>='],
      ['origin', 'city', 'contains'],
    ]);
    expect([search?.name, paging?.limit?.name]).toEqual(['find', 'many']);
  });
});

describe('whether an item is in a filtered list', () => {
  it.each<[string, JsonObject, JsonValue, JsonObject, boolean | undefined, boolean]>([
    ['state', STATE, 'open', { state: 'open' }, true, true],
    ['state', STATE, 'open', { state: 'closed' }, false, false],
    ['state', STATE, 'open', {}, undefined, false],
    ['state', TEXT, 'all', { state: 'open' }, undefined, true],
    ['name', TEXT, 'ann', { name: 'Ann' }, undefined, false],
    ['name', TEXT, 'bob', { name: 'Ann' }, false, false],
    ['states', TEXT, 'closed,open', { state: 'open' }, true, true],
    ['label', TEXT, 'a', { labels: ['a', 'b'] }, true, true],
    ['label', TEXT, 'c', { labels: ['a', 'b'] }, false, false],
    ['label', { type: 'array', items: TEXT }, ['a', 'c'], { labels: ['a'] }, true, true],
    ['minSeats', INTEGER, 9007199254740993n, { seats: 9007199254740993n }, true, true],
    ['minSeats', INTEGER, 9007199254740993n, { seats: 9007199254740992n }, false, false],
    [
      'departsAfter',
      TIME,
      '2030-01-01T00:00:00Z',
      { departsAt: '2030-01-01T01:00:00+01:00' },
      undefined,
      false,
    ],
    [
      'departsAfter',
      TIME,
      '2030-01-01T00:00:00Z',
      { departsAt: '2030-01-01T00:30:00+01:00' },
      false,
      false,
    ],
    [
      'departsFrom',
      TIME,
      '2030-01-01T00:00:00Z',
      { departsAt: '2030-01-01T00:00:00.000Z' },
      undefined,
      true,
    ],
    [
      'createdBefore',
      { type: 'string', format: 'date' },
      '2030-01-02',
      { createdAt: '2030-01-02T08:00:00Z' },
      undefined,
      false,
    ],
    [
      'paidFrom',
      { type: 'string', format: 'date' },
      '2030-01-02',
      { paidBy: '2030-01-01' },
      false,
      false,
    ],
    ['open', { type: 'boolean' }, false, { isOpen: false }, true, true],
  ])('%s %o = %o, %o: %s, in the mock %s', (name, schema, wanted, item, isStated, isSelected) => {
    const [filter] = listWith({ [name]: schema }).filters;
    expect(holds(filter!, wanted, item)).toBe(isStated);
    expect(selects(filter!, wanted, item)).toBe(isSelected);
  });

  it('is said by its texts where a text is searched', () => {
    expect(mentions({ name: 'Night train', origin: { city: 'Lyon' } }, 'lyon night')).toBe(true);
    expect(mentions({ name: 'Night train' }, 'lyon')).toBe(false);
  });
});

describe('the order of a list', () => {
  const keysFor = (parameters: Readonly<Record<string, JsonObject>>, query: JsonObject) => {
    const { sort } = listWith(parameters);
    const values = new Map(Object.entries(query).map(([name, value]) => [`query ${name}`, value]));
    return sortKeys(sort!, values)?.map(
      ({ property, isDescending }) => `${isDescending ? '-' : ''}${property.path.join('.')}`,
    );
  };

  it.each<[JsonValue, string[] | undefined]>([
    ['price', ['price.amount']],
    ['-departsAt', ['-departsAt']],
    ['departs_at:desc', ['-departsAt']],
    ['name,-seats', ['name', '-seats']],
    ['name,desc', ['-name']],
    [
      ['seats.desc', 'name'],
      ['-seats', 'name'],
    ],
    ['created_desc', ['-createdAt']],
    ['+name', ['name']],
    ['relevance', undefined],
    ['name,relevance', undefined],
  ])('%o is %o', (query, keys) => {
    expect(keysFor({ sort: TEXT }, { sort: query })).toEqual(keys);
  });

  it.each([
    ['sort_by', 'order'],
    ['order_by', 'direction'],
    ['sort', 'order'],
    ['order', 'sort'],
  ])('is said by %s and %s', (by, direction) => {
    const parameters = { [by]: TEXT, [direction]: { enum: ['asc', 'desc'] } };
    expect(keysFor(parameters, { [by]: 'seats', [direction]: 'desc' })).toEqual(['-seats']);
    expect(keysFor(parameters, { [by]: 'seats' })).toEqual(['seats']);
  });

  it.each<[JsonValue, JsonValue, number | undefined]>([
    [1, 2, -1],
    ['Ann', 'bob', -1],
    ['a-b', 'ab', undefined],
    ['-z', '!v', undefined],
    ['é', 'f', undefined],
    ['2030-01-01T00:00:00Z', '2030-01-01T00:00:00.5+01:00', 1],
    [null, 1, undefined],
    [null, null, 0],
  ])('%o stands to %o as %o', (left, right, order) => {
    const keys = sortKeys(listWith({ sort: TEXT }).sort!, new Map([['query sort', 'name']]))!;
    const found = orderOf(keys, { name: left }, { name: right });
    expect(found === undefined ? found : Math.sign(found)).toBe(order);
  });
});

describe('a part of a list', () => {
  const partOf = (parameters: Readonly<Record<string, JsonObject>>, query: JsonObject) => {
    const { paging } = listWith(parameters);
    const values = new Map(Object.entries(query).map(([name, value]) => [`query ${name}`, value]));
    return pageOf(paging!, values);
  };
  const none = { cursor: undefined, back: undefined };

  it('is said by a limit with an offset, a page or a cursor', () => {
    const limit = { ...INTEGER, default: 20 };
    expect(partOf({ limit, offset: INTEGER }, {})).toEqual({ ...none, limit: 20, offset: 0 });
    expect(partOf({ limit, offset: INTEGER }, { limit: 5, offset: 7 })).toMatchObject({
      limit: 5,
      offset: 7,
    });
    expect(partOf({ per_page: INTEGER, page: INTEGER }, { per_page: 5, page: 3 })).toMatchObject({
      offset: 10,
    });
    const zero = { ...INTEGER, minimum: 0 };
    expect(partOf({ size: INTEGER, page: zero }, { size: 5, page: 3 })).toMatchObject({
      offset: 15,
    });
    expect(partOf({ limit, cursor: TEXT }, { cursor: 'x' })).toMatchObject({
      cursor: 'x',
      offset: undefined,
    });
  });

  it('can be said in an object', () => {
    const page = { style: 'deepObject', properties: { size: INTEGER, number: INTEGER } };
    expect(partOf({ page }, { page: { size: 10, number: 2 } })).toMatchObject({ offset: 10 });
  });

  it('can be said in an object whose fields are sent by themselves', () => {
    const fields = { properties: { before: TEXT, after: TEXT } };
    const list = listWith({ 'before/after': fields, limit: INTEGER });
    expect(list.paging).toMatchObject({ cursor: { name: 'after' }, back: { name: 'before' } });
    const values = new Map([['query before/after', { after: 'x' }]]);
    expect(pageOf(list.paging!, values)).toMatchObject({ cursor: 'x' });
  });

  it('is no role of what the items have themselves', () => {
    const { paging, filters } = listWith({ seats: INTEGER, name: TEXT });
    expect(paging).toBeUndefined();
    expect(filters).toHaveLength(2);
  });

  it('is not meant by a time before which something was', () => {
    expect(listWith({ before: TIME, after: TIME }).paging).toBeUndefined();
    expect(listWith({ before: TEXT, after: TEXT }).paging).toMatchObject({
      cursor: { name: 'after' },
      back: { name: 'before' },
    });
  });
});
