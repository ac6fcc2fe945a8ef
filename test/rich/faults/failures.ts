/** Parameters at which a server breaks down, and refusals that nobody has written. */
import type { Faulty } from '../member.ts';
import { tickets } from '../tickets.ts';
import { trips } from '../trips.ts';
import { breaking, exceeds, INT32, unhandled } from './slips.ts';

const INT53 = 2 ** 53;

const parameters: readonly Faulty[] = [
  ...breaking(
    'at-a-name-for-a-number',
    'an id that is no number',
    [
      [tickets, 'get_user'],
      [tickets, 'get_ticket'],
    ],
    ({ path }) => !/\d+$/.test(path),
  ),
  ...breaking(
    'at-an-id-beyond-64-bits',
    'an id beyond 2^63',
    [
      [tickets, 'get_user'],
      [tickets, 'delete_user'],
    ],
    exceeds('user_id', 2 ** 63),
  ),
  ...breaking(
    'at-an-id-beyond-53-bits',
    'an id beyond 2^53',
    [[tickets, 'get_user']],
    exceeds('user_id', INT53),
  ),
  ...breaking(
    'at-an-id-beyond-32-bits',
    'an id beyond 2^31',
    [[tickets, 'delete_user']],
    exceeds('user_id', INT32),
  ),
  ...breaking(
    'at-what-is-no-uuid',
    'an id that is no UUID',
    [
      [tickets, 'delete_label'],
      [tickets, 'get_report'],
    ],
    ({ path }) => !/[\da-f-]{36}$/i.test(path),
  ),
  ...breaking(
    'at-a-bad-cursor',
    'a cursor that it has not given',
    [
      [trips, 'listStations'],
      [trips, 'listTrips'],
    ],
    ({ parameters: { cursor } }) =>
      cursor !== undefined &&
      !/^[\w-]*$/.test(Buffer.from(cursor as string, 'base64url').toString()),
  ),
  ...breaking(
    'at-a-limit-of-zero',
    'a limit of 0',
    [
      [trips, 'listBookings'],
      [tickets, 'list_users'],
    ],
    ({ parameters: { limit } }) => limit === 0,
  ),
  ...breaking(
    'at-a-limit-that-is-none',
    'a limit that is no number',
    [[tickets, 'list_projects']],
    ({ parameters: { limit } }) => typeof limit === 'string',
  ),
  ...breaking(
    'at-a-vast-offset',
    'an offset beyond 2^31',
    [
      [tickets, 'list_users'],
      [tickets, 'list_tickets'],
    ],
    exceeds('offset', INT32),
  ),
  ...breaking(
    'at-a-negative-offset',
    'a negative offset',
    [[tickets, 'list_projects']],
    ({ parameters: { offset } }) => (offset as number) < 0,
  ),
  ...breaking(
    'at-a-date-that-is-none',
    'a date that is none',
    [[trips, 'listTrips']],
    ({ parameters: { departsAfter } }) =>
      departsAfter !== undefined && Number.isNaN(Date.parse(departsAfter as string)),
  ),
  ...breaking(
    'at-an-unknown-state',
    'a state that it does not know',
    [
      [trips, 'listBookings'],
      [tickets, 'list_tickets'],
    ],
    ({ parameters: { state } }) =>
      state !== undefined &&
      !/^(?:pending|confirmed|paid|open|in_progress|closed)$/.test(state as string),
  ),
  ...breaking(
    'at-an-unknown-order',
    'an order that it does not know',
    [[tickets, 'list_projects']],
    ({ parameters: { order } }) =>
      order !== undefined && !/^(?:name|created_at)$/.test(order as string),
  ),
  ...breaking(
    'at-an-empty-filter',
    'an empty filter',
    [[trips, 'listStations']],
    ({ parameters: { city } }) => city === '',
  ),
  ...breaking(
    'at-an-unknown-parameter',
    'a parameter that it does not know',
    [[tickets, 'list_labels']],
    ({ query }) => query !== '',
  ),
  ...breaking(
    'at-an-odd-key',
    'an idempotency key that is no UUID',
    [[tickets, 'create_ticket']],
    ({ headers }) =>
      headers['idempotency-key'] !== undefined &&
      !/^[\da-f-]{36}$/i.test(String(headers['idempotency-key'])),
  ),
];

const refusals: readonly Faulty[] = [
  unhandled(trips, 'createStation', 'used', 'at a used code'),
  unhandled(tickets, 'create_user', 'used', 'at a used name'),
  unhandled(tickets, 'create_project', 'used', 'at a used slug'),
  unhandled(trips, 'createTrip', 'reference', 'where there is no such station'),
  unhandled(trips, 'createBooking', 'reference', 'where there is no such trip'),
  unhandled(tickets, 'create_ticket', 'reference', 'where there is no such user'),
  unhandled(trips, 'deleteStation', 'state', 'where trips depart from it'),
  unhandled(tickets, 'delete_user', 'state', 'where the user owns something'),
  unhandled(trips, 'cancelTrip', 'state', 'the second time'),
  unhandled(tickets, 'archive_project', 'state', 'the second time'),
  unhandled(trips, 'deleteBooking', 'missing', 'where there is no booking'),
  unhandled(tickets, 'delete_label', 'missing', 'where there is no label'),
  unhandled(trips, 'getTrip', 'missing', 'where there is no trip'),
  unhandled(tickets, 'update_project', 'missing', 'where there is no project'),
  unhandled(trips, 'changeTrip', 'media-type', 'at another media type'),
  unhandled(tickets, 'list_projects', 'credential', 'without a credential'),
  unhandled(trips, 'getBooking', 'credential', 'without a credential'),
];

export const failures: readonly Faulty[] = [...parameters, ...refusals];
