/** The two ends of what lies between them, as their names tell: `minAge` and `maxAge`, `start` and `end`. */
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
