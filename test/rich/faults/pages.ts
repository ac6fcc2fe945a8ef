/** Pages and orders of lists that are wrong. */
import { answering } from '../changes.ts';
import type { Faulty } from '../member.ts';
import { type Call, type Change, type Fields, type Page, Refusal } from '../service.ts';
import { tickets } from '../tickets.ts';
import { trips } from '../trips.ts';
import { at, paging } from './slips.ts';

/** Pages as if other parameters had been given. */
function misreading(operation: string, read: (asked: Asked) => Partial<Asked>): Change {
  return paging(operation, (page) => (call, resources) => {
    const { parameters } = call;
    return page(
      { ...call, parameters: { ...parameters, ...read(parameters as Asked) } },
      resources,
    );
  });
}

/** The part of a list that is asked for. */
interface Asked extends Fields {
  /** A large one comes as it was written. */
  readonly offset: number | bigint;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly before?: string | undefined;
}

/** Gives the page another `next`; `end` is where the page ends. */
function continuing(
  operation: string,
  next: (end: number, page: Page, call: Call) => string | null,
): Change {
  return paging(operation, (page) => (call, resources) => {
    const made = page(call, resources);
    return made instanceof Refusal
      ? made
      : { ...made, next: next(made.offset + made.limit, made, call) };
  });
}

const cursor = (place: number): string => Buffer.from(String(place)).toString('base64url');

