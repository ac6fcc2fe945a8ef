/** Ends of spans that are moved alone. */
import { expect, it } from 'vitest';
import { movedEnd } from '../../../src/model/requests/times.ts';

const HOUR = { start: '2027-01-11T10:00:00Z', end: '2027-01-11T11:00:00Z', title: 'x' };
const DAYS = { starts_on: '2027-01-11', ends_on: '2027-01-12' };

it.each([
  [HOUR, 'start', '2027-01-11T10:15:00Z'],
  [HOUR, 'end', '2027-01-11T10:45:00Z'],
  [DAYS, 'starts_on', '2027-01-10'],
  [DAYS, 'ends_on', '2027-01-13'],
  [HOUR, 'title', undefined],
  // Nothing is left between them, or beside them.
  [{ ...HOUR, end: '2027-01-11T10:20:00Z' }, 'end', undefined],
  [{ start: HOUR.start }, 'start', undefined],
  [{ start: HOUR.start, end: null }, 'start', undefined],
])('of %j, %s: %s', (view, name, moved) => {
  expect(movedEnd(view, name)).toBe(moved);
});
