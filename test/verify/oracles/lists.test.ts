import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { answering, withKind } from '../../rich/changes.ts';
import { list } from '../../rich/operations.ts';
import { type Change, type Page, type Resource, all } from '../../rich/service.ts';
import { tickets } from '../../rich/tickets.ts';
import { trips } from '../../rich/trips.ts';
import { type Change as MockChange, runOnMock, toldBy } from './support.ts';

const ofTrips = { only: ['oracle/lists/list-trips'] };

/** Other pages than the plain ones. */
function paging(change: (page: Page) => Partial<Page>): Change {
  return (plain) => ({
    page: (call, resources) => {
      const page = plain.page(call, resources);
      return 'items' in page ? { ...page, ...change(page) } : page;
    },
  });
}

/** A list without some of the resources. */
function losing(isLost: (resource: Resource) => boolean): Change {
  return (plain) => ({
    select: (call, resources, kind) =>
      plain.select(call, resources, kind).filter((resource) => !isLost(resource)),
  });
}

const cursor = (place: number): string => Buffer.from(String(place)).toString('base64url');

describe('lists', () => {
  it.each([trips, tickets])(
    'have what is there on a server that keeps its contract',
    async (service) => {
      expect(await toldBy('lists', service)).toEqual([]);
    },
  );

  it('have to have what was created', async () => {
    const change: Change = (plain) => ({
      select: (call, resources, kind) => plain.select(call, resources, kind).slice(0, -1),
    });
    expect(await toldBy('lists', trips, change, ofTrips)).toContain(
      'violation listTrips: what was created is not listed',
    );
  });

  it('are waited for where they follow a moment later', async () => {
    const change: Change = (plain) => ({
      select: (call, resources, kind) =>
        plain.select(call, resources, kind).filter(({ createdAt }) => Date.now() > createdAt + 100),
    });
    expect(
      await toldBy('lists', trips, change, {
        only: ['oracle/lists/list-trips/has-what-was-created'],
      }),
    ).toEqual(['note listTrips: the list follows its changes a moment later']);
  });

  it('may not have what was deleted', async () => {
    const deleted = new WeakSet();
    const change: Change = (plain) => ({
      remove: (_, resource) => void deleted.add(resource),
      find: (call, kind) => {
        const found = plain.find(call, kind);
        return deleted.has(found) ? plain.find({ ...call, parameters: {} }, kind) : found;
      },
    });
    expect(await toldBy('lists', trips, change, ofTrips)).toEqual([
      'violation listTrips: what was deleted is still listed',
    ]);
  });

  it('have what lies below their own parent', async () => {
    const change: Change = (plain, world) => ({
      select: (call, _, kind) => plain.select(call, all(world, kind.name), kind),
    });
    expect(await toldBy('lists', tickets, change)).toContain(
      'violation list_tickets: what lies below another parent is listed',
    );
  });

  it('have items that are as good as what is read alone', async () => {
    const change: Change = (plain) => ({
      view: (resource, call) => {
        const view = plain.view(resource, call) as object;
        return call.operation === 'listTrips' ? { ...view, price: 1.5 } : view;
      },
    });
    const options = { only: ['oracle/lists/list-trips/has-what-was-created'] };
    expect(await toldBy('lists', trips, change, options)).toEqual([
      'violation listTrips: price is another in the list',
    ]);
  });

  it.each([
    ['an item is on two pages', { start: -1 }],
    ['an item is on no page', { start: 1 }],
  ])('have pages that fit together: %s', async (message, { start }) => {
    const change: Change = (plain) => ({
      page: (call, resources) => {
        const page = plain.page(call, resources);
        if (!('items' in page) || page.next === null) return page;
        const next = Number(Buffer.from(page.next, 'base64url').toString()) + start;
        return { ...page, next: Buffer.from(String(next)).toString('base64url') };
      },
    });
    expect(await toldBy('lists', trips, change, ofTrips)).toContain(
      `violation listTrips: ${message}`,
    );
  });

  it('are no longer than their limit', async () => {
    const change: Change = (plain) => ({
      page: (call, resources) =>
        plain.page({ ...call, parameters: { ...call.parameters, limit: 20 } }, resources),
    });
    expect(await toldBy('lists', trips, change, ofTrips)).toEqual([
      'violation listTrips: a page has more items than its limit says',
    ]);
  });

  it('have a total that is the number of their items', async () => {
    const change = paging(({ total }) => ({ total: total + 1 }));
    const told = await toldBy('lists', tickets, change, { only: ['oracle/lists/list-users'] });
    expect(told).toEqual([
      'violation list_users: meta.total is not the number of items on all pages',
    ]);
    const header = await toldBy('lists', trips, change, { only: ['oracle/lists/list-stations'] });
    expect(header).toEqual([
      'violation listStations: X-Total-Count is not the number of items on all pages',
    ]);
  });

  it('may grow while their pages are read', async () => {
    const change = paging(({ total, offset }) => ({ total: offset > 0 ? total + 1 : total }));
    const told = await toldBy('lists', tickets, change, { only: ['oracle/lists/list-users'] });
    expect(told).toEqual([]);
  });

  it.each([
    ['with no more than is required', ({ fields }: Resource) => fields['notes'] === undefined],
    ['with other values', ({ fields }: Resource) => fields['difficulty'] === 'hard'],
  ])('have what was created %s', async (how, isLost) => {
    const options = { only: ['oracle/lists/list-trips/has-what-was-created'] };
    expect(await toldBy('lists', trips, losing(isLost), options)).toEqual([
      `violation listTrips: what was created ${how} is not listed`,
    ]);
  });

  it('have what was changed', async () => {
    const change = losing(({ version }) => version > 1);
    expect(await toldBy('lists', trips, change, ofTrips)).toContain(
      'violation listTrips: what was changed is not listed',
    );
  });

  it('are found by the state that an action has led to', async () => {
    const change = losing(({ fields }) => fields['state'] === 'confirmed');
    const options = { only: ['oracle/lists/list-bookings/has-what-confirm'] };
    expect(await toldBy('lists', trips, change, options)).toEqual([
      'violation listBookings: what confirmBooking was done to is not listed',
    ]);
  });

  it('may leave out what an action has led to another state, if a filter finds it', async () => {
    const change: Change = (plain) => ({
      select: (call, resources, kind) =>
        plain
          .select(call, resources, kind)
          .filter(({ fields }) => call.parameters['state'] ?? fields['state'] === 'pending'),
    });
    const options = { only: ['oracle/lists/list-bookings/has-what-confirm'] };
    expect(await toldBy('lists', trips, change, options)).toEqual([]);
  });

  it('give each resource an identity of its own', async () => {
    const service = withKind(tickets, 'ticket', {
      nextKey: (_, { parent }, world) =>
        all(world, 'ticket').filter((resource) => resource.parent === parent).length + 1,
    });
    const options = { only: ['oracle/lists/list-tickets/has-nothing-that'] };
    expect(await toldBy('lists', service, undefined, options)).toEqual([
      'violation create_ticket: number is that of another resource, once one was deleted',
    ]);
  });

  it.each([
    ['an end', 'pages without an item lead on and on', (end: number) => cursor(end)],
    ['no dead end', 'a page leads on to one that is refused', (end: number) => `no ${end}`],
  ])('have %s', async (_, message, next) => {
    const change = paging(({ offset, limit, total, ...page }) => {
      const isOver = message.includes('refused') && offset + limit >= total;
      return { ...page, next: isOver ? null : next(offset + limit) };
    });
    const options = { only: ['oracle/lists/list-trips/has-everything'] };
    expect(await toldBy('lists', trips, change, options)).toContain(
      `violation listTrips: ${message}`,
    );
  });

  it.each([
    ['Link leads to nothing', '/nowhere'],
    ['Link leads to the same page again', '/trips'],
  ])('have links that lead on: %s', async (message, path) => {
    const change = answering((reply, { operation }) => {
      const { next } = (reply.json ?? {}) as { readonly next?: unknown };
      return operation === 'listTrips' && typeof next === 'string'
        ? { ...reply, headers: { ...reply.headers, Link: `<${path}>; rel="next"` } }
        : reply;
    });
    const options = { only: ['oracle/lists/list-trips/has-everything'] };
    expect(await toldBy('lists', trips, change, options)).toEqual([
      `violation listTrips: ${message}`,
    ]);
  });

  it('have what refers to what their path names, where a link says so', async () => {
    const among = list('trip', ({ destinationId }, { parameters }) => {
      return destinationId === parameters['station_id'];
    });
    const service = { ...trips, operations: { ...trips.operations, listDepartures: among } };
    const options = { only: ['oracle/lists/list-departures'] };
    expect(await toldBy('lists', service, undefined, options)).toEqual([
      'violation listDepartures: the list has what has another originId than its path names',
    ]);
  });

  it('have all, where the document says so and has no pages', async () => {
    const change: Change = (plain) => ({
      select: (call, resources, kind) => plain.select(call, resources, kind).slice(0, 5),
    });
    const options = { only: ['oracle/lists/list-labels'], maxTime: 20 };
    expect(await toldBy('lists', tickets, change, options)).toContain(
      'violation list_labels: what was created is not listed',
    );
  });
});

