/** The two ends of what lies between them, as their names tell: `minAge` and `maxAge`, `start` and `end`. */
import { compareNumbers } from '../openapi/json/exact-number.ts';
import { type JsonObject, type JsonValue, isJsonNumber } from '../openapi/json/json-value.ts';
import { wordsOf } from './lists/item-properties.ts';

/** Words for the lower end, and those that the upper end of the same span can have in their place. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  min: ['max'],
  minimum: ['maximum'],
  low: ['high'],
  lower: ['upper'],
  from: ['to', 'until', 'till'],
  start: ['end', 'finish', 'stop'],
  starts: ['ends'],
  begin: ['end'],
  begins: ['ends'],
  since: ['until'],
  in: ['out'],
  checkin: ['checkout'],
  pickup: ['return', 'dropoff'],
  opens: ['closes'],
};

/** A lower end, and the upper one beside it. */
export type Span = readonly [lower: string, upper: string];

/** The pairs of names, among those of one object or one query, that differ in the word for an end alone. */
export function spansIn(names: Iterable<string>): Span[] {
  const byWords = new Map([...names].map((name) => [wordsOf(name).join(' '), name] as const));
  return [...byWords].flatMap(([words, lower]) => {
    const parts = words.split(' ');
    const uppers = parts.flatMap((part, i) => {
      return (ENDS[part] ?? []).map((end) => byWords.get(parts.with(i, end).join(' ')));
    });
    return uppers.flatMap((upper) => (upper === undefined ? [] : [[lower, upper] as const]));
  });
}

/** Two ends of which the lower one lies above the upper one, as words: `minAge lies above maxAge`. */
export function reversedIn(value: JsonObject): string | undefined {
  const reversed = spansIn(Object.keys(value)).find(([lower, upper]) =>
    isAbove(value[lower]!, value[upper]!),
  );
  return reversed && `${reversed[0]} lies above ${reversed[1]}`;
}

/** Whether a text is a date or a time of day, of which one can lie above another. */
function isTime(value: JsonValue): value is string {
  return typeof value === 'string' && /^(?:\d{4}-\d\d-\d\d|\d\d:\d\d)/.test(value);
}

function isAbove(left: JsonValue, right: JsonValue): boolean {
  if (isTime(left) && isTime(right)) return left > right;
  return isJsonNumber(left) && isJsonNumber(right) && compareNumbers(left, right) > 0;
}
