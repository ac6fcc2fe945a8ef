/** Lists that lack something, or have too much. */
import { answering, telling } from '../changes.ts';
import type { Faulty } from '../member.ts';
import {
  type Call,
  type Change,
  type Fields,
  type Kind,
  type Resource,
  type Service,
  all,
} from '../service.ts';
import { tickets } from '../tickets.ts';
import { trips } from '../trips.ts';
import { at, operating, without } from './slips.ts';
import { list } from '../operations.ts';

type Among = (call: Call, kind: Kind, parent: Resource | undefined) => readonly Resource[];

/** A list of something else. */
function listing(
  operation: string,
  change: (listed: readonly Resource[], ...given: Parameters<Among>) => readonly Resource[],
): Change {
  return at([operation], (plain) => ({
    among: (call, kind, parent) => change(plain.among(call, kind, parent), call, kind, parent),
  }));
}

/** What is deleted stays in the list. */
function lingering(operation: string, kind: string): Change {
  return (plain) => {
    const gone: Resource[] = [];
    return {
      remove: (call, resource) => {
        if (resource.kind === kind) gone.push(resource);
        plain.remove(call, resource);
      },
      among: (call, kindOfChild, parent) => [
        ...plain.among(call, kindOfChild, parent),
        ...(call.operation === operation
          ? gone.filter((resource) => resource.parent === parent)
          : []),
      ],
    };
  };
}

/** All that there is of a kind, whatever the path says. */
function unbounded(service: Service, operation: string, kind: string): Faulty {
  return {
    id: `${kind}s-of-all-are-listed`,
    title: `the list of ${kind}s forgets whose they are`,
    service,
    change: (plain, world) => ({
      among: (call, kindOfChild, parent) =>
        call.operation === operation ? all(world, kind) : plain.among(call, kindOfChild, parent),
    }),
    at: [operation],
  };
}

/** Items that are told in another way than the resource. */
function itemising(
  operation: string,
  change: (fields: Fields, resource: Resource) => Fields,
): Change {
  return telling((fields, resource, call) =>
    call.operation === operation ? change(fields, resource) : fields,
  );
}

