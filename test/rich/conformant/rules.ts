/** Servers that have rules of their own, which their documents can't say. */
import { forbidding, keeping, ruling, withKind, withStatuses } from '../changes.ts';
import type { Conformant } from '../member.ts';
import { type World, all, valueAt } from '../service.ts';
import { type Project, type Ticket, tickets } from '../tickets.ts';
import { type Booking, type Trip, trips } from '../trips.ts';

const DAY = 86_400_000;
const today = (): string => new Date().toISOString().slice(0, 10);
const isPast = (time: unknown): boolean =>
  typeof time === 'string' && Date.parse(time) < Date.now();

/** What a property may be depends on another one. */
export const combinations: readonly Conformant[] = [
  {
    id: 'few-seats-on-hard-trips',
    title: 'a hard trip has eight seats at the most',
    service: trips,
    change: ruling(
      'trip',
      'seats of a hard trip are at most 8',
      ({ difficulty, seats }: Trip) => difficulty === 'hard' && seats > 8,
    ),
  },
  {
    id: 'cheap-easy-trips',
    title: 'an easy trip costs 100 at the most',
    service: trips,
    change: ruling(
      'trip',
      'price of an easy trip is at most 100',
      ({ difficulty, price }: Trip) => difficulty === 'easy' && price > 100,
    ),
  },
];

/** What a property refers to has to exist. */
export const references: readonly Conformant[] = [
  ...[400, 404, 409].map((status) => ({
    id: `broken-references-are-${status}`,
    title: `what refers to nothing is refused with ${status}`,
    service: withStatuses(trips, { reference: status }),
  })),
  {
    id: 'broken-references-are-404-in-tickets',
    title: 'what refers to nothing is refused with 404, also where the operation documents none',
    service: withStatuses(tickets, { reference: 404 }),
  },
  {
    id: 'references-are-not-checked',
    title: 'properties may refer to what is not there',
    service: withKind(trips, 'trip', { references: {} }),
  },
  {
    id: 'round-trips-are-refused',
    title: 'a trip ends at another station than it starts',
    service: trips,
    change: ruling(
      'trip',
      'a trip leads elsewhere',
      (trip: Trip) => trip.originId === trip.destinationId,
    ),
  },
  {
    id: 'joins-on-the-way',
    title: 'a rider joins at a station that the trip stops at',
    service: trips,
    change: ruling('booking', 'the trip does not stop there', ({ trip }: Booking, _, world) => {
      const booked = all(world, 'trip').find(({ key }) => key === trip.tripId)!.fields;
      const stops = [undefined, booked['originId'], booked['destinationId']];
      return !stops.includes(trip.stationId);
    }),
  },
  {
    id: 'seats-run-out',
    title: 'a trip takes no more riders than it has seats',
    service: trips,
    change: ruling(
      'booking',
      'there are not so many seats left',
      ({ trip, seats }: Booking, _, world) => {
        const bookings = all(world, 'booking').filter(
          ({ fields }) => valueAt(fields, 'trip.tripId') === trip.tripId,
        );
        const taken = bookings.reduce((sum, { fields }) => sum + (fields['seats'] as number), 0);
        const booked = all(world, 'trip').find(({ key }) => key === trip.tripId)!;
        return taken + seats > (booked.fields['seats'] as number);
      },
      'state',
    ),
  },
  {
    id: 'no-booking-of-cancelled-trips',
    title: 'a cancelled trip can not be booked',
    service: trips,
    change: ruling(
      'booking',
      'this trip is cancelled',
      ({ trip }: Booking, _, world) =>
        all(world, 'trip').find(({ key }) => key === trip.tripId)!.fields['state'] === 'cancelled',
      'state',
    ),
  },
  {
    id: 'trips-go-with-their-station',
    title: 'a station that is deleted takes its trips along',
    service: trips,
    change: (plain, world) => ({
      permit: (call, resource) =>
        resource.kind === 'station' ? undefined : plain.permit(call, resource),
      remove: (call, resource) => {
        for (const trip of all(world, 'trip')) {
          const { originId, destinationId } = trip.fields;
          if ([originId, destinationId].includes(resource.key)) plain.remove(call, trip);
        }
        plain.remove(call, resource);
      },
    }),
  },
  {
    id: 'owners-are-admins',
    title: 'a project belongs to a user who may own one',
    service: tickets,
    change: ruling('project', 'a guest owns nothing', ({ ownerId }, _, world) =>
      all(world, 'user').some(
        ({ key, fields }) => key === String(ownerId) && fields['role'] === 'guest',
      ),
    ),
  },
  {
    id: 'tickets-below-what-is-archived',
    title: 'nothing is added to an archived project',
    service: tickets,
    change: ruling(
      'ticket',
      'archived',
      (_, { parent }) => parent!.fields['archived'] === true,
      'state',
    ),
  },
];

