import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHandlers } from '../../mocks/handlers.ts';
import { type MockServer, type MockServerOptions, createMockServer } from '../../mocks/server.ts';
import { getResponse } from 'msw/utils/get-response';
import type { ScenarioFile } from '../../src/questions/scenarios/scenario.ts';
import type { JsonObject, JsonValue } from '../../src/openapi/json/json-value.ts';
import { parseJson } from '../../src/openapi/json/parse-json.ts';
import { stringifyJson } from '../../src/openapi/json/stringify-json.ts';
import { loadDocument } from '../../src/model/load-document.ts';
import { control, errorCode, errorMessage } from '../serve/control/control-client.ts';
import { readEvents } from '../serve/control/event-client.ts';
import { send } from '../serve/http-helpers.ts';
import { librarySpec } from './run-own.ts';

const MAX = 9_223_372_036_854_775_807n;
const ONE = '00000000-0000-4000-8000-000000000001';
const LOANS = `/books/${ONE}/loans`;
const EMPTY_PLACES = [
  { collection: '/books', total: 0 },
  { collection: '/members', total: 0 },
  { collection: '/payments', total: 0 },
];

const addedAt: unknown = expect.any(String);
const book: JsonObject = {
  title: 'Emma',
  isbn: '9781234567897',
  binding: 'ebook',
  pages: 9,
  contact: null,
  publisher: { name: 'Murray' },
};
const loan: JsonObject = { member: MAX, until: '2027-01-01T00:00:00Z' };
const ann: JsonObject = { id: MAX, name: 'Ann' };

const document = loadDocument(readFileSync(librarySpec, 'utf8'), librarySpec);
let folder: string;
let server: MockServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'collections-'));
  server = await createMockServer({ document });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => server.reset());

interface Answer {
  readonly status: number;
  readonly body: JsonObject;
}

async function ask(
  base: string,
  method: string,
  path: string,
  body?: JsonValue,
  type = 'application/json',
): Promise<Answer> {
  const headers = { 'content-type': type, 'x-api-key': 'k' };
  const sent = body === undefined ? {} : { body: stringifyJson(body) };
  const answer = await send(base, { method, path, headers, ...sent });
  const parsed = parseJson(answer.body.toString() || '{}');
  return { status: answer.status, body: (parsed.ok ? parsed.value : {}) as JsonObject };
}

async function create(path: string, body: JsonObject, base = server.url): Promise<JsonObject> {
  const answer = await ask(base, 'POST', path, body);
  expect(answer.status).toBe(201);
  return answer.body;
}

/** A book, a loan of it and a member. */
async function createAll(base = server.url): Promise<void> {
  await create('/books', book, base);
  await create(LOANS, loan, base);
  await create('/members', ann, base);
}

async function list(query = '', base = server.url): Promise<JsonObject> {
  return (await control(base, 'GET', `/resources${query}`)).body;
}

