/** `Location` and documented links that lead elsewhere, or nowhere. */
import { answering } from '../changes.ts';
import type { Faulty } from '../member.ts';
import { type Call, type Change, type Fields, Refusal, all } from '../service.ts';
import { tickets } from '../tickets.ts';
import { trips } from '../trips.ts';
import { at, besides, succeeding } from './slips.ts';

/** What is created is said to be elsewhere. */
function locating(operation: string, change: (location: string, call: Call) => string): Change {
  return at(
    [operation],
    succeeding((reply, call) => {
      const location = change(String(reply.headers['Location']), call);
      return { ...reply, headers: { ...reply.headers, Location: location } };
    }),
  );
}

/** The answer of an operation has other values in the envelope. */
function telling(operation: string, change: (fields: Fields) => Fields): Change {
  return at(
    [operation],
    succeeding((reply) => {
      const json = reply.json as Fields;
      const data = json['data'] as Fields | undefined;
      return { ...reply, json: data ? { ...json, data: change(data) } : change(json) };
    }),
  );
}

const locations: readonly Faulty[] = [
  {
    id: 'location-of-stations-is-singular',
    title: 'the Location of a station is /station/…',
    service: trips,
    change: locating('createStation', (location) => location.replace('stations', 'station')),
    at: ['createStation'],
  },
  {
    id: 'location-of-stations-is-missing',
    title: 'the Location of a station, which is required, is missing',
    service: trips,
    change: at(
      ['createStation'],
      answering((reply) => {
        const { Location: location, ...headers } = reply.headers;
        return location === undefined ? reply : { ...reply, headers };
      }),
    ),
    at: ['createStation'],
  },
  {
    id: 'location-of-trips-is-the-list',
    title: 'the Location of a trip is that of all trips',
    service: trips,
    change: locating('createTrip', (_, { path }) => path),
    at: ['createTrip'],
  },
  {
    id: 'location-of-stations-is-the-one-before',
    title: 'the Location of a station is that of the one before',
    service: trips,
    change: at(['createStation'], (plain) => {
      let before: string | readonly string[] | undefined;
      return {
        finish: async (reply, call, refusal) => {
          const made = await plain.finish(reply, call, refusal);
          const location = made.headers['Location'];
          if (location === undefined) return made;
          const shown = before ?? location;
          before = location;
          return { ...made, headers: { ...made.headers, Location: shown } };
        },
      };
    }),
    at: ['createStation'],
  },
  {
    id: 'location-of-bookings-is-undefined',
    title: 'the Location of a booking is /bookings/undefined',
    service: trips,
    change: locating('createBooking', (_, { path }) => `${path}/undefined`),
    at: ['createBooking'],
  },
  {
    id: 'location-of-tickets-lacks-the-project',
    title: 'the Location of a ticket is /tickets/…',
    service: tickets,
    change: locating('create_ticket', (location) => location.replace(/^.*(?=\/tickets)/, '')),
    at: ['create_ticket'],
  },
  {
    id: 'location-of-payments-lacks-the-booking',
    title: 'the Location of a payment is /payments/…',
    service: trips,
    change: locating('payBooking', (location) => location.replace(/^.*(?=\/payments)/, '')),
    at: ['payBooking'],
  },
  {
    id: 'location-of-reports-is-singular',
    title: 'the Location of a report is /report/…',
    service: tickets,
    change: locating('start_report', (location) => location.replace('reports', 'report')),
    at: ['start_report'],
  },
  {
    id: 'location-of-projects-is-by-key',
    title: 'the Location of a project has its key in place of its slug',
    service: tickets,
    change: locating(
      'create_project',
      (_, { path, body }) => `${path}/${String((body as Fields)['key'])}`,
    ),
    at: ['create_project'],
  },
  {
    id: 'location-of-users-is-by-name',
    title: 'the Location of a user has the name in place of the id',
    service: tickets,
    change: locating(
      'create_user',
      (_, { path, body }) => `${path}/${String((body as Fields)['username'])}`,
    ),
    at: ['create_user'],
  },
  {
    id: 'location-of-trips-is-an-inner-address',
    title: 'the Location of a trip names the machine behind the proxy',
    service: trips,
    change: locating('createTrip', (location) => `http://10.0.0.7:8080${location}`),
    at: ['createTrip'],
    severity: 'warning',
  },
  {
    id: 'location-of-bookings-is-the-trip',
    title: 'the Location of a booking is that of its trip',
    service: trips,
    change: locating('createBooking', (_, { body }) => {
      return `/trips/${String(((body as Fields)['trip'] as Fields)['tripId'])}`;
    }),
    at: ['createBooking'],
  },
  {
    id: 'location-of-tickets-is-for-the-cluster',
    title: 'the Location of a ticket names a service of the cluster',
    service: tickets,
    change: locating('create_ticket', (location) => `http://tickets:8080${location}`),
    at: ['create_ticket'],
    severity: 'warning',
  },
  {
    id: 'location-of-attachments-is-the-ticket',
    title: 'the Location of an attachment is that of its ticket',
    service: tickets,
    change: locating('attach_file', (location) => location.replace(/\/attachments.*$/, '')),
    at: ['attach_file'],
  },
];

