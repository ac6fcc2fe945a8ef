/** Servers that do what their documents say, each in a way of its own. */
import { randomUUID } from 'node:crypto';
import { both, forbidding, keeping, ruling, telling, withKind } from '../changes.ts';
import { bareStations, besides, named, operating } from '../faults/slips.ts';
import { act, change } from '../operations.ts';
import type { Conformant } from '../member.ts';
import { type Draft, type Fields, all } from '../service.ts';
import { shop } from '../shop.ts';
import { type Project, type Ticket, tickets } from '../tickets.ts';
import { type Trip, trips } from '../trips.ts';

/** A key that is told by its parent, or the server. */
function counting(): (count: number, draft: Draft) => number {
  const counts = new WeakMap<object, number>();
  return (_, { parent = counts }: { readonly parent?: object | undefined }) => {
    counts.set(parent, (counts.get(parent) ?? 0) + 1);
    return counts.get(parent)!;
  };
}

/** How resources are called. */
export const identities: readonly Conformant[] = [
  {
    id: 'readable-ids',
    title: 'ids have a word before them',
    service: withKind(trips, 'station', { nextKey: (count) => `st_${(count + 1e6).toString(36)}` }),
  },
  {
    id: 'ids-of-digits',
    title: 'ids are numbers in texts',
    service: withKind(trips, 'trip', { nextKey: String }),
  },
  {
    id: 'ids-with-a-colon',
    title: 'ids have what is special in URLs',
    service: withKind(trips, 'booking', { nextKey: () => `urn:booking:${randomUUID()}` }),
  },
  {
    id: 'numbers-by-project',
    title: 'tickets are numbered in each project from 1',
    service: withKind(tickets, 'ticket', { nextKey: counting() }),
  },
  {
    id: 'large-ids',
    title: 'ids of users are beyond 2^53',
    service: withKind(tickets, 'user', { nextKey: (count) => 2n ** 60n + BigInt(count) }),
  },
  {
    id: 'scattered-ids',
    title: 'ids of users have no order',
    service: withKind(tickets, 'user', { nextKey: (count) => (count * 7919) % 1_000_003 }),
  },
];

const isCancelled = ({ fields }: { readonly fields: Fields }): boolean =>
  fields['state'] === 'cancelled';