const members: readonly Faulty[] = [
  {
    id: 'list-trips-lacks-the-newest',
    title: 'the trip that was created last is not listed',
    service: trips,
    change: listing('listTrips', (listed) => listed.slice(0, -1)),
    at: ['listTrips'],
  },
  {
    id: 'list-labels-lacks-the-newest',
    title: 'the newest label is not listed',
    service: tickets,
    change: listing('list_labels', (listed) => listed.slice(0, -1)),
    at: ['list_labels'],
  },
  {
    id: 'list-comments-lacks-the-newest',
    title: 'the newest comment of a ticket is not listed',
    service: tickets,
    change: listing('list_comments', (listed) => listed.slice(0, -1)),
    at: ['list_comments'],
  },
  {
    id: 'list-stations-has-one-page',
    title: 'stations behind the first page are not listed',
    service: trips,
    change: answering((reply, { operation }) =>
      operation === 'listStations' && reply.status === 200
        ? { ...reply, json: { ...(reply.json as Fields), next: null } }
        : reply,
    ),
    at: ['listStations'],
  },
  {
    id: 'deleted-bookings-stay-listed',
    title: 'a booking that was deleted is listed',
    service: trips,
    change: lingering('listBookings', 'booking'),
    at: ['listBookings', 'deleteBooking'],
  },
  {
    id: 'deleted-stations-stay-listed',
    title: 'a station that was deleted is listed',
    service: trips,
    change: lingering('listStations', 'station'),
    at: ['listStations', 'deleteStation'],
  },
  {
    id: 'deleted-tickets-stay-listed',
    title: 'a ticket that was deleted is listed',
    service: tickets,
    change: lingering('list_tickets', 'ticket'),
    at: ['list_tickets', 'delete_ticket'],
  },
  {
    id: 'deleted-labels-stay-listed',
    title: 'a label that was deleted is listed',
    service: tickets,
    change: lingering('list_labels', 'label'),
    at: ['list_labels', 'delete_label'],
  },
  {
    id: 'list-users-is-cached',
    title: 'the list of users stays as it was when it was first asked for',
    service: tickets,
    change: at(['list_users'], (plain) => {
      let first: readonly Resource[] | undefined;
      return { among: (...given) => (first ??= plain.among(...given)) };
    }),
    at: ['list_users', 'create_user'],
  },
  {
    id: 'tickets-without-an-assignee-are-not-listed',
    title: 'tickets are joined with users, so that those without an assignee are lost',
    service: tickets,
    change: listing('list_tickets', (listed) =>
      listed.filter(({ fields }) => fields['assignee_id'] !== undefined),
    ),
    at: ['list_tickets', 'create_ticket'],
  },
  {
    id: 'projects-without-an-owner-are-not-listed',
    title: 'projects are joined with users, so that those without an owner are lost',
    service: tickets,
    change: listing('list_projects', (listed) =>
      listed.filter(({ fields }) => fields['ownerId'] !== undefined),
    ),
    at: ['list_projects', 'create_project'],
  },
  {
    id: 'bookings-without-a-birth-date-are-not-listed',
    title: 'bookings of riders of unknown age are lost in the list',
    service: trips,
    change: listing('listBookings', (listed) =>
      listed.filter(({ fields }) => (fields['rider'] as Fields)['birthDate'] !== undefined),
    ),
    at: ['listBookings', 'createBooking'],
  },
  {
    id: 'a-ticket-is-listed-for-each-label',
    title: 'tickets are joined with labels, so that one with two is listed twice',
    service: tickets,
    change: listing('list_tickets', (listed) =>
      listed.flatMap((resource) => {
        const labels = new Set(resource.fields['label_ids'] as readonly string[] | undefined).size;
        return Array.from({ length: Math.max(1, labels) }, () => resource);
      }),
    ),
    at: ['list_tickets'],
  },
  {
    id: 'twenty-labels-are-listed',
    title: 'the list of all labels ends after 20',
    service: tickets,
    change: listing('list_labels', (listed) => listed.slice(0, 20)),
    at: ['list_labels', 'create_label'],
  },
  {
    id: 'confirmed-bookings-are-not-listed',
    title: 'a booking leaves the list when it is confirmed',
    service: trips,
    change: listing('listBookings', (listed) =>
      listed.filter(({ fields }) => fields['state'] === 'pending'),
    ),
    at: ['listBookings', 'confirmBooking'],
  },
  {
    id: 'changed-trips-are-not-listed',
    title: 'a trip leaves the list when it is changed',
    service: trips,
    change: listing('listTrips', (listed) => listed.filter(({ version }) => version === 1)),
    at: ['listTrips', 'changeTrip'],
  },
  {
    id: 'stations-without-a-position-are-not-listed',
    title: 'stations that are on no map are lost in the list',
    service: trips,
    change: listing('listStations', (listed) =>
      listed.filter(({ fields }) => fields['position'] !== undefined),
    ),
    at: ['listStations', 'createStation'],
  },
  {
    id: 'dear-trips-are-not-listed',
    title: 'trips for 100 and more are lost in the list',
    service: trips,
    change: listing('listTrips', (listed) =>
      listed.filter(({ fields }) => (fields['price'] as number) < 100),
    ),
    at: ['listTrips', 'createTrip'],
  },
  {
    id: 'closed-tickets-are-not-listed',
    title: 'a ticket leaves all lists when it is closed, also those of closed tickets',
    service: tickets,
    change: listing('list_tickets', (listed) =>
      listed.filter(({ fields }) => fields['state'] !== 'closed'),
    ),
    at: ['list_tickets', 'close_ticket'],
  },
  {
    id: 'replaced-tickets-are-not-listed',
    title: 'a ticket leaves the list when it is replaced',
    service: tickets,
    change: listing('list_tickets', (listed) => listed.filter(({ version }) => version === 1)),
    at: ['list_tickets', 'replace_ticket'],
  },
  {
    id: 'list-attachments-lacks-the-first',
    title: 'the first attachment of a ticket is not listed',
    service: tickets,
    change: listing('list_attachments', (listed) => listed.slice(1)),
    at: ['list_attachments'],
  },
  {
    id: 'comments-with-an-author-are-listed-twice',
    title: 'comments are joined with users, so that those with an author come twice',
    service: tickets,
    change: listing('list_comments', (listed) =>
      listed.flatMap((resource) =>
        resource.fields['author_id'] === undefined ? [resource] : [resource, resource],
      ),
    ),
    at: ['list_comments'],
  },
  unbounded(tickets, 'list_tickets', 'ticket'),
  unbounded(tickets, 'list_comments', 'comment'),
  unbounded(tickets, 'list_attachments', 'attachment'),
  unbounded(trips, 'listPayments', 'payment'),
  {
    id: 'departures-are-of-all-stations',
    title: 'the departures of a station are those of all',
    service: operating(trips, 'listDepartures', () => list('trip')),
    at: ['listDepartures'],
  },
  {
    id: 'departures-are-arrivals',
    title: 'the departures of a station are the trips that end there',
    service: operating(trips, 'listDepartures', () =>
      list(
        'trip',
        ({ destinationId }, { parameters }) => destinationId === parameters['station_id'],
      ),
    ),
    at: ['listDepartures'],
  },
  {
    id: 'comments-of-the-project-are-listed',
    title: 'the list of comments is of the project, not of the ticket',
    service: tickets,
    change: at(['list_comments'], (_, world) => ({
      among: (__, { name }, parent) =>
        all(world, name).filter((resource) => resource.parent?.parent === parent?.parent),
    })),
    at: ['list_comments'],
  },
];