const links: readonly Faulty[] = [
  {
    id: 'created-trips-have-another-id',
    title: 'a trip is answered with the id of a draft, under which it can’t be read',
    service: trips,
    change: telling('createTrip', (fields) => ({ ...fields, id: crypto.randomUUID() })),
    at: ['createTrip', 'getTrip'],
  },
  {
    id: 'created-tickets-have-the-next-number',
    title: 'a ticket is answered with the number of the next one',
    service: tickets,
    change: telling('create_ticket', (fields) => ({
      ...fields,
      number: (fields['number'] as number) + 1,
    })),
    at: ['create_ticket', 'get_ticket'],
  },
  {
    id: 'payments-have-the-id-of-the-job',
    title: 'a payment is answered with the id of the job, under which it can’t be read',
    service: trips,
    change: telling('payBooking', (fields) => ({ ...fields, id: `job-${String(fields['id'])}` })),
    at: ['payBooking', 'getPayment'],
  },
  {
    id: 'reports-are-gone-when-done',
    title: 'a report can’t be read: the queue has forgotten it',
    service: besides(tickets, 'start_report', (_, world) => {
      const last = all(world, 'report').at(-1);
      if (last) world.resources.delete(last);
    }),
    at: ['start_report', 'get_report'],
  },
  {
    id: 'bookings-name-another-trip',
    title: 'a booking is answered with another trip than was booked',
    service: trips,
    change: telling('createBooking', (fields) => ({
      ...fields,
      trip: { tripId: crypto.randomUUID() },
    })),
    at: ['createBooking'],
  },
  {
    id: 'payments-are-found-by-their-booking',
    title: 'a payment is read as the first one of its booking',
    service: trips,
    change: at(['getPayment'], (plain, world) => ({
      find: (call, kind) => {
        const found = plain.find(call, kind);
        if (kind.name !== 'payment' || found instanceof Refusal) return found;
        return all(world, 'payment').find(({ parent }) => parent === found.parent) ?? found;
      },
    })),
    at: ['getPayment', 'payBooking'],
  },
  {
    id: 'reports-are-found-by-their-kind',
    title: 'a report is read as the first one of its kind',
    service: tickets,
    change: at(['get_report'], (plain, world) => ({
      find: (call, kind) => {
        const found = plain.find(call, kind);
        if (found instanceof Refusal) return found;
        const isLike = ({ fields }: { readonly fields: Fields }): boolean =>
          fields['kind'] === found.fields['kind'];
        return all(world, 'report').find(isLike) ?? found;
      },
    })),
    at: ['get_report', 'start_report'],
  },
  {
    id: 'created-labels-have-another-id',
    title: 'a label is answered with an id that it does not have',
    service: tickets,
    change: telling('create_label', (fields) => ({ ...fields, id: crypto.randomUUID() })),
    at: ['create_label', 'list_labels', 'delete_label', 'add_label'],
  },
];

export const linking: readonly Faulty[] = [...locations, ...links];
