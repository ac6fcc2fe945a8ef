import { describe, expect, it } from 'vitest';
import { filters } from '../../rich/faults/filters.ts';
import { shopping } from '../../rich/faults/shopping.ts';
import { withKind } from '../../rich/changes.ts';
import { type Call, type Change, all } from '../../rich/service.ts';
import { shop } from '../../rich/shop.ts';
import { tickets } from '../../rich/tickets.ts';
import { trips } from '../../rich/trips.ts';
import { toldBy } from './support.ts';

/** A server that does not read some parameters of its lists. */
function ignoring(...names: readonly string[]): Change {
  return (plain) => ({
    select: (call, resources, kind) => plain.select(without(call, names), resources, kind),
  });
}

function without(call: Call, names: readonly string[]): Call {
  const left = Object.entries(call.parameters).filter(([name]) => !names.includes(name));
  return { ...call, parameters: Object.fromEntries(left) };
}

describe('queries', () => {
  it.each([trips, tickets])('are answered by a server that keeps its contract', async (service) => {
    expect(await toldBy('queries', service)).toEqual([]);
  });

  it.each([
    ['difficulty', "violation listTrips: difficulty doesn't leave out what has another difficulty"],
    ['maxPrice', "violation listTrips: maxPrice doesn't leave out what has another price"],
    [
      'departsAfter',
      "violation listTrips: departsAfter doesn't leave out what has another departsAt",
    ],
  ])('have to be read: %s', async (name, told) => {
    const options = { only: [`oracle/queries/list-trips/is-filtered`] };
    expect(await toldBy('queries', trips, ignoring(name), options)).toEqual([told]);
  });

  it('have to find what has the wanted value', async () => {
    const change: Change = (plain) => ({
      select: (call, resources, kind) =>
        call.parameters['isOpen'] === undefined ? plain.select(call, resources, kind) : [],
    });
    expect(
      await toldBy('queries', trips, change, { only: ['oracle/queries/list-stations'] }),
    ).toEqual(['violation listStations: isOpen leaves out what has the wanted isOpen']);
  });

  it('have to put a list in order', async () => {
    const change: Change = () => ({ sort: (_call, resources) => resources.toReversed() });
    const told = await toldBy('queries', trips, change, {
      only: ['oracle/queries/list-trips/is-ordered'],
    });
    expect(told).toContain('violation listTrips: the list is not in the order of price');
  });

  const ofTickets = { only: ['oracle/queries/list-tickets'] };

  it('have to meet all filters at once', async () => {
    const change: Change = () => ({
      select: ({ parameters }, resources, { filters = {} }) => {
        const wanted = Object.entries(filters).filter(([name]) => parameters[name] !== undefined);
        return resources.filter(
          ({ fields }) =>
            wanted.length === 0 ||
            wanted.some(([name, isWanted]) => isWanted(fields, parameters[name] as never)),
        );
      },
    });
    const told = await toldBy('queries', tickets, change, ofTickets);
    expect(told).toContain(
      "violation list_tickets: filters together don't leave out what fits one of them only",
    );
  });

  it('have to leave out what has no value, where a number is wanted', async () => {
    const { minPoints: _, ...filters } = tickets.kinds['ticket']!.filters!;
    const service = withKind(tickets, 'ticket', {
      filters: {
        ...filters,
        minPoints: ({ points }, value: number) => typeof points !== 'number' || points >= value,
      },
    });
    expect(await toldBy('queries', service, undefined, ofTickets)).toEqual([
      "violation list_tickets: minPoints doesn't leave out what has no points",
    ]);
  });

  it('have to stay below the parent', async () => {
    const change: Change = (plain, world) => ({
      among: (call, kind, parent) =>
        call.parameters['assignee_id'] === undefined
          ? plain.among(call, kind, parent)
          : all(world, kind.name),
    });
    expect(await toldBy('queries', tickets, change, ofTickets)).toContain(
      'violation list_tickets: assignee_id finds what lies below another parent',
    );
  });

  it('have to be heeded on each page', async () => {
    const change: Change = (plain) => ({
      select: (call, resources, kind) =>
        call.parameters['cursor'] === undefined ? plain.select(call, resources, kind) : resources,
    });
    const told = await toldBy('queries', trips, change, { only: ['oracle/queries/list-trips'] });
    expect(told).toContain('violation listTrips: a page has what its filter should leave out');
  });

  it('have to put the whole list in order, not each page', async () => {
    const change: Change = (plain, { service }) => ({
      sort: (_, resources) => resources,
      page: (call, resources) => {
        const page = plain.page(call, resources);
        if (!('items' in page)) return page;
        const cut = resources.slice(page.offset, page.offset + page.limit);
        const ordered = plain.sort(call, cut, service.kinds['trip']!);
        return { ...page, items: ordered.map((resource) => plain.view(resource, call)) };
      },
    });
    const told = await toldBy('queries', trips, change, {
      only: ['oracle/queries/list-trips/is-ordered'],
    });
    expect(told).toContain(
      'violation listTrips: short pages are in another order of price than long ones',
    );
  });
});

it.each([
  [
    'a-sorted-list-has-all-difficulties',
    "violation listTrips: difficulty doesn't leave out what has another difficulty",
  ],
  [
    'prices-are-compared-without-cents',
    "violation listTrips: maxPrice doesn't leave out what has another price",
  ],
])('finds what shows in part of what can be asked for: %s', async (id, message) => {
  const { service, change } = filters.find((filter) => filter.id === id)!;
  expect(await toldBy('queries', service, change)).toContain(message);
});

it('finds that a list is not in the order of the default where none is asked for', async () => {
  const fault = shopping.find(({ id }) => id === 'products-come-as-they-were-made')!;
  expect(await toldBy('queries', shop, fault.change)).toContain(
    'violation listProducts: the list is not in the order of name',
  );
  expect(await toldBy('queries', shop)).toEqual([]);
});