describe('a service with several collections', () => {
  it('lists them with their sizes, and the resources of one', async () => {
    expect(await list()).toEqual({
      resources: [],
      total: 0,
      collections: EMPTY_PLACES,
      collectionCount: 3,
      stored: 0,
    });
    await createAll();
    await create('/members', { id: 2, name: 'Bob' });
    const sizes = {
      collections: [
        { collection: '/books', total: 1 },
        { collection: '/members', total: 2 },
        { collection: '/payments', total: 0 },
        { collection: LOANS, total: 1 },
      ],
      collectionCount: 4,
      stored: 4,
    };
    expect(await list()).toEqual({ resources: [], total: 0, ...sizes });
    expect(await list('?collection=/members&limit=1')).toEqual({
      resources: [ann],
      total: 2,
      identity: 'id',
      ...sizes,
    });
    expect(await list(`?collection=${LOANS}`)).toMatchObject({ resources: [loan], total: 1 });
    expect((await control(server.url, 'GET', '/sandboxes')).body).toMatchObject({
      sandboxes: [{ name: 'default', resources: 4 }],
    });
  });

  it('says which there can be to whom asks for another', async () => {
    const known = /Name one of: \/books, \/books\/\{bookId\}\/loans, \/members, \/payments, with/;
    for (const path of ['/nope', '/books/{bookId}/loans', `/books/${ONE}`]) {
      const query = `/resources?collection=${encodeURIComponent(path)}`;
      for (const method of ['GET', 'DELETE']) {
        const answer = await control(server.url, method, query);
        expect([answer.status, errorCode(answer)]).toEqual([400, 'unknown-collection']);
        expect(errorMessage(answer)).toMatch(known);
      }
      const seeded = await control(server.url, 'POST', query, { resources: [ann] });
      expect(errorCode(seeded)).toBe('unknown-collection');
    }
    const unreachable = await control(server.url, 'GET', '/resources?collection=/books/7/loans');
    expect(errorCode(unreachable)).toBe('unknown-collection');
    expect(errorMessage(unreachable)).toContain('bookId must be a uuid');
    const seeded = await control(server.url, 'POST', '/resources', { resources: [ann] });
    expect(errorCode(seeded)).toBe('collection-missing');
    expect(errorMessage(seeded)).toContain('Name one of: /books, /books/{bookId}/loans');
    await using single = await createMockServer();
    const trees = await control(single.url, 'GET', '/resources?collection=/trees');
    expect(errorMessage(trees)).toContain('anything at this path. Name one of: /plants,');
    for (const path of ['/resources', '/resources?collection=/plants']) {
      const { body } = await control(single.url, 'GET', path);
      expect(body).toEqual({ resources: [], total: 0, identity: 'id', collection: '/plants' });
    }
    expect(Object.keys((await control(single.url, 'GET', '/snapshot')).body)).not.toContain(
      'collections',
    );
  });

  it('is seeded by collection: valid, with an identity of its own, all or none', async () => {
    const members = '/resources?collection=/members';
    const bob: JsonObject = { id: 2, name: 'Bob' };
    expect((await control(server.url, 'POST', members, { resources: [ann, bob] })).body).toEqual({
      total: 2,
    });
    expect((await ask(server.url, 'GET', `/members/${MAX}`)).body).toEqual(ann);
    const refusals: [JsonObject[], string][] = [
      [[{ id: 3, name: 'Cy' }, ann], 'item 2: id 9223372036854775807 is already used'],
      [[{ id: 3, name: 'Cy' }, { id: 4 }], 'item 2: name is required'],
    ];
    for (const [resources, message] of refusals) {
      const answer = await control(server.url, 'POST', members, { resources });
      expect(errorCode(answer)).toBe('invalid-resource');
      expect(errorMessage(answer)).toContain(`seed /members, ${message}. Nothing was changed.`);
    }
    expect(await list('?collection=/members')).toMatchObject({ total: 2 });
  });

  it('gives a seed without an identity one, as if it had been created', async () => {
    const path = '/resources?collection=/books';
    const resources = [book, { ...book, id: ONE, title: 'Persuasion' }];
    await control(server.url, 'POST', path, { resources });
    const { body } = await ask(server.url, 'GET', `/books/${ONE}`);
    expect(body['title']).toBe('Persuasion');
    const [emma] = server.collection('/books').list();
    expect((await ask(server.url, 'GET', `/books/${emma!['id'] as string}`)).body['title']).toBe(
      'Emma',
    );
  });

  it('makes no identity twice, whatever was deleted', async () => {
    const first = await create('/books', book);
    const second = await create('/books', book);
    await ask(server.url, 'DELETE', `/books/${first['id'] as string}`);
    const third = await create('/books', book);
    expect(third['id']).not.toBe(second['id']);
  });

  it('is cleared by collection, or whole', async () => {
    await createAll();
    await control(server.url, 'DELETE', '/resources?collection=/books');
    expect((await ask(server.url, 'GET', `/books/${ONE}`)).status).toBe(404);
    expect(await list()).toMatchObject({ stored: 2 });
    await control(server.url, 'DELETE', '/resources');
    expect(await list()).toMatchObject({ stored: 0, collections: EMPTY_PLACES });
    expect((await ask(server.url, 'GET', `/members/${MAX}`)).status).toBe(404);
  });

  it('has one collection for a path, however it is spelled', async () => {
    await create('/books', book);
    await create('/books/%30%30000000-0000-4000-8000-000000000001/loans', loan);
    await create(LOANS, loan);
    expect(await list(`?collection=${LOANS}`)).toMatchObject({ total: 2, collectionCount: 4 });
  });

  it('costs nothing where somebody only asks', async () => {
    for (const n of [1, 2, 3]) await ask(server.url, 'GET', `/books/${ONE}/loans/${n}`);
    expect(await list()).toMatchObject({ collectionCount: 3 });
  });

  it('goes back to a snapshot, with everything that was changed since creation', async () => {
    await createAll();
    const patch: JsonObject = { pages: 77 };
    const type = 'application/merge-patch+json';
    expect((await ask(server.url, 'PATCH', `/books/${ONE}`, patch, type)).status).toBe(200);
    const { body: snapshot } = await control(server.url, 'GET', '/snapshot');
    expect(snapshot['collections']).toEqual({
      // What was made up for an answer stands in the next ones.
      '/books': [{ ...book, pages: 77, id: ONE, addedAt }],
      [LOANS]: [{ ...loan, loanId: 1 }],
      '/members': [ann],
    });
    await control(server.url, 'DELETE', '/resources');
    await create('/members', { id: 5, name: 'Eve' });
    expect((await control(server.url, 'PUT', '/snapshot', snapshot)).status).toBe(204);
    expect((await control(server.url, 'GET', '/snapshot')).body).toEqual(snapshot);
    expect((await ask(server.url, 'GET', `/books/${ONE}`)).body).toMatchObject({ pages: 77 });
    expect((await ask(server.url, 'GET', '/members/5')).status).toBe(404);
  });

  it('takes a snapshot of an older version, and none with an unknown collection', async () => {
    await createAll();
    const wrong = { collections: { '/nope': [ann] } };
    const refused = await control(server.url, 'PUT', '/snapshot', wrong);
    expect([refused.status, errorCode(refused)]).toEqual([400, 'unknown-collection']);
    expect(await list()).toMatchObject({ stored: 3 });
    const old = { resources: [], profile: null, answers: {}, latency: 0, faults: [] };
    expect((await control(server.url, 'PUT', '/snapshot', old)).status).toBe(204);
    expect(await list()).toMatchObject({ stored: 0 });
  });

  it('tells of every change of a collection', async () => {
    await using events = await readEvents(`${server.url}/_kit/events`);
    const topic = async (): Promise<string> => {
      for (;;) {
        const { event } = (await events.next())!;
        if (event === 'resources') return event;
      }
    };
    await create('/books', book);
    expect(await topic()).toBe('resources');
    await ask(server.url, 'PUT', `/books/${ONE}`, { ...book, pages: 8 });
    expect(await topic()).toBe('resources');
    server.collection('/members').seed([ann]);
    expect(await topic()).toBe('resources');
    server.collection('/members').clear();
    expect(await topic()).toBe('resources');
  });

  it('has the same as methods', async () => {
    await createAll();
    expect([...server.collections]).toContainEqual([LOANS, 1]);
    expect(server.collection(LOANS).list()).toEqual([{ ...loan, loanId: 1 }]);
    const snapshot = server.snapshot();
    server.plants.clear();
    expect(server.collection('/books').list()).toEqual([]);
    server.restore(snapshot);
    expect(server.collection('/members').list()).toEqual([ann]);
    expect(() => server.collection('/nope')).toThrow('no operation creates anything at this path');
    expect(() => server.plants.seed([{ id: 1, name: 'Fern' }])).toThrow('several collections');
  });

  it('keeps what belongs to a sandbox to that sandbox', async () => {
    await create('/members', ann, server.url);
    expect(server.sandbox('other').collections.get('/members')).toBe(0);
  });
});

