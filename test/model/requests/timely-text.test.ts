import { expect, it } from 'vitest';
import { timelyText } from '../../../src/model/requests/timely-text.ts';

/** Days from now. */
function daysAhead(name: string, nth = 0): number {
  const text = timelyText(name, 'date-time', nth)!;
  return Math.round((Date.parse(text) - Date.now()) / 86_400_000);
}

it('lies a little ahead, later ones after earlier ones', () => {
  expect(daysAhead('departsAt')).toBeGreaterThan(5);
  expect(daysAhead('departsAt')).toBeLessThan(10);
  expect(daysAhead('pickupDate', 1)).toBeGreaterThan(daysAhead('departsAt'));
  expect(daysAhead('ends_on')).toBeGreaterThan(daysAhead('starts_on', 6));
});

it('lies in the past where the name says so', () => {
  expect(daysAhead('createdBefore')).toBeLessThan(-20);
  expect(daysAhead('birthDate')).toBeLessThan(-18 * 366);
});

it('is a day where the format is a date, and nothing for other formats', () => {
  expect(timelyText('due', 'date', 0)).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(timelyText('due', 'uuid', 0)).toBeUndefined();
});