const isBookedOut = ({ trip }: Booking, _: unknown, world: World): boolean =>
  all(world, 'booking').filter(({ fields }) => valueAt(fields, 'trip.tripId') === trip.tripId)
    .length >= 3;

/** What is there forbids what is asked, whatever is sent. */
export const states: readonly Conformant[] = [
  {
    id: 'three-bookings-a-trip',
    title: 'a trip has three bookings at the most',
    service: trips,
    change: ruling('booking', 'booked out', isBookedOut, 'state'),
  },
  {
    id: 'three-bookings-a-trip-with-422',
    title: 'a trip has three bookings at the most, which is told as a broken rule',
    service: trips,
    change: ruling('booking', 'booked out', isBookedOut),
  },
  {
    id: 'a-hundred-labels',
    title: 'there are a hundred labels at the most',
    service: tickets,
    change: ruling(
      'label',
      'there are enough labels',
      (_, __, world) => all(world, 'label').length >= 100,
      'state',
    ),
  },
  {
    id: 'what-was-paid-stays',
    title: 'a booking with payments is not deleted',
    service: trips,
    change: forbidding(/^deleteBooking$/, 'it has payments', (booking, world) =>
      all(world, 'payment').some(({ parent }) => parent === booking),
    ),
  },
  {
    id: 'what-was-said-stays',
    title: 'a ticket with comments or attachments is not deleted',
    service: tickets,
    change: forbidding(/^delete_ticket$/, 'something is below it', (ticket, world) =>
      [...world.resources].some(({ parent }) => parent === ticket),
    ),
  },
  {
    id: 'preferences-are-there-when-they-are-put',
    title: 'the preferences of a user are 404 until somebody puts some',
    service: {
      ...tickets,
      operations: {
        ...tickets.operations,
        get_preferences: (call, world) => {
          const user = all(world, 'user').find(
            ({ key }) => key === String(call.parameters['user_id']),
          );
          return user?.fields['preferences'] === undefined
            ? world.refuse('missing', 'nothing is preferred')
            : tickets.operations['get_preferences']!(call, world);
        },
      },
    },
  },
];

