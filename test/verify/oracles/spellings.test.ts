import { describe, expect, it } from 'vitest';
import { ruling } from '../../rich/changes.ts';
import { type Change, type Fields, valueAt } from '../../rich/service.ts';
import { type Ticket, tickets } from '../../rich/tickets.ts';
import { type Booking, type Trip, trips } from '../../rich/trips.ts';
import { toldBy } from './support.ts';

const refusing = (kind: string, isRefused: (fields: never) => boolean): Change =>
  ruling(kind, 'it is malformed', isRefused, 'shape');

const isPast = (day: string): boolean => day < new Date().toISOString().slice(0, 10);

describe('spellings of what a format allows', () => {
  it.each([
    ['trips', trips, undefined],
    ['tickets', tickets, undefined],
    [
      'dates that lie in the past',
      trips,
      refusing('booking', ({ rider }: Booking) => !isPast(rider.birthDate)),
    ],
    [
      'dates within a year',
      tickets,
      refusing('ticket', ({ due_date: due }: Ticket) => due > '2027-12-31'),
    ],
  ])('are taken by a server with rules of its own: %s', async (_, service, change) => {
    expect(await toldBy('spellings', service, change)).toEqual([]);
  });

  it('may not be refused: a plus in an address', async () => {
    const change = refusing('user', ({ email }: Fields & { email: string }) => email.includes('+'));
    expect(await toldBy('spellings', tickets, change)).toEqual([
      'violation create_user: a valid email is refused, with a plus before the @',
    ]);
  });

  it.each([
    ['with an offset', /[+-]\d\d:\d\d$/],
    ['with a fraction of a second', /\.\d+/],
  ])('may not be refused: a time %s', async (words, pattern) => {
    const change = refusing('trip', ({ departsAt }: Trip) => pattern.test(departsAt));
    expect(await toldBy('spellings', trips, change)).toEqual([
      `violation createTrip: a valid date-time is refused, ${words}`,
      `violation changeTrip: a valid date-time is refused, ${words}`,
    ]);
  });

  it('may not be refused: a leap day', async () => {
    const change = refusing('booking', (fields) =>
      String(valueAt(fields, 'rider.birthDate')).endsWith('02-29'),
    );
    expect(await toldBy('spellings', trips, change)).toEqual([
      'violation createBooking: a valid date is refused, as 29 February of a leap year',
    ]);
  });
});