const limits: readonly Faulty[] = [
  {
    id: 'list-trips-ignores-limit',
    title: 'a page of trips has all of them',
    service: trips,
    change: misreading('listTrips', () => ({ limit: 1e6 })),
    at: ['listTrips'],
  },
  {
    id: 'list-projects-ignores-limit',
    title: 'a page of projects has 50, whatever is asked for',
    service: tickets,
    change: misreading('list_projects', () => ({ limit: 50 })),
    at: ['list_projects'],
  },
  {
    id: 'a-page-has-one-too-many',
    title: 'a page of bookings has one more than its limit, which comes again on the next',
    service: trips,
    change: paging('listBookings', (page) => (call, resources) => {
      const made = page(call, resources);
      if (made instanceof Refusal) return made;
      const more = page(
        { ...call, parameters: { ...call.parameters, limit: made.limit + 1 } },
        resources,
      );
      return { ...made, items: (more as Page).items };
    }),
    at: ['listBookings'],
  },
  {
    id: 'departures-ignore-limit',
    title: 'all departures are told, whatever is asked for',
    service: trips,
    change: misreading('listDepartures', () => ({ limit: 1e6 })),
    at: ['listDepartures'],
  },
  {
    id: 'cursor-repeats-the-last',
    title: 'a page begins with the last station of the page before',
    service: trips,
    change: continuing('listStations', (end, { total, limit }) =>
      end < total ? cursor(Math.max(end - 1, end - limit + 1)) : null,
    ),
    at: ['listStations'],
  },
  {
    id: 'cursor-skips-one',
    title: 'a page begins behind the next trip',
    service: trips,
    change: continuing('listTrips', (end, { total }) => (end < total ? cursor(end + 1) : null)),
    at: ['listTrips'],
  },
  {
    id: 'cursor-is-ignored',
    title: 'each page of bookings is the first one',
    service: trips,
    change: misreading('listBookings', () => ({ cursor: undefined })),
    at: ['listBookings'],
  },
  {
    id: 'cursor-never-ends',
    title: 'the last page of trips has a next one, which is empty and has a next one',
    service: trips,
    change: continuing('listTrips', (end) => cursor(end)),
    at: ['listTrips'],
  },
  {
    id: 'the-rest-is-lost',
    title: 'stations that fill no page are not told',
    service: trips,
    change: continuing('listStations', (end, { total, limit }) =>
      end + limit <= total ? cursor(end) : null,
    ),
    at: ['listStations'],
  },
  {
    id: 'own-cursor-is-refused',
    title: 'a cursor is refused as it was given',
    service: trips,
    change: continuing('listTrips', (end, { total }) => (end < total ? `after:${end}` : null)),
    at: ['listTrips'],
  },
  {
    id: 'cursor-drops-the-filter',
    title: 'a filter holds for the first page only',
    service: trips,
    change: at(['listTrips'], (plain) => ({
      select: (call, resources, kind) =>
        call.parameters['cursor'] === undefined ? plain.select(call, resources, kind) : resources,
    })),
    at: ['listTrips'],
  },
  {
    id: 'cursor-drops-the-limit',
    title: 'the limit holds for the first page only',
    service: trips,
    change: misreading('listStations', ({ cursor: given, limit }) =>
      given === undefined ? { limit } : { limit: 20 },
    ),
    at: ['listStations'],
  },
  {
    id: 'cursor-drops-the-order',
    title: 'the order holds for the first page only',
    service: trips,
    change: at(['listTrips'], (plain) => ({
      sort: (call, resources, kind) =>
        call.parameters['cursor'] === undefined ? plain.sort(call, resources, kind) : resources,
    })),
    at: ['listTrips'],
  },
  {
    id: 'offset-is-ignored',
    title: 'each page of users is the first one',
    service: tickets,
    change: misreading('list_users', () => ({ offset: 0 })),
    at: ['list_users'],
  },
  {
    id: 'offset-counts-pages',
    title: 'an offset of 2 skips two pages of tickets',
    service: tickets,
    change: misreading('list_tickets', ({ offset, limit }) => ({ offset: Number(offset) * limit })),
    at: ['list_tickets'],
  },
  {
    id: 'offset-begins-with-one',
    title: 'an offset of 1 skips no project',
    service: tickets,
    change: misreading('list_projects', ({ offset }) => ({
      offset: Math.max(0, Number(offset) - 1),
    })),
    at: ['list_projects'],
  },
  {
    id: 'offset-skips-one-more',
    title: 'an offset of 1 skips two users',
    service: tickets,
    change: misreading('list_users', ({ offset }) => ({
      offset: offset > 0 ? Number(offset) + 1 : 0,
    })),
    at: ['list_users'],
  },
  {
    id: 'the-last-page-is-full',
    title: 'the last page of users is filled up with those of the page before',
    service: tickets,
    change: paging('list_users', (page) => (call, resources) => {
      const { offset, limit } = call.parameters as Asked;
      const isPart = offset > 0 && offset < resources.length;
      const start = isPart ? Math.min(Number(offset), resources.length - limit) : offset;
      return page({ ...call, parameters: { ...call.parameters, offset: start } }, resources);
    }),
    at: ['list_users'],
  },
  {
    id: 'pages-are-shuffled',
    title: 'stations come in another order each time',
    service: trips,
    change: at(['listStations'], () => ({
      sort: (_, resources) =>
        resources
          .map((resource) => [Math.random(), resource] as const)
          .toSorted(([a], [b]) => a - b)
          .map(([, resource]) => resource),
    })),
    at: ['listStations'],
  },
  {
    id: 'total-in-the-header-is-of-the-page',
    title: 'X-Total-Count of stations is how many are on the page',
    service: trips,
    change: paging('listStations', (page) => (call, resources) => {
      const made = page(call, resources);
      return made instanceof Refusal ? made : { ...made, total: made.items.length };
    }),
    at: ['listStations'],
  },
  {
    id: 'total-is-of-the-page',
    title: 'the total of users is how many are on the page',
    service: tickets,
    change: paging('list_users', (page) => (call, resources) => {
      const made = page(call, resources);
      return made instanceof Refusal ? made : { ...made, total: made.items.length };
    }),
    at: ['list_users'],
    severity: 'warning',
  },
  {
    id: 'total-is-without-filters',
    title: 'the total of projects counts what the filter leaves out',
    service: tickets,
    change: at(['list_projects'], (plain) => {
      let there = 0;
      return {
        select: (call, resources, kind) => {
          there = resources.length;
          return plain.select(call, resources, kind);
        },
        page: (call, resources) => {
          const page = plain.page(call, resources);
          return page instanceof Refusal ? page : { ...page, total: there };
        },
      };
    }),
    at: ['list_projects'],
    severity: 'warning',
  },
  {
    id: 'a-limit-of-one-is-two',
    title: 'a page of projects has two at the least',
    service: tickets,
    change: misreading('list_projects', ({ limit }) => ({ limit: Math.max(2, limit) })),
    at: ['list_projects'],
  },
  {
    id: 'offsets-beyond-the-end-are-the-last',
    title: 'an offset beyond the end gives the last user',
    service: tickets,
    change: paging('list_users', (page) => (call, resources) => {
      const offset = Math.min(Number(call.parameters['offset']), resources.length - 1);
      return page({ ...call, parameters: { ...call.parameters, offset } }, resources);
    }),
    at: ['list_users'],
  },
  {
    id: 'pages-come-from-the-end',
    title: 'the pages after the first are counted from the end',
    service: trips,
    change: paging(
      'listBookings',
      (page) => (call, resources) =>
        page(call, call.parameters['cursor'] === undefined ? resources : resources.toReversed()),
    ),
    at: ['listBookings'],
  },
  {
    id: 'the-total-grows',
    title: 'the total of tickets counts what was deleted',
    service: tickets,
    change: (plain) => {
      let gone = 0;
      return {
        remove: (call, resource) => {
          gone += resource.kind === 'ticket' ? 1 : 0;
          plain.remove(call, resource);
        },
        page: (call, resources) => {
          const made = plain.page(call, resources);
          return made instanceof Refusal || call.operation !== 'list_tickets'
            ? made
            : { ...made, total: made.total + gone };
        },
      };
    },
    at: ['list_tickets', 'delete_ticket'],
    severity: 'warning',
  },
];