const items: readonly Faulty[] = [
  {
    id: 'stations-in-lists-lack-a-city',
    title: 'stations in the list have no city, which is required',
    service: trips,
    change: itemising('listStations', (fields) => without(fields, 'city')),
    at: ['listStations'],
  },
  {
    id: 'stations-in-lists-lack-a-position',
    title: 'stations in the list have no position',
    service: trips,
    change: itemising('listStations', (fields) => without(fields, 'position')),
    at: ['listStations'],
    severity: 'warning',
  },
  {
    id: 'tickets-in-lists-lack-labels',
    title: 'tickets in the list have no labels',
    service: tickets,
    change: itemising('list_tickets', (fields) => without(fields, 'label_ids')),
    at: ['list_tickets'],
    severity: 'warning',
  },
  {
    id: 'trips-in-lists-are-as-created',
    title: 'trips in the list stay as they were created',
    service: trips,
    change: (plain) => {
      const first = new WeakMap<Resource, unknown>();
      return {
        view: (resource, call) => {
          const view = plain.view(resource, call);
          if (resource.kind === 'trip' && !first.has(resource)) first.set(resource, view);
          return call.operation === 'listTrips' ? (first.get(resource) ?? view) : view;
        },
      };
    },
    at: ['listTrips', 'changeTrip'],
  },
  {
    id: 'priorities-in-lists-are-the-default',
    title: 'each ticket in the list has priority 3',
    service: tickets,
    change: itemising('list_tickets', (fields) => ({ ...fields, priority: 3 })),
    at: ['list_tickets'],
  },
  {
    id: 'prices-in-lists-are-whole',
    title: 'prices in the list are rounded',
    service: trips,
    change: itemising('listTrips', (fields) => ({
      ...fields,
      price: Math.round(fields['price'] as number),
    })),
    at: ['listTrips'],
  },
  {
    id: 'ids-in-lists-are-of-rows',
    title: 'the ids of comments in the list are the numbers of the rows',
    service: tickets,
    change: answering((reply, { operation }) => {
      const rows = (reply.json as { readonly data?: readonly Fields[] } | undefined)?.data;
      return operation === 'list_comments' && Array.isArray(rows)
        ? { ...reply, json: { data: rows.map((row: Fields, i) => ({ ...row, id: i })) } }
        : reply;
    }),
    at: ['list_comments'],
  },
  {
    id: 'riders-in-lists-are-the-first-one',
    title: 'each booking in the list has the rider of the first',
    service: trips,
    change: answering((reply, { operation }) => {
      const rows = (reply.json as { readonly items?: readonly Fields[] } | undefined)?.items ?? [];
      const [first] = rows;
      return operation === 'listBookings' && first !== undefined
        ? {
            ...reply,
            json: {
              ...(reply.json as Fields),
              items: rows.map((row) => ({ ...row, rider: first['rider'] })),
            },
          }
        : reply;
    }),
    at: ['listBookings'],
  },
  {
    id: 'names-in-lists-are-cut',
    title: 'names of projects in the list have 12 letters at the most',
    service: tickets,
    change: itemising('list_projects', (fields) => ({
      ...fields,
      name: String(fields['name']).slice(0, 12),
    })),
    at: ['list_projects'],
  },
  {
    id: 'open-in-lists-is-always-true',
    title: 'each station in the list is open',
    service: trips,
    change: itemising('listStations', (fields) => ({ ...fields, isOpen: true })),
    at: ['listStations'],
  },
  {
    id: 'users-in-lists-have-the-address-of-others',
    title: 'each user in the list has the address of the one before',
    service: tickets,
    change: answering((reply, { operation }) => {
      const rows = (reply.json as { readonly data?: readonly Fields[] } | undefined)?.data;
      if (operation !== 'list_users' || !Array.isArray(rows)) return reply;
      const data = rows.map((row: Fields, i) => ({
        ...row,
        email: (rows.at(i - 1) as Fields)['email'],
      }));
      return { ...reply, json: { ...(reply.json as Fields), data } };
    }),
    at: ['list_users'],
  },
  {
    id: 'positions-in-lists-are-turned-round',
    title: 'latitude and longitude of stations in the list are each other',
    service: trips,
    change: itemising('listStations', (fields) => {
      const { latitude, longitude } = (fields['position'] ?? {}) as Fields;
      return latitude === undefined
        ? fields
        : { ...fields, position: { latitude: longitude, longitude: latitude } };
    }),
    at: ['listStations'],
  },
  {
    id: 'tags-in-lists-are-the-first-one',
    title: 'trips in the list have their first tag only',
    service: trips,
    change: itemising('listTrips', (fields) =>
      Array.isArray(fields['tags']) ? { ...fields, tags: fields['tags'].slice(0, 1) } : fields,
    ),
    at: ['listTrips'],
  },
  {
    id: 'due-dates-in-lists-are-a-day-early',
    title: 'due dates of tickets in the list are a day early',
    service: tickets,
    change: itemising('list_tickets', (fields) => {
      const due = Date.parse(fields['due_date'] as string);
      return Number.isNaN(due)
        ? fields
        : { ...fields, due_date: new Date(due - 864e5).toISOString().slice(0, 10) };
    }),
    at: ['list_tickets'],
  },
  {
    id: 'amounts-in-lists-are-whole',
    title: 'amounts of payments in the list have no cents',
    service: trips,
    change: itemising('listPayments', (fields) => ({
      ...fields,
      amount: Math.trunc(fields['amount'] as number),
    })),
    at: ['listPayments'],
  },
];

export const lists: readonly Faulty[] = [...members, ...items];