describe('the bound on stored resources', () => {
  it('counts all collections together', async () => {
    await using small = await createMockServer({ document, maxResources: 3 });
    await createAll(small.url);
    for (const [path, body] of [
      ['/books', book],
      ['/members', { id: 8, name: 'H' }],
    ] as const) {
      const { status, body: problem } = await ask(small.url, 'POST', path, body);
      expect([status, problem['detail']]).toEqual([400, 'the store is full, it takes 3']);
    }
    const seed = { resources: [{ id: 8, name: 'H' }] };
    const seeded = await control(small.url, 'POST', '/resources?collection=/members', seed);
    expect(errorMessage(seeded)).toContain('there would be 4 and the store takes 3');
    const snapshot = small.snapshot();
    const more = { ...snapshot, collections: { ...snapshot.collections, '/payments': [{}] } };
    expect(() => small.restore(more)).toThrow('there would be 4 and the store takes 3');
    await ask(small.url, 'DELETE', `/books/${ONE}`);
    await create('/members', { id: 8, name: 'H' }, small.url);
  });
});

describe('a start with collections', () => {
  const start = async (options: MockServerOptions): Promise<MockServer> =>
    await createMockServer({ document, ...options });

  it('is that of every sandbox, and of a reset', async () => {
    await using seeded = await start({ collections: { '/members': [ann], '/books': [book] } });
    for (const sandbox of [seeded, seeded.sandbox('one')]) {
      sandbox.plants.clear();
      sandbox.reset();
      expect(sandbox.collection('/members').list()).toEqual([ann]);
      expect(sandbox.collection('/books').list()).toEqual([{ ...book, id: ONE }]);
    }
    expect((await ask(seeded.url, 'GET', `/books/${ONE}`)).status).toBe(200);
  });

  it('comes from a scenario as well', async () => {
    const state = { collections: { '/members': [ann] } };
    const scenarios = new Map([['ann', { description: 'One.', state }]]);
    await using chosen = await start({ scenarios });
    chosen.scenario('ann');
    expect(chosen.collection('/members').list()).toEqual([ann]);
    chosen.scenario(null);
    expect(chosen.collections.get('/members')).toBe(0);
  });

  it('is refused where it names no collection, or what none can hold', async () => {
    await expect(start({ seed: [{ id: 1, name: 'Fern' }] })).rejects.toThrow(
      'the document has several collections. Name one of: /books',
    );
    for (const list of [[ann], []]) {
      await expect(start({ collections: { '/nope': list } })).rejects.toThrow(
        'no operation creates anything at this path',
      );
    }
    await expect(start({ collections: { '/members': [{ id: 1 }] } })).rejects.toThrow(
      'seed /members, item 1: name is required',
    );
    const state = { resources: [ann] };
    const scenarios = new Map([['root', { description: 'One.', state }]]);
    await using chosen = await start({ scenarios });
    expect(() => chosen.scenario('root')).toThrow('the document has several collections');
  });
});

