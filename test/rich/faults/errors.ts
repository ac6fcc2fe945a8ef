/** Errors of a wrong shape, and answers of a wrong media type. */
import { withType } from '../../family/changes.ts';
import { answering, withKind } from '../changes.ts';
import type { Faulty } from '../member.ts';
import type { Change, Fields, Reason, Reply } from '../service.ts';
import { tickets } from '../tickets.ts';
import { trips } from '../trips.ts';
import { at, JSON_TYPE, succeeding, without } from './slips.ts';

/** Refusals in another form. */
function refusing(
  operations: readonly string[],
  reasons: readonly Reason[],
  change: (reply: Reply) => Reply,
): Change {
  return at(
    operations,
    answering((reply, _, refusal) =>
      refusal && reasons.includes(refusal.reason) ? change(reply) : reply,
    ),
  );
}

const refused: readonly Faulty[] = [
  {
    id: 'problems-are-json',
    title: 'an error of a trip is application/json',
    service: trips,
    change: refusing(['createTrip'], ['shape', 'reference'], (reply) =>
      withType(reply, 'application/json'),
    ),
    at: ['createTrip'],
  },
  {
    id: 'problems-lack-a-title',
    title: 'an error of a station has no title',
    service: trips,
    change: refusing(['getStation'], ['missing'], (reply) => ({
      ...reply,
      json: without(reply.json as Fields, 'title'),
    })),
    at: ['getStation'],
  },
  {
    id: 'problems-have-a-text-for-a-status',
    title: 'the status of an error of a payment is a text',
    service: trips,
    change: refusing(['payBooking'], ['shape', 'missing'], (reply) => ({
      ...reply,
      json: { ...(reply.json as Fields), status: String(reply.status) },
    })),
    at: ['payBooking'],
  },
  {
    id: 'errors-are-empty',
    title: 'an error of a ticket has an empty list',
    service: tickets,
    change: refusing(['create_ticket'], ['shape', 'missing', 'reference'], (reply) => ({
      ...reply,
      json: { errors: [] },
    })),
    at: ['create_ticket'],
  },
  {
    id: 'errors-are-pages',
    title: 'an error of a report is a page of HTML',
    service: tickets,
    change: refusing(['start_report', 'get_report'], ['shape', 'missing'], (reply) => ({
      ...reply,
      headers: { 'Content-Type': 'text/html' },
      body: '<h1>Bad Request</h1>',
    })),
    at: ['start_report', 'get_report'],
  },
  {
    id: 'errors-are-bare',
    title: 'a refused credential is answered with nothing',
    service: tickets,
    change: refusing(['get_project'], ['credential'], ({ status: code }) => ({
      status: code,
      headers: JSON_TYPE,
      body: '',
    })),
    at: ['get_project'],
  },
  {
    id: 'errors-lack-a-code',
    title: 'an error of a user has no code',
    service: tickets,
    change: refusing(['create_user'], ['shape', 'used'], (reply) => ({
      ...reply,
      json: { errors: [{ detail: 'invalid' }] },
    })),
    at: ['create_user'],
  },
  {
    id: 'errors-have-a-stack-trace',
    title: 'an error of a booking tells where in the code it is from',
    service: trips,
    change: refusing(['createBooking'], ['shape'], (reply) => ({
      ...reply,
      json: {
        ...(reply.json as Fields),
        detail:
          'TypeError: no email\n    at parse (/srv/app/bookings.js:12:7)\n    at Layer.handle (/srv/app/node_modules/express/lib/router/layer.js:95:5)',
      },
    })),
    at: ['createBooking'],
    severity: 'warning',
  },
];

const types: readonly Faulty[] = [
  {
    id: 'trips-are-text',
    title: 'the list of trips is text/html',
    service: trips,
    change: at(
      ['listTrips'],
      succeeding((reply) => withType(reply, 'text/html')),
    ),
    at: ['listTrips'],
  },
  {
    id: 'users-have-no-type',
    title: 'a user comes without a Content-Type',
    service: tickets,
    change: at(
      ['get_user'],
      succeeding((reply) => ({
        ...reply,
        headers: without(reply.headers, 'Content-Type') as Reply['headers'],
      })),
    ),
    at: ['get_user'],
  },
  {
    id: 'photos-are-jpeg',
    title: 'a photo says that it is image/jpeg',
    service: trips,
    change: at(
      ['getPhoto'],
      succeeding((reply) => withType(reply, 'image/jpeg')),
    ),
    at: ['getPhoto'],
  },
  {
    id: 'labels-are-cut',
    title: 'the list of labels lacks its last byte',
    service: tickets,
    change: at(
      ['list_labels'],
      succeeding((reply) => ({ ...reply, body: JSON.stringify(reply.json).slice(0, -1) })),
    ),
    at: ['list_labels'],
  },
  {
    id: 'bookings-are-printed',
    title: 'a confirmed booking is printed as a program does, not as JSON',
    service: trips,
    change: at(
      ['confirmBooking'],
      succeeding((reply) => ({ ...reply, body: JSON.stringify(reply.json).replaceAll('"', "'") })),
    ),
    at: ['confirmBooking'],
  },
  {
    id: 'users-ids-are-rounded',
    title: 'ids of users are beyond 2^53, and rounded in answers',
    service: withKind(tickets, 'user', { nextKey: (count) => 2n ** 60n + BigInt(count) }),
    change: (plain) => ({
      view: (resource, call) => {
        const fields = plain.view(resource, call) as Fields;
        return resource.kind === 'user' ? { ...fields, id: BigInt(Number(fields['id'])) } : fields;
      },
    }),
    at: ['create_user', 'get_user', 'list_users', 'delete_user'],
  },
];

export const errors: readonly Faulty[] = [...refused, ...types];