/** What forbids a change, and what changes by itself. */
export const actions: readonly Conformant[] = [
  {
    id: 'stations-without-photos',
    title: 'a station has no photo until one is put there, and then a moment later',
    service: operating(bareStations, 'getPhoto', (plain) => (call, world) => {
      const station = named(call, world, 'station');
      const isLate = station !== undefined && Date.now() < station.changedAt + 300;
      return isLate ? world.refuse('missing', 'no photo yet') : plain(call, world);
    }),
  },
  {
    id: 'cancelled-orders-have-no-lines',
    title: 'a cancelled order has no lines, as the answer says',
    service: operating(shop, 'cancelOrder', () =>
      act('order', { status: 'open' }, { status: 'cancelled', lines: [] }),
    ),
  },
  {
    id: 'who-cancels-an-order-is-cancelled',
    title: 'the state of a customer follows from that of an order',
    service: besides(shop, 'cancelOrder', (call, world) => {
      const id = String(named(call, world, 'order')?.fields['customerId']);
      const customer = all(world, 'customer').find(({ key }) => key === id);
      if (customer) change(customer, { ...customer.fields, status: 'cancelled' });
    }),
  },
  {
    id: 'cancelled-trips-are-kept',
    title: 'a cancelled trip is not changed or deleted',
    service: trips,
    change: forbidding(/^(?:change|delete)Trip$/, 'it is cancelled', isCancelled),
  },
  {
    id: 'confirmed-bookings-are-kept',
    title: 'a confirmed booking is not deleted',
    service: trips,
    change: forbidding(
      /^deleteBooking$/,
      'it is confirmed',
      ({ fields }) => fields['state'] !== 'pending',
    ),
  },
  {
    id: 'payments-of-confirmed-bookings',
    title: 'a booking is paid once it is confirmed',
    service: trips,
    change: ruling(
      'payment',
      'it is not confirmed',
      (_, { parent }) => parent!.fields['state'] !== 'confirmed',
      'state',
    ),
  },
  {
    id: 'one-payment-a-booking',
    title: 'a booking is paid once',
    service: trips,
    change: ruling(
      'payment',
      'it is paid',
      (_, { parent }, { resources }) =>
        [...resources].some((resource) => resource.parent === parent),
      'state',
    ),
  },
  {
    id: 'closed-tickets-are-kept',
    title: 'a closed ticket takes no changes and comments',
    service: tickets,
    change: both(
      forbidding(
        /^(?:replace|delete)_ticket$/,
        'it is closed',
        ({ fields }) => fields['state'] === 'closed',
      ),
      ruling(
        'comment',
        'it is closed',
        (_, { parent }) => parent!.fields['state'] === 'closed',
        'state',
      ),
    ),
  },
  {
    id: 'archived-projects-are-kept',
    title: 'an archived project is not changed',
    service: tickets,
    change: forbidding(
      /^update_project$/,
      'it is archived',
      ({ fields }) => fields['archived'] === true,
    ),
  },
  {
    id: 'projects-with-tickets-are-not-archived',
    title: 'a project is archived when its tickets are closed',
    service: tickets,
    change: forbidding(/^archive_project$/, 'it has open tickets', (project, { resources }) =>
      [...resources].some(({ parent, fields }) => parent === project && fields['state'] === 'open'),
    ),
  },
  {
    id: 'views-are-counted',
    title: 'a ticket counts how often it was read',
    service: tickets,
    change: telling((fields, resource, { method }) => {
      const views = (VIEWS.get(resource) ?? 0) + (method === 'GET' ? 1 : 0);
      VIEWS.set(resource, views);
      return { ...fields, views };
    }, 'ticket'),
  },
  {
    id: 'work-goes-on',
    title: 'a ticket is in progress some milliseconds after it was created',
    service: withKind(tickets, 'ticket', {
      told: ({ createdAt, fields: { state } }) => ({
        created_at: new Date(createdAt).toISOString(),
        state: state === 'open' && Date.now() > createdAt + 3 ? 'in_progress' : state,
      }),
    }),
  },
  {
    id: 'bookings-confirm-themselves',
    title: 'a booking is confirmed some milliseconds after it was made',
    service: withKind(trips, 'booking', {
      told: ({ createdAt, fields: { state } }) => ({
        state: state === 'pending' && Date.now() > createdAt + 3 ? 'confirmed' : state,
        createdAt: new Date(createdAt).toISOString(),
      }),
    }),
  },
  {
    id: 'users-are-seen',
    title: 'a user was last seen a moment ago, whenever one looks',
    service: withKind(tickets, 'user', {
      told: () => ({ last_seen_at: new Date().toISOString() }),
    }),
  },
  {
    id: 'cancelling-again-is-fine',
    title: 'a cancelled trip can be cancelled again',
    service: {
      ...trips,
      operations: { ...trips.operations, cancelTrip: act('trip', {}, { state: 'cancelled' }) },
    },
  },
];
const VIEWS = new WeakMap<object, number>();

const DEFAULT_PRIORITY = 3;

