import { describe, expect, it } from 'vitest';
import { type Change, type Page, all } from '../../rich/service.ts';
import { tickets } from '../../rich/tickets.ts';
import { trips } from '../../rich/trips.ts';
import { toldBy } from './support.ts';

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
      await toldBy('lists', trips, change, { only: ['oracle/lists/list-trips/has-what'] }),
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
    expect(await toldBy('lists', trips, change, ofTrips)).toEqual([
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
  });
});