it('comes from a scenario in the handlers for msw, too', async () => {
  const scenario: ScenarioFile = {
    scenario: 1,
    description: 'A reader, and a book without an id.',
    collections: { '/members': [ann], '/books': [book] },
  };
  const handlers = createHandlers({ document, scenario, baseUrl: 'http://library.test' });
  const get = async (path: string): Promise<string | undefined> => {
    const request = new Request(`http://library.test${path}`, { headers: { 'x-api-key': 'k' } });
    return await (await getResponse(handlers, request))?.text();
  };
  expect(await get(`/members/${MAX}`)).toBe(stringifyJson(ann));
  expect(await get(`/books/${ONE}`)).toContain('"title":"Emma"');
  const broken: ScenarioFile = { ...scenario, collections: { '/members': [{ id: 1 }] } };
  expect(() => createHandlers({ document, scenario: broken })).toThrow('name is required');
});

describe('the store file of a service with several collections', () => {
  it('keeps creates, changes and deletions in each of them', async () => {
    const persist = join(folder, 'library.jsonl');
    const first = await createMockServer({ document, persist });
    await createAll(first.url);
    await create('/books', book, first.url);
    await ask(first.url, 'PUT', `/books/${ONE}`, { ...book, pages: 8 });
    const type = 'application/merge-patch+json';
    await ask(first.url, 'PATCH', `/books/${ONE}`, { title: 'Emma II' }, type);
    await ask(first.url, 'DELETE', '/books/00000000-0000-4000-8000-000000000002');
    await create(LOANS, loan, first.url);
    await first.close();

    const second = await createMockServer({ document, persist });
    const collections = second.snapshot().collections;
    expect(collections).toEqual({
      '/books': [{ ...book, pages: 8, title: 'Emma II', id: ONE, addedAt }],
      [LOANS]: [
        { ...loan, loanId: 1 },
        { ...loan, loanId: 2 },
      ],
      '/members': [ann],
    });
    second.collection('/members').clear();
    second.collection(LOANS).seed([{ ...loan, loanId: 9 }]);
    await second.close();

    await using third = await createMockServer({ document, persist });
    expect([...third.collections]).toEqual([
      ['/books', 1],
      ['/members', 0],
      ['/payments', 0],
      [LOANS, 3],
    ]);
  });
});