/** What no two have in common. */
export const unique: readonly Conformant[] = [
  {
    id: 'station-names-are-unique',
    title: 'a name of a station can be used once',
    service: withKind(trips, 'station', { unique: ['code', 'name'] }),
  },
  {
    id: 'used-values-are-422',
    title: 'what is used is refused with 422',
    service: withStatuses(trips, { used: 422 }),
  },
  {
    id: 'used-values-are-400',
    title: 'what is used is refused with 400',
    service: withStatuses(tickets, { used: 400 }),
  },
  {
    id: 'project-names-are-unique',
    title: 'a name of a project can be used once, whatever its case',
    service: tickets,
    change: ruling(
      'project',
      'this name is used',
      ({ name }: Project, { before }, world) =>
        all(world, 'project').some(
          (resource) =>
            resource !== before &&
            String(resource.fields['name']).toLowerCase() === name.toLowerCase(),
        ),
      'used',
    ),
  },
  {
    id: 'ticket-titles-are-unique',
    title: 'a title is used once in a project',
    service: tickets,
    change: ruling(
      'ticket',
      'this title is used',
      ({ title }: Ticket, { before, parent }, world) =>
        all(world, 'ticket').some(
          (resource) =>
            resource !== before && resource.parent === parent && resource.fields['title'] === title,
        ),
      'used',
    ),
  },
  {
    id: 'one-booking-a-rider',
    title: 'nobody books a trip twice',
    service: trips,
    change: ruling(
      'booking',
      'this rider has booked',
      ({ rider, trip }: Booking, _, world) =>
        all(world, 'booking').some(
          ({ fields }) =>
            valueAt(fields, 'rider.email') === rider.email &&
            valueAt(fields, 'trip.tripId') === trip.tripId,
        ),
      'used',
    ),
  },
  {
    id: 'vouchers-are-used-once',
    title: 'a voucher is good for one booking',
    service: withKind(trips, 'booking', { unique: ['voucher'] }),
  },
  {
    id: 'colors-are-unique',
    title: 'no two labels have a color',
    service: withKind(tickets, 'label', { unique: ['name', 'color'] }),
  },
  {
    id: 'deleted-codes-stay-used',
    title: 'a code of what was deleted is not used again',
    service: trips,
    change: (plain, world) => {
      const codes = new Set<unknown>();
      return {
        rule: (call, draft) =>
          plain.rule(call, draft) ??
          (codes.has(draft.fields['code'])
            ? world.refuse('used', 'code is used already')
            : undefined),
        remove: (call, resource) => {
          if (resource.kind === 'station') codes.add(resource.fields['code']);
          plain.remove(call, resource);
        },
      };
    },
  },
];

/** Dates lie where they make sense. */
export const time: readonly Conformant[] = [
  {
    id: 'departures-lie-ahead',
    title: 'a trip departs in the future',
    service: trips,
    change: ruling('trip', 'departsAt is past', ({ departsAt }: Trip) => isPast(departsAt)),
  },
  {
    id: 'departures-within-a-year',
    title: 'a trip departs within a year, and not in the past',
    service: trips,
    change: ruling(
      'trip',
      'departsAt is too far',
      ({ departsAt }: Trip) => isPast(departsAt) || Date.parse(departsAt) > Date.now() + 365 * DAY,
    ),
  },
  {
    id: 'arrivals-after-departures',
    title: 'a trip arrives after it has departed',
    service: trips,
    change: ruling(
      'trip',
      'arrivesAt is before departsAt',
      ({ departsAt, arrivesAt }: Trip) => Date.parse(arrivesAt) <= Date.parse(departsAt),
    ),
  },
  {
    id: 'riders-are-born',
    title: 'a rider was born in the past, and is picked up in the future',
    service: trips,
    change: ruling(
      'booking',
      'birthDate and pickupDate',
      ({ rider, pickupDate }: Booking) => rider.birthDate >= today() || pickupDate < today(),
    ),
  },
  {
    id: 'riders-are-adults',
    title: 'a rider is 18 at least',
    service: trips,
    change: ruling(
      'booking',
      'too young',
      ({ rider }: Booking) => Date.parse(rider.birthDate) > Date.now() - 18 * 365.25 * DAY,
    ),
  },
  {
    id: 'due-dates-lie-ahead',
    title: 'a ticket is due in the future, and reminds before now no more',
    service: tickets,
    change: ruling(
      'ticket',
      'due_date or remindAt is past',
      ({ due_date: due, remindAt }: Ticket) => due < today() || isPast(remindAt),
    ),
  },
  {
    id: 'projects-end-after-they-start',
    title: 'a project ends after it has started',
    service: tickets,
    change: ruling(
      'project',
      'ends_on',
      ({ starts_on: start, ends_on: end }: Project) => end <= start,
    ),
  },
  {
    id: 'times-come-back-in-utc',
    title: 'times come back with milliseconds, in UTC',
    service: trips,
    change: keeping('trip', (trip: Trip) =>
      // A PATCH may have none, and a leap second is none that Date knows.
      Number.isNaN(Date.parse(trip.departsAt))
        ? trip
        : { ...trip, departsAt: new Date(trip.departsAt).toISOString() },
    ),
  },
  {
    id: 'reports-of-the-past',
    title: 'a report begins in the past',
    service: tickets,
    change: ruling(
      'report',
      'since',
      ({ since = '0' }: { readonly since?: string }) => since > today(),
    ),
  },
];
