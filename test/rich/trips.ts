/** Bike trips between stations, and bookings of them. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { act, change, create, list, onOne, patch, read, remove, replace } from './operations.ts';
import { type Fields, type Kind, type Resource, type Service, USUAL_STATUSES } from './service.ts';

/** What is kept of a trip, as far as it was sent. */
export interface Trip extends Fields {
  readonly originId: string;
  readonly destinationId: string;
  readonly departsAt: string;
  readonly arrivesAt: string;
  readonly price: number;
  readonly seats: number;
}

export interface Booking extends Fields {
  readonly trip: { readonly tripId: string; readonly stationId?: string };
  readonly rider: { readonly email: string; readonly birthDate: string };
  readonly seats: number;
  readonly pickupDate: string;
}

const times = ({ createdAt, changedAt }: Resource): Fields => ({
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(changedAt).toISOString(),
});

/** Stands for the photo of a station that has none: one pixel. */
const NO_PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
).toString('latin1');

const station: Kind = {
  name: 'station',
  identity: 'id',
  parameter: 'station_id',
  unique: ['code'],
  nextKey: () => randomUUID(),
  made: { photo: NO_PHOTO },
  secret: ['photo'],
  told: times,
  filters: {
    city: ({ city }, value: string) => city === value,
    minDocks: ({ docks }, value: number) => (docks as number) >= value,
    isOpen: ({ isOpen }, value: boolean) => isOpen === value,
  },
};

const trip: Kind = {
  name: 'trip',
  identity: 'id',
  parameter: 'tripId',
  references: { originId: 'station', destinationId: 'station' },
  nextKey: () => randomUUID(),
  made: { state: 'planned' },
  told: ({ createdAt }) => ({ createdAt: new Date(createdAt).toISOString() }),
  filters: {
    originId: ({ originId }, value: string) => originId === value,
    departsAfter: ({ departsAt }, value: string) =>
      Date.parse(departsAt as string) > Date.parse(value),
    difficulty: ({ difficulty }, value: string) => difficulty === value,
    maxPrice: ({ price }, value: number) => (price as number) <= value,
  },
  sorting: 'sort',
};

const booking: Kind = {
  name: 'booking',
  identity: 'id',
  parameter: 'bookingId',
  references: { 'trip.tripId': 'trip', 'trip.stationId': 'station' },
  nextKey: () => randomUUID(),
  made: { state: 'pending' },
  told: ({ createdAt }) => ({
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(createdAt + 900_000).toISOString(),
  }),
  filters: {
    tripId: ({ trip }, value: string) => (trip as Fields)['tripId'] === value,
    state: ({ state }, value: string) => state === value,
  },
};

/** A payment takes so many milliseconds. */
const SETTLING = 20;

const payment: Kind = {
  name: 'payment',
  identity: 'id',
  parameter: 'paymentId',
  parent: 'booking',
  nextKey: () => randomUUID(),
  told: ({ createdAt }) => ({ state: Date.now() < createdAt + SETTLING ? 'pending' : 'succeeded' }),
};

export const trips: Service = {
  file: fileURLToPath(new URL('trips.openapi.yaml', import.meta.url)),
  credentials: { rider: 'rider-4711', operator: 'operator-0815' },
  otherCredentials: { rider: 'rider-2342', operator: 'operator-3223' },
  kinds: { station, trip, booking, payment },
  operations: {
    listStations: list('station'),
    createStation: create('station'),
    getStation: read('station'),
    replaceStation: replace('station'),
    deleteStation: remove('station'),
    listDepartures: onOne('station', ({ key }, call, world) =>
      list('trip', ({ originId }) => originId === key)(call, world),
    ),
    putPhoto: onOne('station', (resource, { body }) => {
      change(resource, { ...resource.fields, photo: body });
      return { status: 204, headers: {} };
    }),
    getPhoto: onOne('station', ({ fields: { photo } }) => ({
      status: 200,
      headers: { 'Content-Type': 'image/png' },
      body: Buffer.from(photo as string, 'latin1'),
    })),
    listTrips: list('trip'),
    createTrip: create('trip'),
    getTrip: read('trip'),
    changeTrip: patch('trip'),
    deleteTrip: remove('trip'),
    cancelTrip: act('trip', { state: 'planned' }, { state: 'cancelled' }),
    listBookings: list('booking'),
    createBooking: create('booking'),
    getBooking: read('booking'),
    deleteBooking: remove('booking'),
    confirmBooking: act('booking', { state: 'pending' }, { state: 'confirmed' }),
    listPayments: list('payment'),
    payBooking: create('payment', 202),
    getPayment: read('payment'),
  },
  statuses: { ...USUAL_STATUSES, 'media-type': 400 },
  error: (status, detail) => ({
    status,
    headers: { 'Content-Type': 'application/problem+json' },
    json: { type: 'about:blank', title: `Problem ${status}`, status, detail },
  }),
  envelope: (view) => view,
  page: ({ items, next, previous }) => ({ items, next, previous }),
};
