/** How values of one property compare, as far as every server agrees on it. */
import { compareNumbers, exactNumber } from '../../openapi/json/exact-number.ts';
import { type JsonValue, isJsonNumber } from '../../openapi/json/json-value.ts';

const TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * Negative, zero or positive; `undefined` where that is open: values of different types, texts that
 * collations put in different orders, moments that differ by less than a millisecond, a day and a
 * moment in it.
 */
export function compareValues(left: JsonValue, right: JsonValue): number | undefined {
  if (isJsonNumber(left) && isJsonNumber(right)) return compareNumbers(left, right);
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  if (typeof left !== 'string' || typeof right !== 'string') return undefined;
  if (left === right) return 0;
  return TIME.test(left) && TIME.test(right)
    ? compareTimes(left, right)
    : compareTexts(left, right);
}

function compareTimes(left: string, right: string): number | undefined {
  const isDay = (text: string): boolean => text.length === 10;
  if (isDay(left) !== isDay(right) && left.slice(0, 10) === right.slice(0, 10)) return undefined;
  const difference = Date.parse(left) - Date.parse(right);
  if (Number.isNaN(difference)) return undefined;
  const isFiner = [left, right].some((text) => (TIME.exec(text)?.[1] ?? '').length > 4);
  return difference === 0 && isFiner ? undefined : difference;
}

/** An amount of money is often a text: a server may have it in the order of numbers. */
const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Collations differ in letters with marks, in upper and lower case, and in what is no letter. */
function compareTexts(left: string, right: string): number | undefined {
  if (/[^\x20-\x7e]/.test(left + right)) return undefined;
  const ways = [
    (text: string) => text,
    (text: string) => text.toLowerCase(),
    (text: string) => text.toLowerCase().replaceAll(/[^a-z\d]/g, ''),
  ].map((way) => signOf(way(left), way(right)));
  const all = [...ways, ...COLLATORS.map((collator) => Math.sign(collator.compare(left, right)))];
  const isAmount = DECIMAL.test(left) && DECIMAL.test(right);
  if (isAmount) all.push(Math.sign(compareNumbers(exactNumber(left), exactNumber(right))));
  return all.every((sign) => sign === all[0]) ? all[0] : undefined;
}

/** As the Unicode Collation Algorithm has it, with and without what is neither letter nor digit. */
const COLLATORS: readonly Intl.Collator[] = [false, true].map(
  (ignorePunctuation) => new Intl.Collator('en', { ignorePunctuation }),
);

function signOf(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
