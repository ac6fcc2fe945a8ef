import { describe, expect, it } from 'vitest';
import type { Responder } from '../../src/mock/responder.ts';
import type { JsonObject, JsonValue } from '../../src/openapi/json/json-value.ts';
import { textOf } from '../../src/openapi/json/stringify-json.ts';
import { jsonResponse, mockRequest, responderOf } from './fixtures.ts';

const TEXT: JsonObject = { type: 'string' };
const INTEGER: JsonObject = { type: 'integer' };

const THING: JsonObject = {
  type: 'object',
  required: ['name'],
  properties: {
    id: INTEGER,
    name: TEXT,
    price: { type: 'number' },
    state: { enum: ['new', 'old'] },
  },
};

function page(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return {
    type: 'object',
    required: ['items', ...required],
    properties: { items: { type: 'array', items: THING }, ...properties },
  };
}

interface ListParts {
  readonly query?: Readonly<Record<string, JsonObject>>;
  readonly answer?: JsonObject;
  readonly headers?: Readonly<Record<string, JsonObject>>;
}

/** Things named a to e, in that order, each 10 dearer than the one before; every second is old. */
function things({ query = {}, answer = page({}), headers = {} }: ListParts): Responder {
  const parameters = Object.entries(query).map(([name, schema]) => ({ name, in: 'query', schema }));
  const documented = Object.fromEntries(
    Object.entries(headers).map(([name, schema]): [string, JsonObject] => [name, { schema }]),
  );
  const list = { ...jsonResponse(answer), headers: documented };
  const content = { 'application/json': { schema: THING } };
  const id = { name: 'id', in: 'path', required: true, schema: INTEGER };
  const responder = responderOf({
    paths: {
      '/things': {
        get: { parameters, responses: { 200: list } },
        post: { requestBody: { content }, responses: { 201: jsonResponse(THING) } },
      },
      '/things/{id}': { parameters: [id], get: { responses: { 200: jsonResponse(THING) } } },
    },
  });
  for (const [i, name] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    const body = JSON.stringify({ name, price: i * 10, state: i % 2 === 0 ? 'new' : 'old' });
    responder.respond(mockRequest('POST', '/things', { body }));
  }
  return responder;
}

interface Answer {
  readonly body: Readonly<Record<string, JsonValue>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly names: string;
}

function get(responder: Responder, target: string): Answer {
  const { status, headers, body } = responder.respond(mockRequest('GET', target));
  expect(status).toBe(200);
  const answer = JSON.parse(String(body)) as { items: { name: string }[] } | { name: string }[];
  const items = Array.isArray(answer) ? answer : answer.items;
  const names = items.map(({ name }) => name).join('');
  return { headers, names, body: answer as unknown as Answer['body'] };
}

/** What a loop gets that goes on as long as it is led. */
function loop(
  responder: Responder,
  target: string,
  lead: (answer: Answer) => string | undefined,
): string[] {
  const pages: string[] = [];
  for (let next: string | undefined = target; next !== undefined && pages.length < 9;) {
    const answer = get(responder, next);
    pages.push(answer.names);
    next = lead(answer);
  }
  return pages;
}

