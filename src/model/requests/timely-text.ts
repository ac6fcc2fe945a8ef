/** Dates and times that a service with rules of its own most likely takes. */
import { type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { kebabCase } from '../kebab-case.ts';

const DAY = 86_400_000;

/** Whole years and days from now that words in a name tell of; the first that fits is taken. */
const WORDS: readonly (readonly [names: RegExp, days: number])[] = [
  [/\b(?:birth|born|dob)/, -36 * 365],
  [
    /\b(?:creat|updat|modif|chang|issue|since|before|last|previous|past|join|regist|hire|found)/,
    -30,
  ],
  [/\b(?:end|until|to\b|arriv|return|check-?out|expir|due|deadline|finish|clos)/, 21],
];

/** So far ahead what nothing else is said of lies. */
const SOON = 7;

/**
 * A day of `date`, or its noon of `date-time`: in the near future, unless the name says otherwise.
 * `undefined` for other formats.
 *
 * @param nth Of several, each lies a day after the one before.
 */
export function timelyText(
  name: string,
  format: string | undefined,
  nth: number,
): string | undefined {
  if (format !== 'date' && format !== 'date-time') return undefined;
  const word = kebabCase(name);
  const [, days] = WORDS.find(([names]) => names.test(word)) ?? [undefined, SOON];
  const day = new Date(Date.now() + (days + nth) * DAY).toISOString().slice(0, 10);
  return format === 'date' ? day : `${day}T12:00:00Z`;
}

/** The same moment, as it is told two hours east of Greenwich; `undefined` for what is no time. */
export function withOffset(text: string): string | undefined {
  const time = Date.parse(text);
  if (Number.isNaN(time)) return undefined;
  const there = new Date(time + 2 * 3_600_000).toISOString();
  return `${there.slice(0, 19)}+02:00`;
}

/** A date, or the date of a time, so many days later in the same form. */
export function daysLater(text: string, days: number): string {
  const day = new Date(Date.parse(text.slice(0, 10)) + days * DAY).toISOString().slice(0, 10);
  return `${day}${text.slice(10)}`;
}

/** A value in which all dates and times are so many days later: as far from each other as they were. */
export function onOtherDays(value: JsonValue, days: number): JsonValue {
  if (typeof value === 'string') return isMoment(value) ? daysLater(value, days) : value;
  if (Array.isArray(value)) return value.map((item) => onOtherDays(item, days));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, onOtherDays(member, days)] as const),
  );
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\d(?:$|T)/.test(text) && !Number.isNaN(Date.parse(text));
}
