/** Answers with a wrong status, of a wrong shape, or of a wrong type. */
import { answering } from '../changes.ts';
import type { Faulty } from '../member.ts';
import type { Call, Change, Fields, Reply, Service } from '../service.ts';
import { tickets } from '../tickets.ts';
import { trips } from '../trips.ts';
import { at, JSON_TYPE, kebab, succeeding, without } from './slips.ts';

function status(service: Service, operation: string, from: number, to: number): Faulty {
  return {
    id: `${kebab(operation)}-answers-${to}`,
    title: `${operation} answers ${to} in place of ${from}`,
    service,
    change: at(
      [operation],
      answering((reply) => (reply.status === from ? { ...reply, status: to } : reply)),
    ),
    at: [operation],
  };
}

/** An operation's answer where it succeeds. */
function telling(
  service: Service,
  operation: string,
  id: string,
  title: string,
  change: (json: Fields, call: Call) => unknown,
): Faulty {
  return {
    id,
    title,
    service,
    change: at(
      [operation],
      succeeding((reply, call) => ({ ...reply, json: change(reply.json as Fields, call) })),
    ),
    at: [operation],
  };
}

/** The resource in an envelope. */
const inData =
  (change: (fields: Fields) => unknown) =>
  (json: Fields): unknown => ({
    ...json,
    data: change(json['data'] as Fields),
  });

const statuses: readonly Faulty[] = [
  status(trips, 'createTrip', 201, 200),
  status(trips, 'payBooking', 202, 201),
  status(trips, 'deleteTrip', 204, 202),
  status(trips, 'cancelTrip', 200, 201),
  status(tickets, 'create_comment', 201, 200),
  status(tickets, 'close_ticket', 200, 202),
  status(tickets, 'start_report', 202, 200),
  status(tickets, 'add_label', 204, 201),
  {
    id: 'missing-trips-are-200',
    title: 'a trip that is not there is answered with 200 and null',
    service: trips,
    change: at(
      ['getTrip'],
      missing(() => ({ status: 200, headers: JSON_TYPE, json: null })),
    ),
    at: ['getTrip'],
  },
  {
    id: 'missing-users-are-empty',
    title: 'a user who is not there is answered with 200 and an empty object',
    service: tickets,
    change: at(
      ['get_user'],
      missing(() => ({ status: 200, headers: JSON_TYPE, json: { data: {} } })),
    ),
    at: ['get_user'],
  },
  {
    id: 'missing-projects-are-updated',
    title: 'an update of a project that is not there is answered with 200',
    service: tickets,
    change: at(
      ['update_project'],
      missing(({ body }) => ({ status: 200, headers: JSON_TYPE, json: { data: body } })),
    ),
    at: ['update_project'],
  },
  {
    id: 'missing-bookings-are-confirmed',
    title: 'a booking that is not there is confirmed',
    service: trips,
    change: at(
      ['confirmBooking'],
      missing(({ parameters: { bookingId: id } }) => ({
        status: 200,
        headers: JSON_TYPE,
        json: {
          id,
          state: 'confirmed',
          trip: { tripId: 'none' },
          rider: { name: 'nobody', email: 'nobody@example.com' },
          seats: 1,
        },
      })),
    ),
    at: ['confirmBooking'],
  },
  {
    id: 'failures-are-200',
    title: 'an invalid label is answered with 200 and an error',
    service: tickets,
    change: at(
      ['create_label'],
      answering((reply, _, refusal) =>
        refusal?.reason === 'shape' ? { ...reply, status: 200 } : reply,
      ),
    ),
    at: ['create_label'],
  },
];

function missing(answer: (call: Call) => Reply): Change {
  return answering((reply, call, refusal) =>
    refusal?.reason === 'missing' ? answer(call) : reply,
  );
}

