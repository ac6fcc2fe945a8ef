import { type JsonValue, propertyAt } from '../../../openapi/json/json-value.ts';
import { type BodyBase, baseWith, withValue } from '../../../model/requests/body-base.ts';
import { daysLater, isMoment } from '../../../model/believable/timely-texts.ts';
import { type Candidate, bodyCandidate } from './candidate.ts';

/** Dates of which the day could be the month, each with all others as far from it as they are. */
export function otherDays(base: BodyBase): Candidate[] {
  const days = base.slots.flatMap(({ path, schema: { format, values } }) => {
    const text = propertyAt(base.value, path);
    const isTime = (format === 'date' || format === 'date-time') && values === undefined;
    return isTime && isMoment(text) ? [{ path, format, text }] : [];
  });
  return days
    .filter(({ format }) => format === 'date')
    .flatMap(({ path, text: usual }) => {
      const distance = untilAmbiguous(usual);
      if (distance === 0) return [];
      const value = days.reduce<JsonValue>((body, { path: place, text }) => {
        return withValue(body, place, daysLater(text, distance));
      }, base.value);
      const title = `${path.join('.')} on a day that could be a month`;
      const open = 'a service may have rules of its own about dates';
      return [{ ...bodyCandidate(baseWith(base, value), 'boundary', title), open }];
    });
}

/** Days until the day is no more than 12, and another number than the month. */
function untilAmbiguous(text: string): number {
  const isAmbiguous = (distance: number): boolean => {
    const [, month, day] = daysLater(text, distance).slice(0, 10).split('-').map(Number);
    return day! <= 12 && day !== month;
  };
  return Array.from({ length: 32 }, (_, i) => i).find(isAmbiguous) ?? 0;
}
