import { expect, it, vi } from 'vitest';
import {
  endOf,
  isMoment,
  onTurn,
  timeLater,
  timelyText,
} from '../../../src/model/believable/timely-texts.ts';

/** Days from now. */
function daysAhead(name: string, nth = 0): number {
  const text = timelyText(name, 'date-time', nth)!;
  return Math.round((Date.parse(text) - Date.now()) / 86_400_000);
}

it('lies a little ahead, later ones after earlier ones', () => {
  expect(daysAhead('departsAt')).toBeGreaterThan(5);
  expect(daysAhead('departsAt')).toBeLessThan(15);
  expect(daysAhead('pickupDate', 1)).toBeGreaterThan(daysAhead('departsAt'));
  expect(daysAhead('ends_on')).toBeGreaterThan(daysAhead('starts_on', 6));
});

it('lies in the past where the name says so', () => {
  expect(daysAhead('createdBefore')).toBeLessThan(-20);
  expect(daysAhead('birthDate')).toBeLessThan(-18 * 366);
  for (const name of ['at', 'timestamp', 'measuredAt', 'seen_on', 'paidDate', 'recorded-time'])
    expect(daysAhead(name)).toBeLessThan(0);
  for (const name of ['scheduledAt', 'requestedDate', 'startsAt'])
    expect(daysAhead(name)).toBeGreaterThan(0);
});

it('is a day where the format is a date, and nothing for other formats', () => {
  expect(timelyText('due', 'date', 0)).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(timelyText('due', 'uuid', 0)).toBeUndefined();
});

it('begins on a Monday, whatever day is today', () => {
  vi.useFakeTimers();
  for (const day of [22, 23, 24, 25, 26, 27, 28]) {
    vi.setSystemTime(new Date(Date.UTC(2026, 10, day, 23, 59)));
    const text = timelyText('startsAt', 'date-time')!;
    expect(new Date(text).getUTCDay()).toBe(1);
    expect(daysAhead('startsAt')).toBeGreaterThan(5);
  }
  vi.useRealTimers();
});

it('is another hour of a working day on each turn, as far from the others as it was', () => {
  const start = timelyText('start', 'date-time')!;
  const turns = Array.from({ length: 400 }, (_, turn) =>
    onTurn([start, endOf(start, start)], turn),
  );
  expect(new Set(turns.map(([text]) => text)).size).toBe(400);
  for (const [from, to] of turns) {
    expect(Date.parse(to!) - Date.parse(from!)).toBe(3_600_000);
    expect([1, 2, 3, 4, 5]).toContain(new Date(from!).getUTCDay());
    expect(new Date(from!).getUTCHours()).toBeGreaterThanOrEqual(9);
    expect(new Date(to!).getUTCHours()).toBeLessThanOrEqual(17);
  }
});

it('is another day on each turn where dates begin and end, and stays where it is over, or alone', () => {
  const born = timelyText('birthDate', 'date')!;
  const start = timelyText('startDate', 'date')!;
  const turns = Array.from({ length: 250 }, (_, turn) =>
    onTurn([start, endOf(start, start), born], turn),
  );
  expect(new Set(turns.map(([day]) => day)).size).toBe(250);
  expect(new Set(turns.map(([, , day]) => day))).toEqual(new Set([born]));
  expect(onTurn([start, born], 7)).toEqual([start, born]);
});

it('ends a day after a date', () => {
  expect(endOf('2026-12-31', '2027-02-01')).toBe('2027-01-01');
  expect(endOf('2026-12-31', '2027-02-01T12:00:00Z')).toBe('2027-01-01T00:00:00Z');
});

it('is written as it was where a blank stands before its hours', () => {
  expect(['2099-01-01 17:00:00', '2099-01-01 17:00'].map(isMoment)).toEqual([true, true]);
  expect(['2099-01-01 at noon', '2099-01-01 25:00', '2099-01-01 17'].map(isMoment)).not.toContain(
    true,
  );
  expect(timeLater('2099-01-01 17:00:00', 3_600_000)).toBe('2099-01-01 18:00:00');
  expect(endOf('2099-01-01 23:30', '2099-01-01 17:00')).toBe('2099-01-02 00:30');
  const turns = [0, 1].map((turn) => onTurn(['2099-01-01 12:00:00'], turn)[0]);
  expect(turns).toEqual(['2099-01-01 09:00:00', '2099-01-01 10:00:00']);
});
