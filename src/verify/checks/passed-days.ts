/** Days and moments that may have passed since a document was written. */
import { isMoment, timeOf } from '../../model/believable/timely-texts.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import type { JudgedExchange } from '../cases/case.ts';
import { bodyOf } from './refusal-words.ts';

/**
 * Where the day has passed that a document's example has, and every day that was taken is still to come.
 *
 * @param isShown Whether one has to have been taken. Default: it has to.
 */
export function passedDay(
  exchange: JudgedExchange,
  accepted: readonly JudgedExchange[],
  isShown: 'surely' | 'perhaps' = 'surely',
): string | undefined {
  return Object.entries(bodyOf(exchange)).find(([name, value]) => {
    const taken = new Set(accepted.map((success) => isToCome(bodyOf(success)[name])));
    const isSure = taken.has(true) || (isShown === 'perhaps' && taken.size > 0);
    return isSure && isToCome(value) === false && !taken.has(false) && !/id$/i.test(name);
  })?.[0];
}

/** Whether a moment is one after now; `undefined` for what is none. */
function isToCome(value: JsonValue | undefined): boolean | undefined {
  const time = momentOf(value);
  return time === undefined ? undefined : time > Date.now();
}

/** In milliseconds, which a number of so many digits is. */
function momentOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return /^\d{13}$/.test(String(value)) ? value : undefined;
  return isMoment(value) ? timeOf(value) : undefined;
}
