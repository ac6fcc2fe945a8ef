/** What tests do with a mock is the same in each of its forms, for a document of the user's own. */
import { setupServer as setupMswServer } from 'msw/node';
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { documentFrom, createHandlers, fill } from '../../mocks/index.ts';
import { setupServer } from '../../mocks/node.ts';
import { createMockServer } from '../../mocks/server.ts';
import { createMock } from '../../src/index.ts';
import type { JsonValue } from '../../src/openapi/json/json-value.ts';
import type { TestControls } from '../../src/mock/test-controls.ts';

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
const document = documentFrom({
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

/** As openapi-typescript writes them. */
interface Paths {
  '/bookings': {
    post: {
      requestBody: { content: { 'application/json': { name: string; seats?: number } } };
      responses: { 201: { content: { 'application/json': { id: number; name: string } } } };
    };
  };
  '/bookings/{id}/guests': {
    post: { requestBody: { content: { 'application/json': { name: string } } } };
  };
}

interface Form {
  readonly controls: TestControls<Paths> & { sandbox(name: string): TestControls<Paths> };
  readonly url: string;
  readonly close: () => Promise<void> | void;
}

const ADDRESS = 'https://eu.bookings.example/v2';

const forms: Record<string, () => Promise<Form> | Form> = {
  'createHandlers in msw': () => {
    const handlers = createHandlers<Paths>({ document });
    const network = setupMswServer(...handlers);
    network.listen({ onUnhandledFrame: 'bypass' });
    return { controls: handlers, url: ADDRESS, close: () => network.close() };
  },
  setupServer: () => {
    const server = setupServer<Paths>({ document });
    server.listen({ onUnhandledFrame: 'bypass' });
    return { controls: server, url: ADDRESS, close: () => server.close() };
  },
  'the handlers of createMock': () => {
    const mock = createMock({ document });
    const network = setupMswServer(...mock.handlers);
    network.listen({ onUnhandledFrame: 'bypass' });
    return { controls: mock, url: ADDRESS, close: () => network.close() };
  },
  createMockServer: async () => {
    const server = await createMockServer<Paths>({ document });
    return { controls: server, url: server.url, close: () => server.close() };
  },
};

describe.each(Object.entries(forms))('%s', (_name, open) => {
  let form: Form;
  beforeAll(async () => {
    form = await open();
  });
  beforeEach(() => form.controls.reset());
  afterAll(async () => form.close());

  const book = (name: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${form.url}/bookings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ name }),
    });

  it('seeds, lists, finds and clears', async () => {
    const bookings = form.controls.collection('/bookings');
    bookings.seed([{ id: 7, name: 'Ann', seats: 2 }]);
    const answer = await fetch(`${form.url}/bookings/7`);
    expect(await answer.json()).toEqual({ id: 7, name: 'Ann', seats: 2 });
    await book('Bea');
    expect(bookings.list().map(({ name }) => name)).toEqual(['Ann', 'Bea']);
    expect(bookings.get(7)?.seats).toBe(2);
    form.controls.collection('/bookings/7/guests').seed([{ name: 'Cy' }]);
    bookings.clear();
    expect(await (await fetch(`${form.url}/bookings`)).json()).toEqual([]);
  });

  it('puts and removes one by one, and gives no identity twice', async () => {
    const bookings = form.controls.collection('/bookings');
    await book('Ann');
    bookings.put({ id: 1, name: 'Ann', seats: 3 });
    bookings.put({ id: 9, name: 'Bea' });
    expect(await (await fetch(`${form.url}/bookings/1`)).json()).toMatchObject({ seats: 3 });
    expect([bookings.remove(9), bookings.remove(9)]).toEqual([true, false]);
    expect((await fetch(`${form.url}/bookings/9`)).status).toBe(404);
    expect(await (await book('Cy')).json()).toMatchObject({ id: 10 });
    expect(() => bookings.put({ name: 'Dan' })).toThrow('id is required');
  });

  it('fails as it is told, then goes on', async () => {
    form.controls.failNext({ operation: 'book', status: 503 });
    expect((await fetch(`${form.url}/bookings`)).status).toBe(200);
    expect((await book('Ann')).status).toBe(503);
    expect((await book('Ann')).status).toBe(201);
    expect(() => form.controls.failNext({ operation: 'none' })).toThrow('no operation "none"');
  });

  it('knows what it was asked', async () => {
    await book('Ann', { authorization: 'Bearer secret-token' });
    await book('Bea');
    await fetch(`${form.url}/bookings/9`);
    const { requests } = { requests: form.controls.requests.bind(form.controls) };
    expect(requests()).toHaveLength(3);
    expect(requests({ operation: 'book' })).toHaveLength(2);
    expect(requests({ body: { name: 'Bea' } })).toMatchObject([{ method: 'POST', status: 201 }]);
    expect(requests({ path: '/bookings/*', status: 404 })).toHaveLength(1);
    expect(requests(({ target }) => target === '/bookings')).toHaveLength(2);
    expect(JSON.stringify(requests())).not.toContain('secret-token');
    form.controls.clearRequests();
    expect(requests()).toEqual([]);
  });

  it('counts no preflights', async () => {
    const headers = { origin: 'https://a.example', 'access-control-request-method': 'POST' };
    await fetch(`${form.url}/bookings`, { method: 'OPTIONS', headers });
    expect(form.controls.requests()).toEqual([]);
    expect(form.controls.requests({ method: 'OPTIONS' })).toHaveLength(1);
  });

  it('keeps sandboxes apart', async () => {
    const one = form.controls.sandbox('one');
    one.reset();
    one.collection('/bookings').seed([{ id: 1, name: 'Ann' }]);
    one.failNext({ operation: 'list', status: 500 });
    const headers = { 'x-sandbox': 'one' };
    expect((await fetch(`${form.url}/bookings`)).status).toBe(200);
    expect((await fetch(`${form.url}/bookings`, { headers })).status).toBe(500);
    expect((await fetch(`${form.url}/bookings/1`, { headers })).status).toBe(200);
    expect((await fetch(`${form.url}/bookings/1`)).status).toBe(404);
    expect([form.controls.requests().length, one.requests().length]).toEqual([2, 2]);
  });
});

it('types what is at a path', () => {
  const handlers = createHandlers<Paths>({ document });
  const bookings = handlers.collection('/bookings');
  bookings.seed([{ id: 7, name: 'Ann' }]);
  expectTypeOf(bookings.get(7)!).toExtend<{ name: string; seats?: number; id?: number }>();
  // @ts-expect-error what the document doesn't have
  expect(bookings.get(7)!.title).toBeUndefined();
  const guests = handlers.collection('/bookings/7/guests');
  guests.seed([{ name: 'Bea' }]);
  expectTypeOf(guests.list()[0]!.name).toEqualTypeOf<string>();
  const [untyped] = createHandlers({ document, collections: { '/bookings': [{ name: 'Cy' }] } })
    .collection('/bookings')
    .list();
  expectTypeOf(untyped!['name']).toEqualTypeOf<JsonValue | undefined>();
});

it('begins with what is given, and with full collections', () => {
  const collections = { '/bookings': [{ id: 7, name: 'Ann' }] };
  const handlers = createHandlers<Paths>({ document, collections, fill: fill(5) });
  expect(handlers.collection('/bookings').list()).toEqual([{ id: 7, name: 'Ann' }]);
  expect(handlers.collection('/bookings/7/guests').list().length).toBeGreaterThan(0);
  handlers.collection('/bookings').clear();
  handlers.reset();
  expect(handlers.collection('/bookings').size).toBe(1);
});