/** What comes back is what was sent, and what the server made of it. */
export const contents: readonly Conformant[] = [
  {
    id: 'nothing-is-filled-in',
    title: 'defaults are not filled in',
    service: tickets,
    change: keeping('ticket', ({ priority, ...rest }: Ticket, { sent }) =>
      sent['priority'] === undefined ? rest : { ...rest, priority },
    ),
  },
  {
    id: 'defaults-within-are-filled-in',
    title: 'the defaults of objects within are filled in',
    service: tickets,
    change: keeping('project', ({ settings, ...rest }: Project, { before }) => {
      const stored = before?.fields['settings'] as Fields | undefined;
      return { ...rest, settings: { is_public: false, ...stored, ...(settings as Fields) } };
    }),
  },
  {
    id: 'defaults-are-left-out',
    title: 'what is as the default has it is left out',
    service: tickets,
    change: telling(({ priority, ...rest }) =>
      priority === DEFAULT_PRIORITY ? rest : { ...rest, priority },
    ),
  },
  {
    id: 'null-for-what-is-missing',
    title: 'what was not sent is null where it may be',
    service: tickets,
    change: telling((fields) => ({ body: null, points: null, ...fields }), 'ticket'),
  },
  {
    id: 'no-nulls',
    title: 'what is null is left out',
    service: trips,
    change: telling((fields) =>
      Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)),
    ),
  },
  {
    id: 'more-than-documented',
    title: 'answers have properties that the document does not know',
    service: trips,
    change: telling((fields, { kind, key }) => ({
      ...fields,
      self: `/${kind}s/${key}`,
      _rev: randomUUID(),
    })),
  },
  {
    id: 'addresses-in-small-letters',
    title: 'addresses are kept in small letters',
    service: tickets,
    change: keeping('user', ({ email, ...rest }: { readonly email: string }) => ({
      ...rest,
      email: email.toLowerCase(),
    })),
  },
  {
    id: 'read-only-properties-are-refused',
    title: 'a request that says what only the server may say is refused',
    service: trips,
    change: ruling('trip', 'it is read only', (_, { sent }) =>
      ['id', 'state', 'seatsLeft', 'createdAt'].some((name) => name in sent),
    ),
  },
  {
    id: 'unknown-properties-are-refused',
    title: 'what the document does not know is refused',
    service: tickets,
    change: ruling('ticket', 'it is unknown', (_, { sent }) =>
      Object.keys(sent).some((name) => !TICKET.has(name)),
    ),
  },
  {
    id: 'unknown-properties-are-kept',
    title: 'what the document does not know is kept and told',
    service: trips,
    change: (plain) => ({
      keep: (call, draft) => {
        const unknown = Object.entries(draft.fields).filter(([name]) => !MADE.has(name));
        return { ...Object.fromEntries(unknown), ...plain.keep(call, draft) };
      },
    }),
  },
  {
    id: 'prices-have-cents',
    title: 'a price is rounded to two decimals',
    service: trips,
    change: keeping('trip', ({ price, ...rest }: Trip) =>
      price === undefined ? rest : { ...rest, price: Math.round(price * 100) / 100 },
    ),
  },
  {
    id: 'prices-are-cut',
    title: 'a price has three decimals, and what is beyond them is cut off',
    service: trips,
    change: keeping('trip', ({ price, ...rest }: Trip) =>
      price === undefined
        ? rest
        : { ...rest, price: Number(String(price).replace(/(\.\d{3})\d+$/, '$1')) },
    ),
  },
  {
    id: 'texts-are-trimmed',
    title: 'white space around texts is dropped',
    service: tickets,
    change: keeping('ticket', (fields) => mapTexts(fields, (text) => text.trim())),
  },
  {
    id: 'short-names',
    title: 'a city has 100 characters at the most',
    service: trips,
    change: ruling(
      'station',
      'city is too long',
      ({ city }: { readonly city: string }) => city.length > 100,
      'shape',
    ),
  },
  {
    id: 'plain-names',
    title: 'names of labels have letters, digits, blanks and hyphens',
    service: tickets,
    change: ruling(
      'label',
      'name has other characters',
      ({ name }: { readonly name: string }) => !/^[\w -]+$/.test(name),
      'shape',
    ),
  },
  {
    id: 'labels-of-a-ticket-are-a-set',
    title: 'a label that is named twice is kept once',
    service: tickets,
    change: keeping('ticket', ({ label_ids: ids, ...rest }: Ticket) =>
      ids === undefined ? rest : { ...rest, label_ids: [...new Set(ids)] },
    ),
  },
];
/** What only the server says. */
const MADE = new Set(['id', 'state', 'seatsLeft', 'createdAt', 'updatedAt', 'expiresAt']);
const TICKET = new Set(
  'title body priority points assignee_id label_ids watchers custom_fields due_date remindAt external_url'.split(
    ' ',
  ),
);

function mapTexts(fields: Fields, change: (text: string) => string): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? change(value) : value,
    ]),
  );
}
