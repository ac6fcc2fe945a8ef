/** What tests do with a mock, in whichever form it is: here, in a page, or elsewhere behind HTTP. */
import { documentFrom } from '../../mocks/index.ts';
import type { Collection } from '../../src/mock/collection.ts';
import type { RequestMatch, RequestView } from '../../src/mock/received.ts';
import type { TestControls } from '../../src/mock/test-controls.ts';
import type { OpenApiDocument } from '../../src/openapi/document.ts';
import type { JsonObject, JsonValue } from '../../src/openapi/json/json-value.ts';

const booking = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, seats: { type: 'integer' } },
};
const told = {
  ...booking,
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, ...booking.properties },
};
const json = (schema: object): object => ({
  description: 'x',
  content: { 'application/json': { schema } },
});
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const requestBody = { content: { 'application/json': { schema: booking } } };

export const bookings: OpenApiDocument = documentFrom({
  openapi: '3.1.0',
  info: { title: 'Bookings', version: '1' },
  servers: [
    { url: 'https://{region}.bookings.example/v2', variables: { region: { default: 'eu' } } },
  ],
  paths: {
    '/bookings': {
      get: { operationId: 'list', responses: { 200: json({ type: 'array', items: told }) } },
      post: { operationId: 'book', requestBody, responses: { 201: json(told), 500: json({}) } },
    },
    '/bookings/{id}': {
      parameters: [id],
      get: { operationId: 'get', responses: { 200: json(told), 404: json({}) } },
    },
    '/bookings/{id}/guests': {
      parameters: [id],
      post: { operationId: 'invite', requestBody, responses: { 201: json(told) } },
    },
    '/bookings/{id}/guests/{guestId}': {
      parameters: [id, { ...id, name: 'guestId' }],
      get: { operationId: 'guest', responses: { 200: json(told) } },
    },
  },
});

const { '/bookings': ofAll, '/bookings/{id}': ofOne } = bookings.root['paths'] as JsonObject;

/** The same, where one operation creates. */
export const onlyBookings: OpenApiDocument = documentFrom({
  ...bookings.root,
  paths: { '/bookings': ofAll!, '/bookings/{id}': ofOne! },
});

/** Where the document says that it is. */
export const ADDRESS = 'https://eu.bookings.example/v2';

/** A member as it is in the process, or a promise of it where the mock is elsewhere. */
type Anywhere<Value> = Value extends (...given: infer Given) => infer Result
  ? (...given: Given) => Result | Promise<Result>
  : Value | Promise<Value>;

type AllAnywhere<Type> = { readonly [Name in keyof Type]: Anywhere<Type[Name]> };

/** The calls of every form. */
export interface Controls extends AllAnywhere<
  Pick<TestControls, 'clearRequests' | 'failNext' | 'reset'>
> {
  collection(
    path: '/bookings' | '/bookings/7/guests',
  ): AllAnywhere<Omit<Collection, 'identity' | 'path'>>;
  readonly collections: Anywhere<TestControls['collections']>;
  readonly faults: AllAnywhere<TestControls['faults']>;
  requests(
    match?: RequestMatch | ((request: RequestView) => boolean),
  ): readonly RequestView[] | Promise<readonly RequestView[]>;
}

/** One form of the mock. */
export interface Form {
  readonly controls: Controls & { sandbox(name: string): Controls };
  /** Milliseconds before each answer. */
  readonly wait: (latency: number) => unknown;
  readonly url: string;
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
}

interface Deed {
  readonly name: string;
  /** Where a page can't do it. Default false. */
  readonly isNodeOnly?: boolean;
  readonly does: (form: Form) => Promise<unknown>;
  /** What it tells, as JSON. */
  readonly expected: JsonValue;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function ask({ fetch, url }: Form, path: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url + path, init);
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}

async function book(form: Form, name: string, more?: Record<string, string>): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...more };
  return await ask(form, '/bookings', { method: 'POST', headers, body: JSON.stringify({ name }) });
}