describe('lists with optional pages', () => {
  const notes = `
openapi: 3.0.3
info: { title: Notes, version: '1' }
paths:
  /notes:
    get:
      operationId: listNotes
      parameters: [{ name: page, in: query, schema: { type: integer } }]
      responses:
        '200':
          description: The notes
          content:
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Note' } }
    post:
      operationId: createNote
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/NewNote' } } }
      responses:
        '201':
          description: The note
          content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } }
        '400': { description: No note }
components:
  schemas:
    NewNote: { type: object, required: [text], properties: { text: { type: string } } }
    Note:
      type: object
      required: [id, text]
      properties: { id: { type: integer }, text: { type: string } }
`;
  /** Pages of two, each with so many of the one before. */
  const told = async (before: number, without: 'all' | 'the first'): Promise<string[]> => {
    const change: MockChange = async (request, next) => {
      const { pathname, origin, searchParams } = new URL(request.url);
      const page = searchParams.get('page') ?? '';
      if (request.method !== 'GET' || !/^(?:[1-9]\d*)?$/.test(page)) return next(request);
      const all = (await (await next(new Request(origin + pathname))).json()) as unknown[];
      if (page === '' && without === 'all') return Response.json(all);
      const end = 2 * Number(page || 1);
      return Response.json(all.slice(Math.max(0, end - 2 - before), end));
    };
    const { causes } = await runOnMock(notes, change, { only: ['oracle/lists/'] });
    return causes.map(({ message }) => message);
  };

  it('may be whole where no page is asked for', async () => {
    expect(await told(0, 'all')).toEqual([]);
  });

  it('have each item once where that is the first page', async () => {
    expect(await told(0, 'the first')).toEqual([]);
    expect(await told(1, 'the first')).toContain('an item is on two pages');
  });
});