/** Sorts by something else than what is asked for. */
function sorting(
  operation: string,
  parameter: string,
  read: (by: string) => string | undefined,
): Change {
  return at([operation], (plain) => ({
    sort: (call, resources, kind) => {
      const by = call.parameters[parameter];
      const parameters = { ...call.parameters, [parameter]: by && read(by as string) };
      return plain.sort({ ...call, parameters }, resources, kind);
    },
  }));
}

const orders: readonly Faulty[] = [
  {
    id: 'list-trips-ignores-sort',
    title: 'trips come in the order in which they were created',
    service: trips,
    change: sorting('listTrips', 'sort', () => undefined),
    at: ['listTrips'],
  },
  {
    id: 'list-projects-ignores-order',
    title: 'projects come in the order of their keys',
    service: tickets,
    change: sorting('list_projects', 'order', () => 'key'),
    at: ['list_projects'],
  },
  {
    id: 'sort-is-turned-round',
    title: 'price sorts down, and -price up',
    service: trips,
    change: sorting('listTrips', 'sort', (by) => (by.startsWith('-') ? by.slice(1) : `-${by}`)),
    at: ['listTrips'],
  },
  {
    id: 'sort-only-goes-up',
    title: '-departsAt sorts as departsAt does',
    service: trips,
    change: sorting('listTrips', 'sort', (by) => by.replace('-', '')),
    at: ['listTrips'],
  },
  {
    id: 'sort-by-price-is-by-departure',
    title: 'each sort is by departure',
    service: trips,
    change: sorting('listTrips', 'sort', (by) => by.replace('price', 'departsAt')),
    at: ['listTrips'],
  },
  {
    id: 'prices-are-sorted-as-texts',
    title: 'a price of 100 comes before one of 20',
    service: trips,
    change: at(['listTrips'], (plain) => ({
      sort: (call, resources, kind) =>
        call.parameters['sort'] === 'price'
          ? resources.toSorted((a, b) =>
              String(a.fields['price']) < String(b.fields['price']) ? -1 : 1,
            )
          : plain.sort(call, resources, kind),
    })),
    at: ['listTrips'],
  },
  {
    id: 'only-the-page-is-sorted',
    title: 'a page of trips is cut out first, then sorted',
    service: trips,
    change: at(['listTrips'], (plain, { service }) => ({
      sort: (_, resources) => resources,
      page: (call, resources) => {
        const page = plain.page(call, resources);
        if (page instanceof Refusal) return page;
        const cut = resources.slice(page.offset, page.offset + page.limit);
        const items = plain
          .sort(call, cut, service.kinds['trip']!)
          .map((resource) => plain.view(resource, call));
        return { ...page, items };
      },
    })),
    at: ['listTrips'],
  },
];

/** A `Link` to the next page. */
function linking(link: (path: string, page: Fields) => string): Change {
  return answering((reply, { operation, path }) => {
    const page = (reply.json ?? {}) as Fields;
    return operation === 'listStations' && typeof page['next'] === 'string'
      ? { ...reply, headers: { ...reply.headers, Link: `<${link(path, page)}>; rel="next"` } }
      : reply;
  });
}

const linked: readonly Faulty[] = [
  {
    id: 'next-link-is-broken',
    title: 'the Link of a page of stations leads nowhere',
    service: trips,
    change: linking((_, { next }) => `/station?cursor=${String(next)}`),
    at: ['listStations'],
  },
  {
    id: 'next-link-is-the-same-page',
    title: 'the Link of a page of stations leads to the same page',
    service: trips,
    change: linking((path) => path),
    at: ['listStations'],
  },
];

/** Pages of bookings that lead back. */
const backwards: readonly Faulty[] = Object.entries({
  'before-is-after': [
    'what is behind the place',
    ({ before }) => ({ before: undefined, cursor: before }),
  ],
  'before-is-ignored': ['the first page', () => ({ before: undefined })],
  'before-ignores-limit': ['all that is in front of the place', () => ({ limit: 1e6 })],
  'before-has-its-place': [
    'what is at the place, too',
    ({ before }) => ({ before: cursor(Number(Buffer.from(before!, 'base64url').toString()) + 1) }),
  ],
  'before-is-refused': ['nothing: it is refused', () => ({ before: '' })],
} satisfies Record<string, readonly [string, (asked: Asked) => Partial<Asked>]>).map(
  ([id, [what, read]]): Faulty => ({
    id,
    title: `before finds ${what}`,
    service: trips,
    change: misreading('listBookings', (asked) => (asked.before === undefined ? {} : read(asked))),
    at: ['listBookings'],
  }),
);

export const pages: readonly Faulty[] = [...limits, ...orders, ...linked, ...backwards];
