/** What clients may see and do that they have no right to. */
import { withKind } from '../changes.ts';
import type { Faulty } from '../member.ts';
import type { Call, Change, Service, World } from '../service.ts';
import { shop } from '../shop.ts';
import { tickets } from '../tickets.ts';
import { trips } from '../trips.ts';
import { at, kebab } from './slips.ts';

/** The right to a resource that is not looked at: `WHERE id = …`, without the account. */
function open(service: Service, operations: string): Faulty[] {
  return operations.split(' ').map((operation) => ({
    id: `${kebab(operation)}-of-others`,
    title: `${operation} takes no heed whose it is`,
    service,
    change: at([operation], () => ({ owns: () => true })),
    at: [operation],
    isBetweenAccounts: true,
  }));
}

/** What is not the caller's own is changed or deleted, and only then refused. */
function late(service: Service, operation: string): Faulty {
  return {
    id: `${kebab(operation)}-of-others-is-refused-and-made`,
    title: `${operation} does what another account asks for, then answers with 404`,
    service,
    change: at([operation], (plain, world) => ({
      owns: () => true,
      finish: (reply, call, refusal) =>
        call.account === 'other' && !refusal
          ? world.refuse('missing', 'it is not there').reply
          : plain.finish(reply, call, refusal),
    })),
    at: [operation],
    isBetweenAccounts: true,
  };
}

/** Of what an operator has created for riders, or an administrator for users, nothing says whose it is. */
const objects: readonly Faulty[] = [
  late(trips, 'deleteBooking'),
  late(trips, 'changeTrip'),
  late(tickets, 'update_project'),
  late(tickets, 'replace_ticket'),
  late(tickets, 'delete_ticket'),
  ...open(trips, 'replaceStation deleteStation'),
  ...open(trips, 'changeTrip deleteTrip cancelTrip'),
  ...open(trips, 'getBooking deleteBooking listBookings confirmBooking getPayment'),
  ...open(tickets, 'delete_user list_labels'),
  ...open(tickets, 'get_project update_project list_projects'),
  ...open(tickets, 'get_ticket replace_ticket delete_ticket list_tickets close_ticket'),
  ...open(tickets, 'list_comments create_comment get_report'),
  ...open(tickets, 'add_label attach_file list_attachments get_attachment'),
  ...open(trips, 'payBooking listPayments putPhoto'),
  ...[shop, trips].map((service): Faulty => {
    const operation = service === shop ? 'listProducts' : 'listTrips';
    return {
      id: `basic-is-enough-for-${kebab(operation)}`,
      title: 'whoever comes with a name and a password is let in, though the document has a token',
      service,
      change: at([operation], (plain) => ({
        admit: (call) =>
          call.headers.authorization?.startsWith('Basic ') ? undefined : plain.admit(call),
      })),
      at: [operation],
    };
  }),
  {
    id: 'keys-are-shared-by-accounts',
    title: 'an idempotency key gives the booking that another account made with it',
    service: trips,
    change: at(['createBooking'], (plain) => ({
      once: (call, work) => plain.once({ ...call, caller: '' }, work),
    })),
    at: ['createBooking'],
    isBetweenAccounts: true,
  },
  {
    id: 'bookings-of-others-by-trip',
    title: 'the filter by trip finds bookings of all accounts',
    service: trips,
    change: at(['listBookings'], (plain) => ({
      owns: (call, resource) =>
        plain.owns(call, resource) || call.parameters['tripId'] !== undefined,
    })),
    at: ['listBookings'],
    isBetweenAccounts: true,
  },
];

/** Lets in whom the document doesn't. */
function admitting(operation: string, isWelcome: (call: Call, world: World) => boolean): Change {
  return at([operation], (plain, world) => ({
    admit: (call) => (isWelcome(call, world) ? undefined : plain.admit(call)),
  }));
}

const anybody = (): boolean => true;
const whoeverHasOne = ({ headers }: Call): boolean =>
  headers.authorization !== undefined || headers['x-operator-key'] !== undefined;

const credentials: readonly Faulty[] = [
  ...(
    [
      [trips, 'deleteTrip'],
      [trips, 'listBookings'],
      [trips, 'getPayment'],
      [trips, 'putPhoto'],
      [tickets, 'create_user'],
      [tickets, 'list_projects'],
      [tickets, 'update_project'],
      [tickets, 'attach_file'],
    ] as const
  ).map(([service, operation]) => ({
    id: `${kebab(operation)}-for-anybody`,
    title: `${operation} asks for no credential`,
    service,
    change: admitting(operation, anybody),
    at: [operation],
  })),
  ...(
    [
      [trips, 'getBooking'],
      [trips, 'createStation'],
      [tickets, 'delete_user'],
      [tickets, 'get_project'],
    ] as const
  ).map(([service, operation]) => ({
    id: `${kebab(operation)}-with-any-credential`,
    title: `${operation} takes any credential, if there is one`,
    service,
    change: admitting(operation, whoeverHasOne),
    at: [operation],
  })),
  {
    id: 'create-trip-for-riders',
    title: 'a rider may create trips, which takes an operator',
    service: trips,
    change: admitting('createTrip', ({ headers }, { service }) =>
      String(headers.authorization).endsWith(` ${service.credentials['rider']}`),
    ),
    at: ['createTrip'],
  },
  ...(['replaceStation', 'putPhoto', 'cancelTrip'] as const).map((operation) => ({
    id: `${kebab(operation)}-for-riders`,
    title: `a rider may call ${operation}, which takes an operator`,
    service: trips,
    change: admitting(operation, ({ headers }, { service }) =>
      String(headers.authorization).endsWith(` ${service.credentials['rider']}`),
    ),
    at: [operation],
  })),
  {
    id: 'delete-user-for-sessions',
    title: 'who has a session may delete users, which takes an admin',
    service: tickets,
    change: admitting('delete_user', ({ headers }, { service }) =>
      String(headers.authorization).endsWith(` ${service.credentials['session']}`),
    ),
    at: ['delete_user'],
  },
  {
    id: 'passwords-are-told',
    title: 'the password of a user is told',
    service: withKind(tickets, 'user', { secret: [] }),
    at: ['create_user', 'get_user', 'list_users'],
    severity: 'warning',
  },
];

export const rights: readonly Faulty[] = [...objects, ...credentials];
