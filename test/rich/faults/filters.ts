/** Filters of lists that are wrong. */
import { withKind } from '../changes.ts';
import type { Faulty } from '../member.ts';
import { type Fields, Refusal, type Service } from '../service.ts';
import { tickets } from '../tickets.ts';
import { trips } from '../trips.ts';
import { at, kebab, paging } from './slips.ts';

type Filter = (fields: Fields, value: never) => boolean;

/** The same service with other filters. */
function filtering(
  service: Service,
  kind: string,
  filters: Readonly<Record<string, Filter>>,
): Service {
  return withKind(service, kind, { filters: { ...service.kinds[kind]!.filters, ...filters } });
}

function unfiltered(service: Service, kind: string, operation: string, names: string): Faulty[] {
  return names.split(' ').map((name) => ({
    id: kebab(`${operation}-ignores-${name}`),
    title: `${operation} ignores ${name}`,
    service: filtering(service, kind, { [name]: () => true }),
    at: [operation],
  }));
}

export const filters: readonly Faulty[] = [
  ...unfiltered(trips, 'station', 'listStations', 'city minDocks isOpen'),
  ...unfiltered(trips, 'trip', 'listTrips', 'originId departsAfter difficulty maxPrice'),
  ...unfiltered(trips, 'booking', 'listBookings', 'tripId state'),
  ...unfiltered(tickets, 'user', 'list_users', 'role'),
  ...unfiltered(tickets, 'project', 'list_projects', 'archived name createdBefore'),
  ...unfiltered(tickets, 'ticket', 'list_tickets', 'state assignee_id minPoints dueBefore'),
  {
    id: 'open-stations-only-where-true',
    title: 'isOpen=false is taken for no filter',
    service: filtering(trips, 'station', {
      isOpen: ({ isOpen }, value) => !value || isOpen === true,
    }),
    at: ['listStations'],
  },
  {
    id: 'archived-false-is-a-true-text',
    title: 'archived=false is a text, and so true',
    service: filtering(tickets, 'project', { archived: ({ archived }) => archived === true }),
    at: ['list_projects'],
  },
  {
    id: 'min-docks-is-a-most',
    title: 'minDocks finds stations with fewer docks',
    service: filtering(trips, 'station', {
      minDocks: ({ docks }, value) => (docks as number) <= value,
    }),
    at: ['listStations'],
  },
  {
    id: 'difficulty-is-turned-round',
    title: 'difficulty finds the trips that are not so difficult',
    service: filtering(trips, 'trip', {
      difficulty: ({ difficulty }, value) => difficulty !== value,
    }),
    at: ['listTrips'],
  },
  {
    id: 'departs-after-is-before',
    title: 'departsAfter finds the trips that depart before',
    service: filtering(trips, 'trip', {
      departsAfter: ({ departsAt }, value) => Date.parse(departsAt as string) < Date.parse(value),
    }),
    at: ['listTrips'],
  },
  {
    id: 'prices-are-compared-as-texts',
    title: 'maxPrice=50 finds a trip for 100',
    service: filtering(trips, 'trip', {
      maxPrice: ({ price }, value) => String(price) <= String(value),
    }),
    at: ['listTrips'],
  },
  {
    id: 'max-price-zero-is-no-filter',
    title: 'maxPrice=0 is taken for no filter',
    service: filtering(trips, 'trip', {
      maxPrice: ({ price }, value) => !value || (price as number) <= value,
    }),
    at: ['listTrips'],
  },
  {
    id: 'points-that-are-missing-are-many',
    title: 'minPoints finds tickets without points',
    service: filtering(tickets, 'ticket', {
      minPoints: ({ points }, value) => typeof points !== 'number' || points >= value,
    }),
    at: ['list_tickets'],
  },
  {
    id: 'due-before-finds-what-is-due-later',
    title: 'dueBefore is turned round',
    service: filtering(tickets, 'ticket', {
      dueBefore: ({ due_date: due }, value: string) => (due as string) > value,
    }),
    at: ['list_tickets'],
  },
  {
    id: 'roles-are-shifted',
    title: 'role=member finds guests',
    service: filtering(tickets, 'user', {
      role: ({ role }, value) =>
        role === { admin: 'admin', member: 'guest', guest: 'member' }[value as string],
    }),
    at: ['list_users'],
  },
  {
    id: 'states-of-bookings-are-in-capitals',
    title: 'the filter by state looks for capitals, and finds nothing',
    service: filtering(trips, 'booking', {
      state: ({ state }, value) => state === String(value).toUpperCase(),
    }),
    at: ['listBookings'],
  },
  {
    id: 'filters-are-joined-by-or',
    title: 'of two filters, one is enough',
    service: tickets,
    change: at(['list_tickets'], () => ({
      select: ({ parameters }, resources, { filters: all = {} }) => {
        const wanted = Object.entries(all).filter(([name]) => parameters[name] !== undefined);
        return resources.filter(
          ({ fields }) =>
            wanted.length === 0 ||
            wanted.some(([name, is]) => is(fields, parameters[name] as never)),
        );
      },
    })),
    at: ['list_tickets'],
  },
  {
    id: 'a-filter-takes-the-place-of-the-project',
    title: 'tickets of an assignee are found in all projects',
    service: tickets,
    change: at(['list_tickets'], (plain, { resources }) => ({
      among: (call, kind, parent) =>
        call.parameters['assignee_id'] === undefined
          ? plain.among(call, kind, parent)
          : [...resources].filter((resource) => resource.kind === kind.name),
    })),
    at: ['list_tickets'],
  },
  {
    id: 'filters-are-applied-to-the-page',
    title: 'a page is cut out first, then filtered',
    service: trips,
    change: at(['listTrips'], (plain, { service }) => ({
      select: (_, resources) => resources,
      page: (call, resources) => {
        const page = plain.page(call, resources);
        if (page instanceof Refusal) return page;
        const cut = resources.slice(page.offset, page.offset + page.limit);
        const items = plain
          .select(call, cut, service.kinds['trip']!)
          .map((resource) => plain.view(resource, call));
        return { ...page, items };
      },
    })),
    at: ['listTrips'],
    // A page may have fewer items than its limit, as long as it leads on.
    severity: 'warning',
  },
  {
    id: 'nothing-found-is-404',
    title: 'a filter that finds nothing gives 404',
    service: trips,
    change: paging(
      'listStations',
      (page) => (call, resources) =>
        resources.length === 0 && call.parameters['city'] !== undefined
          ? new Refusal('missing', trips.error(404, 'no stations', 'missing'))
          : page(call, resources),
    ),
    at: ['listStations'],
  },
  {
    id: 'nothing-found-is-everything',
    title: 'a filter that finds nothing gives all projects',
    service: tickets,
    change: at(['list_projects'], (plain) => ({
      select: (call, resources, kind) => {
        const found = plain.select(call, resources, kind);
        return found.length === 0 ? resources : found;
      },
    })),
    at: ['list_projects'],
  },
  {
    id: 'city-is-lost-beside-open',
    title: 'city is not read where isOpen is given',
    service: trips,
    change: at(['listStations'], (plain) => ({
      select: (call, resources, kind) => {
        const { city, ...others } = call.parameters;
        const parameters = others['isOpen'] === undefined ? { ...others, city } : others;
        return plain.select({ ...call, parameters }, resources, kind);
      },
    })),
    at: ['listStations'],
  },
  {
    id: 'a-sorted-list-has-all-difficulties',
    title: 'difficulty is not read where the list is sorted',
    service: trips,
    change: at(['listTrips'], (plain) => ({
      select: (call, resources, kind) => {
        const { difficulty, ...others } = call.parameters;
        const parameters = others['sort'] === undefined ? { ...others, difficulty } : others;
        return plain.select({ ...call, parameters }, resources, kind);
      },
    })),
    at: ['listTrips'],
  },
  {
    id: 'prices-are-compared-without-cents',
    title: 'maxPrice is cut to whole numbers, as prices are',
    service: trips,
    change: at(['listTrips'], (plain) => ({
      select: (call, resources, kind) => {
        const { maxPrice, ...others } = call.parameters as { readonly maxPrice?: number };
        const cut = Math.floor(maxPrice ?? Number.POSITIVE_INFINITY);
        const some = resources.filter(({ fields: { price } }) => Math.floor(Number(price)) <= cut);
        return plain.select({ ...call, parameters: others }, some, kind);
      },
    })),
    at: ['listTrips'],
  },
  {
    id: 'min-points-zero-finds-nothing',
    title: 'minPoints=0 finds no ticket',
    service: filtering(tickets, 'ticket', {
      minPoints: ({ points }, value: number) => value > 0 && (points as number) >= value,
    }),
    at: ['list_tickets'],
  },
  {
    id: 'difficulty-finds-what-has-none',
    title: 'each difficulty finds the trips without one',
    service: filtering(trips, 'trip', {
      difficulty: ({ difficulty }, value) => difficulty === undefined || difficulty === value,
    }),
    at: ['listTrips'],
  },
  {
    id: 'min-docks-is-more',
    title: 'minDocks=5 does not find a station with 5 docks',
    service: filtering(trips, 'station', {
      minDocks: ({ docks }, value) => (docks as number) > value,
    }),
    at: ['listStations'],
  },
  {
    id: 'offset-drops-the-filter',
    title: 'a filter holds for the first page of tickets only',
    service: tickets,
    change: at(['list_tickets'], (plain) => ({
      select: (call, resources, kind) =>
        call.parameters['offset'] === 0 ? plain.select(call, resources, kind) : resources,
    })),
    at: ['list_tickets'],
  },
];