it('a list is full where it has as many items as an answer can have', async () => {
  const text = { type: 'string' };
  const thing = { type: 'object', required: ['name'], properties: { id: text, name: text } };
  const json = (schema: JsonObject): JsonObject => ({
    content: { 'application/json': { schema } },
  });
  const post = { requestBody: { required: true, ...json(thing) }, responses: { 201: json(thing) } };
  const get = { responses: { 200: json({ type: 'array', maxItems: 3, items: thing }) } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things': { get, post },
      '/things/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: { responses: { 200: json(thing) } },
      },
    },
  };
  const { findings } = await runOnMock(JSON.stringify(document), undefined, {
    only: ['oracle/lists/'],
  });
  expect(findings).toEqual([]);
});

const BELOW_SHOPS = `
openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /shops/{shop}/things:
    get:
      parameters: [{ name: shop, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: All, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Thing' } } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { '200': { $ref: '#/components/responses/Thing' } }
  /owners:
    post: { responses: { '201': { $ref: '#/components/responses/Thing' } } }
  /owners/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { $ref: '#/components/responses/Thing' } }
components:
  responses: { Thing: { description: One, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
  schemas: { Thing: { type: object, required: [name], properties: { id: { type: integer, readOnly: true }, name: { type: string } } } }
`;

it('what is created below a parent that nobody makes is looked for there, though only the list says what that is', async () => {
  const { findings } = await runOnMock(BELOW_SHOPS, undefined, {
    only: ['oracle/lists/'],
    allowChanges: true,
  });
  expect(findings.filter(({ severity }) => severity === 'violation')).toEqual([]);
});