describe('a list of the mock', () => {
  it.each([
    ['state=old', 'bd'],
    ['minPrice=20', 'cde'],
    ['minPrice=20&state=new', 'ce'],
    ['q=B', 'b'],
    ['sort=-price', 'edcba'],
    ['sort=state,-name', 'ecadb'],
    ['sort=unknown', 'abcde'],
    ['', 'abcde'],
  ])('has for ?%s what it says', (query, names) => {
    const list = { state: TEXT, minPrice: { type: 'number' }, q: TEXT, sort: TEXT };
    expect(get(things({ query: list }), `/things?${query}`).names).toBe(names);
  });

  it('is chosen from and sorted as it is told, where something else was sent', () => {
    const told = { ...THING, properties: { id: INTEGER, name: TEXT, state: { enum: ['kept'] } } };
    const answer = { type: 'array', items: { ...told, required: ['name', 'state'] } };
    const responder = things({ query: { state: TEXT }, answer });
    expect(get(responder, '/things?state=kept').names).toBe('abcde');
    expect(get(responder, '/things?state=old').names).toBe('abcde');
  });

  it('has no more on a page than an answer can have, and goes on after that', () => {
    const answer = { type: 'array', maxItems: 2, items: THING };
    const all = things({ answer });
    expect(get(all, '/things').names).toBe('ab');
    const paged = things({ query: { limit: INTEGER, page: INTEGER }, answer });
    const names = [1, 2, 3].map((n) => get(paged, `/things?limit=4&page=${n}`).names);
    expect(names).toEqual(['ab', 'cd', 'e']);
  });

  const limit = { ...INTEGER, default: 2 };
  const inside = (url: JsonValue | undefined): string | undefined =>
    typeof url === 'string' ? url.replace('http://localhost', '') : undefined;

  it.each<[string, ListParts]>([
    [
      'a cursor',
      { query: { limit, cursor: TEXT }, answer: page({ next: { type: ['string', 'null'] } }) },
    ],
    [
      'a cursor that is no more than a word',
      { query: { limit, cursor: { ...TEXT, pattern: '^[0-9]+$' } }, answer: page({ next: TEXT }) },
    ],
    ['a number', { query: { limit, page: INTEGER }, answer: page({ next: INTEGER }) }],
  ])('leads on by %s', (_, parts) => {
    const name = parts.query?.['cursor'] === undefined ? 'page' : 'cursor';
    const responder = things(parts);
    const pages = loop(responder, '/things?limit=2', ({ body: { next } }) =>
      next === undefined || next === null
        ? undefined
        : `/things?limit=2&${name}=${textOf(next ?? '')}`,
    );
    expect(pages).toEqual(['ab', 'cd', 'e']);
  });

  it.each<[string, ListParts, string]>([
    ['an offset', { query: { limit, offset: INTEGER } }, '/things'],
    ['a page', { query: { limit, page: INTEGER } }, '/things'],
    ['a page from 0 on', { query: { size: limit, page: { ...INTEGER, minimum: 0 } } }, '/things'],
    ['a cursor', { query: { limit, cursor: TEXT } }, '/things?limit=2'],
    ['what no parameter says', { query: { limit } }, '/things'],
  ])('has addresses that lead on by %s', (_, parts, start) => {
    const answer = page({ next: { ...TEXT, format: 'uri' } });
    const pages = loop(things({ ...parts, answer }), start, ({ body }) => inside(body['next']));
    expect(pages).toEqual(['ab', 'cd', 'e']);
  });

  it.each(['-2', 'x', '', '0.5'])('begins at the start where its own offset is %j', (offset) => {
    const answer = page({ next: { ...TEXT, format: 'uri' } });
    const responder = things({ query: { limit }, answer });
    const { body } = get(responder, `/things?limit=2&offset=${offset}`);
    expect(body).toEqual(get(responder, '/things?limit=2').body);
  });

  it('counts items from 1 where the document begins with 1', () => {
    const start = { ...INTEGER, minimum: 1, default: 1 };
    const answer = page({ start: INTEGER, next: { ...TEXT, format: 'uri' } });
    const responder = things({ query: { limit, start }, answer });
    expect(loop(responder, '/things?limit=2&start=1', ({ body }) => inside(body['next']))).toEqual([
      'ab',
      'cd',
      'e',
    ]);
    expect(get(responder, '/things?limit=2&start=2').body).toMatchObject({ start: 2 });
  });

  it('has links in a header that lead on and back, with the same filters', () => {
    const responder = things({
      query: { limit, offset: INTEGER, minPrice: INTEGER },
      headers: { Link: TEXT, 'X-Total-Count': TEXT },
    });
    const first = get(responder, '/things?minPrice=10');
    expect(first.headers).toMatchObject({ 'x-total-count': '4' });
    const linked = ({ headers }: Answer): string | undefined =>
      inside(/<([^>]*)>; rel="next"/.exec(headers['link'] ?? '')?.[1]);
    expect(loop(responder, '/things?minPrice=10', linked)).toEqual(['bc', 'de']);
    const last = get(responder, '/things?minPrice=10&offset=2');
    expect(last.headers['link']).toContain('<http://localhost/things?minPrice=10>; rel="prev"');
  });

  it('has no links in a header that may not say where they lead', () => {
    const rel = (names: string): JsonObject => ({ ...TEXT, pattern: `; rel="(${names})"$` });
    const linkIn = (schema: JsonObject): string | undefined =>
      get(things({ headers: { Link: schema } }), '/things').headers['link'];
    expect(linkIn(rel('self'))).toBe('<http://localhost/things>; rel="self"');
    expect(linkIn(rel('first|current'))).toBeUndefined();
  });

  it('goes on after the last of a page where nothing else leads on', () => {
    const responder = things({ query: { limit, starting_after: TEXT } });
    const pages = loop(responder, '/things', ({ body, names }) => {
      const { id } = (body['items'] as { id: number }[]).at(-1) ?? {};
      return names === '' ? undefined : `/things?starting_after=${id}`;
    });
    expect(pages).toEqual(['ab', 'cd', 'e', '']);
  });

  it('goes on at the same place where something was added in front', () => {
    const responder = things({
      query: { limit, cursor: TEXT, sort: TEXT },
      answer: page({ next: TEXT }),
    });
    const { next } = get(responder, '/things?sort=-price').body;
    const body = JSON.stringify({ name: 'z', price: 99 });
    responder.respond(mockRequest('POST', '/things', { body }));
    expect(get(responder, `/things?sort=-price&cursor=${textOf(next ?? '')}`).names).toBe('cb');
  });

  it('says how many there are, and where in them a page is', () => {
    const meta = page({
      total: INTEGER,
      pages: INTEGER,
      count: INTEGER,
      hasMore: { type: 'boolean' },
    });
    const answer = page({ meta: { type: 'object', properties: meta['properties'] as JsonObject } });
    const { body } = get(things({ query: { limit, page: INTEGER }, answer }), '/things?page=3');
    expect(body['meta']).toMatchObject({ total: 5, pages: 3, count: 1, hasMore: false });
  });

  it('says that there is more, also where no parameter leads there', () => {
    const answer = page({ hasMore: { type: 'boolean' }, last: { type: 'boolean' } });
    const { body } = get(things({ query: { limit }, answer }), '/things?limit=2');
    expect(body).toMatchObject({ hasMore: true, last: false });
    const whole = get(things({ query: { limit }, answer }), '/things?limit=5').body;
    expect(whole).toMatchObject({ hasMore: false, last: true });
  });

  it('goes on before the last item, where a request can say no more than that', () => {
    const responder = things({
      query: { limit, before: TEXT },
      answer: page({ hasMore: { type: 'boolean' } }),
    });
    const { names, body } = get(responder, '/things?limit=2');
    expect([names, body['hasMore']]).toEqual(['ab', true]);
    expect(get(responder, '/things?limit=2&before=2').names).toBe('cd');
  });

  it('leads nowhere at its end, whatever has to be there', () => {
    const answer = page({ next: TEXT, links: { type: 'object', properties: { next: TEXT } } }, [
      'next',
    ]);
    const { body } = get(things({ query: { limit, cursor: TEXT }, answer }), '/things?cursor=4.4');
    expect(body).toEqual({
      items: [{ id: 5, name: 'e', price: 40, state: 'new' }],
      next: '',
      links: {},
    });
  });

  it('has null for a link that has to be there and leads nowhere', () => {
    const link = { type: ['object', 'null'], properties: { href: TEXT } };
    const links = { type: 'object', required: ['next'], properties: { next: link, prev: link } };
    const shown = { items: [], links: { next: { href: 'https://api.example/things?from=3' } } };
    const answer = { ...page({ links }), examples: [shown] };
    expect(get(things({ answer }), '/things').body).toMatchObject({ links: { next: null } });
  });

  it('is that of the document, page by page, where nothing is created', () => {
    const examples = {
      some: { value: { items: [{ name: 'x' }, { name: 'y' }, { name: 'z' }], next: 'k' } },
    };
    const query = { limit, cursor: TEXT };
    const parameters = Object.entries(query).map(([name, schema]) => ({
      name,
      in: 'query',
      schema,
    }));
    const responder = responderOf({
      paths: {
        '/things': {
          get: { parameters, responses: { 200: jsonResponse(page({ next: TEXT }), examples) } },
        },
      },
    });
    const pages = loop(responder, '/things', ({ body: { next } }) =>
      next === undefined ? undefined : `/things?cursor=${textOf(next ?? '')}`,
    );
    expect(pages).toEqual(['xy', 'z']);
  });

  it('is within the bounds that it is asked with, where nothing is created', () => {
    const NUMBER = { type: 'number' };
    const names = ['price_min', 'price_max', 'state'];
    const parameters = names.map((name) => ({
      name,
      in: 'query',
      schema: name === 'state' ? TEXT : NUMBER,
    }));
    const answer = jsonResponse({ type: 'array', items: THING });
    const responder = responderOf({
      paths: { '/things/search': { get: { parameters, responses: { 200: answer } } } },
    });
    const all = (query: string): JsonValue => get(responder, `/things/search?${query}`).body;
    expect(all('price_min=9000000&price_max=9000000')).toMatchObject([{ price: 9_000_000 }]);
    expect(all('price_min=9000000&state=old')).toMatchObject([{ price: 9_000_000, state: 'old' }]);
    expect(all('price_min=2&price_max=1')).toEqual([]);
  });

  it('has the words that it must be asked with, where nothing is created', () => {
    const asked = (required: boolean): string => {
      const parameters = [{ name: 'q', in: 'query', required, schema: TEXT }];
      const answer = jsonResponse({ type: 'array', items: THING });
      const responder = responderOf({
        paths: { '/things/search': { get: { parameters, responses: { 200: answer } } } },
      });
      return get(responder, '/things/search?q=Blue+mug').names;
    };
    expect(asked(true)).toMatch(/^Blue mug \w/);
    expect(asked(false)).toBe('');
  });
});