async function refusalOf(act: () => unknown): Promise<string> {
  try {
    await act();
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
}

/** What each collection of a mock holds, as JSON. */
export async function sizes({ controls }: Form): Promise<Record<string, number>> {
  return Object.fromEntries(await controls.collections);
}

/** Each begins with an empty mock that was asked nothing. */
export const deeds: readonly Deed[] = [
  {
    name: 'seeds, lists, finds and clears',
    does: async (form) => {
      const all = form.controls.collection('/bookings');
      await all.seed([{ id: 7, name: 'Ann', seats: 2 }]);
      const seeded = await ask(form, '/bookings/7');
      await book(form, 'Bea');
      const names = (await all.list()).map(({ name }) => name);
      const [second] = await all.list(1, 1);
      const found = [(await all.get(7))?.['seats'], await all.has(7), await all.has(99)];
      const guests = form.controls.collection('/bookings/7/guests');
      await guests.seed([{ name: 'Cy' }]);
      const sizes = [await all.size, await guests.size];
      await all.clear();
      const cleared = [
        await all.size,
        (await ask(form, '/bookings')).body,
        (await all.get(7)) ?? 0,
      ];
      return { seeded, names, second: second?.['name'], found, sizes, cleared };
    },
    expected: {
      seeded: { status: 200, body: { id: 7, name: 'Ann', seats: 2 } },
      names: ['Ann', 'Bea'],
      second: 'Bea',
      found: [2, true, false],
      sizes: [2, 1],
      cleared: [0, [], 0],
    },
  },
  {
    name: 'says how many each collection holds',
    does: async (form) => {
      const empty = await sizes(form);
      await book(form, 'Ann');
      await form.controls.collection('/bookings/7/guests').seed([{ name: 'Bea' }, { name: 'Cy' }]);
      return [empty, await sizes(form)];
    },
    expected: [{ '/bookings': 0 }, { '/bookings': 1, '/bookings/7/guests': 2 }],
  },
  {
    name: 'puts and removes one by one, and gives no identity twice',
    does: async (form) => {
      const all = form.controls.collection('/bookings');
      await book(form, 'Ann');
      await all.put({ id: 1, name: 'Ann', seats: 3 });
      await all.put({ id: 9, name: 'Bea' });
      const changed = await ask(form, '/bookings/1');
      const removed = [await all.remove(9), await all.remove(9)];
      const gone = (await ask(form, '/bookings/9')).status;
      const next = await book(form, 'Cy');
      return {
        changed,
        removed,
        gone,
        next,
        refusal: await refusalOf(() => all.put({ name: 'Dan' })),
      };
    },
    expected: {
      changed: { status: 200, body: { id: 1, name: 'Ann', seats: 3 } },
      removed: [true, false],
      gone: 404,
      next: { status: 201, body: { id: 10, name: 'Cy' } },
      refusal: 'Failed to put into /bookings: id is required. Nothing was changed.',
    },
  },
  {
    name: 'fails as it is told, then goes on',
    does: async (form) => {
      const { controls } = form;
      await controls.failNext({ operation: 'book', status: 503 });
      const statuses = [(await ask(form, '/bookings')).status];
      for (const name of ['Ann', 'Bea']) statuses.push((await book(form, name)).status);
      const refusal = await refusalOf(() => controls.failNext({ operation: 'bok' }));
      const misspelled: object[] = [{ operationId: 'book' }, { drop: true }, { kind: 'dropped' }];
      const refusals = await Promise.all(
        misspelled.map((fault) => refusalOf(() => controls.failNext(fault))),
      );
      return {
        statuses,
        refusal,
        areNamed: refusals.map((refused, i) =>
          refused.includes(['operationId', 'drop', 'kind'][i]!),
        ),
        status: (await ask(form, '/bookings')).status,
      };
    },
    expected: {
      statuses: [200, 503, 201],
      refusal: 'Failed to add the fault: there is no operation "bok". Did you mean "book"?',
      areNamed: [true, true, true],
      status: 200,
    },
  },
  {
    name: 'takes faults back',
    does: async (form) => {
      const { faults } = form.controls;
      const fault = await form.controls.failNext({ times: null });
      await form.controls.failNext({ status: 503 });
      const waiting = (await faults.list()).map(({ status = 500 }) => status);
      const removed = [await faults.remove(fault.id), await faults.remove(fault.id)];
      await faults.clear();
      return {
        waiting,
        removed,
        left: await faults.list(),
        status: (await ask(form, '/bookings')).status,
      };
    },
    expected: { waiting: [500, 503], removed: [true, false], left: [], status: 200 },
  },
  {
    name: 'waits before each answer',
    does: async (form) => {
      await form.wait(60);
      const start = performance.now();
      await ask(form, '/bookings');
      const time = performance.now() - start;
      await form.wait(0);
      return time >= 55;
    },
    expected: true,
  },
  {
    name: 'knows what it was asked',
    does: async (form) => {
      const { controls } = form;
      await book(form, 'Ann', { authorization: 'Bearer secret-token' });
      await book(form, 'Bea');
      await ask(form, '/bookings/9');
      const matches: (RequestMatch | ((request: RequestView) => boolean))[] = [
        {},
        { operation: 'book' },
        { body: { name: 'Bea' }, method: 'POST', status: 201 },
        { path: '/bookings/*', status: 404 },
        ({ target }) => target === '/bookings',
      ];
      const strange: object = { operationId: 'book' };
      const refusals = [
        await refusalOf(() => controls.requests(strange)),
        await refusalOf(() => controls.requests({ operation: 'bok' })),
      ];
      const counts = [];
      for (const match of matches) counts.push((await controls.requests(match)).length);
      const isTold = JSON.stringify(await controls.requests()).includes('secret-token');
      await controls.clearRequests();
      return { counts, isTold, refusals, left: await controls.requests() };
    },
    expected: {
      counts: [3, 2, 1, 1, 2],
      isTold: false,
      refusals: [
        'Failed to use the option "operationId". Did you mean "operation"?',
        'Failed to look for requests: there is no operation "bok". Did you mean "book"?',
      ],
      left: [],
    },
  },
  {
    name: 'counts no preflights',
    isNodeOnly: true,
    does: async ({ fetch, url, controls }) => {
      const headers = { origin: 'https://a.example', 'access-control-request-method': 'POST' };
      await fetch(`${url}/bookings`, { method: 'OPTIONS', headers });
      const named = await controls.requests({ method: 'OPTIONS' });
      return [(await controls.requests()).length, named.length];
    },
    expected: [0, 1],
  },
  {
    name: 'keeps sandboxes apart',
    does: async (form) => {
      const controls = form.controls.sandbox('one');
      await controls.reset();
      await controls.collection('/bookings').seed([{ id: 1, name: 'Ann' }]);
      await controls.failNext({ operation: 'list', status: 500 });
      const statuses = [];
      for (const path of ['/bookings', '/bookings/1']) {
        for (const init of [{}, { headers: { 'x-sandbox': 'one' } }]) {
          statuses.push((await ask(form, path, init)).status);
        }
      }
      const asked = [await form.controls.requests(), await controls.requests()];
      return { statuses, asked: asked.map(({ length }) => length) };
    },
    expected: { statuses: [200, 500, 404, 200], asked: [2, 2] },
  },
  {
    name: 'finds the sandbox in a cookie',
    // There, the browser writes them.
    isNodeOnly: true,
    does: async (form) => {
      const controls = form.controls.sandbox('one');
      await controls.reset();
      await controls.collection('/bookings').seed([{ id: 1, name: 'Ann' }]);
      const cookie = 'theme=dark; x-sandbox=one';
      const withHeader = { cookie, 'x-sandbox': 'other' };
      const statuses = [];
      for (const headers of [{ cookie }, withHeader, { cookie: 'y-x-sandbox=one' }]) {
        statuses.push((await ask(form, '/bookings/1', { headers })).status);
      }
      return statuses;
    },
    expected: [200, 404, 404],
  },
];