const shapes: readonly Faulty[] = [
  telling(trips, 'getTrip', 'trips-lack-a-state', 'a trip has no state when it is read', (json) =>
    without(json, 'state'),
  ),
  telling(
    trips,
    'createStation',
    'created-stations-lack-an-id',
    'a station has no id when it is created',
    (json) => without(json, 'id'),
  ),
  telling(
    trips,
    'getStation',
    'times-are-numbers',
    'createdAt of a station is a number',
    (json) => ({ ...json, createdAt: Date.parse(json['createdAt'] as string) }),
  ),
  telling(
    trips,
    'replaceStation',
    'times-have-no-zone',
    'updatedAt of a station has no time zone',
    (json) => ({ ...json, updatedAt: String(json['updatedAt']).slice(0, 19) }),
  ),
  telling(trips, 'createTrip', 'prices-are-texts', 'the price of a trip is a text', (json) => ({
    ...json,
    price: String(json['price']),
  })),
  telling(
    trips,
    'getBooking',
    'states-are-in-capitals',
    'the state of a booking is in capitals',
    (json) => ({ ...json, state: String(json['state']).toUpperCase() }),
  ),
  telling(
    trips,
    'getPayment',
    'states-of-payments-are-codes',
    'the state of a payment is a number',
    (json) => ({ ...json, state: 2 }),
  ),
  telling(
    trips,
    'cancelTrip',
    'cancelled-is-spelt-otherwise',
    'the state of a cancelled trip is canceled',
    (json) => ({ ...json, state: 'canceled' }),
  ),
  telling(
    trips,
    'confirmBooking',
    'riders-are-names',
    'the rider of a confirmed booking is a text',
    (json) => ({ ...json, rider: 'Ann' }),
  ),
  telling(
    trips,
    'listTrips',
    'trips-come-without-a-page',
    'the list of trips is an array',
    (json) => json['items'],
  ),
  telling(
    trips,
    'listBookings',
    'no-bookings-are-null',
    'a list without bookings is null',
    (json) => ((json['items'] as unknown[]).length === 0 ? { ...json, items: null } : json),
  ),
  telling(
    trips,
    'listStations',
    'pages-are-called-data',
    'the items of a page of stations are called data',
    ({ items, ...json }) => ({ ...json, data: items }),
  ),
  telling(
    trips,
    'listDepartures',
    'departures-are-ids',
    'departures are told by their ids only',
    (json) => ({ ...json, items: (json['items'] as Fields[]).map(({ id }) => id) }),
  ),
  telling(
    tickets,
    'get_user',
    'users-have-no-envelope',
    'a user comes without data',
    (json) => json['data'],
  ),
  telling(
    tickets,
    'create_user',
    'ids-are-texts',
    'the id of a user is a text',
    inData((fields) => ({ ...fields, id: String(fields['id']) })),
  ),
  telling(
    tickets,
    'list_users',
    'users-in-lists-have-no-role',
    'users in the list have no role',
    (json) => ({ ...json, data: (json['data'] as Fields[]).map((item) => without(item, 'role')) }),
  ),
  telling(
    tickets,
    'get_project',
    'archived-is-a-number',
    'archived is 0 or 1',
    inData((fields) => ({ ...fields, archived: Number(fields['archived']) })),
  ),
  telling(
    tickets,
    'update_project',
    'counts-are-texts',
    'ticket_count is a text',
    inData((fields) => ({ ...fields, ticket_count: String(fields['ticket_count']) })),
  ),
  telling(
    tickets,
    'get_ticket',
    'titles-of-tickets-are-null',
    'the title of a ticket is null when it is read',
    inData((fields) => ({ ...fields, title: null })),
  ),
  telling(
    tickets,
    'create_ticket',
    'labels-are-null',
    'a ticket without labels has null for them',
    inData((fields) => ({ label_ids: null, ...fields })),
  ),
  telling(
    tickets,
    'list_comments',
    'one-comment-is-no-list',
    'a list of one comment is an object',
    (json) => {
      const rows = json['data'] as unknown[];
      return rows.length === 1 ? { data: rows[0] } : json;
    },
  ),
  telling(
    tickets,
    'list_tickets',
    'totals-are-texts',
    'the total of tickets is a text',
    (json) => ({ ...json, meta: { total: String((json['meta'] as Fields)['total']) } }),
  ),
  telling(
    tickets,
    'get_report',
    'progress-exceeds-100',
    'a report that is done has 1000 percent',
    inData((fields) => ({ ...fields, progress: (fields['progress'] as number) * 10 })),
  ),
  telling(
    tickets,
    'start_report',
    'reports-are-created',
    'the status of a new report is created',
    inData((fields) => ({ ...fields, status: 'created' })),
  ),
  telling(
    tickets,
    'attach_file',
    'sizes-have-units',
    'the size of an attachment has a unit',
    inData((fields) => ({ ...fields, size: `${String(fields['size'])} B` })),
  ),
  telling(
    tickets,
    'delete_label',
    'deleted-labels-are-ids',
    'a label that is deleted is answered with its id only',
    inData(({ id }) => ({ id })),
  ),
];

export const answers: readonly Faulty[] = [...statuses, ...shapes];
