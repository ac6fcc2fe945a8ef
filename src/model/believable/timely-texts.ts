/** Dates and times that a service with rules of its own most likely takes, and those in a body. */
import { type JsonValue, type JsonObject, propertyAt } from '../../openapi/json/json-value.ts';
import { kebabCase } from '../kebab-case.ts';
import { spansIn } from '../spans.ts';
import type { FreshValues } from '../requests/fresh-values.ts';
import { Draft, type Slot, samePath } from '../requests/slots.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** So far ahead what nothing else is said of lies. */
const SOON = 7;

/** Whole years and days from now that words in a name tell of; the first that fits is taken. */
const WORDS: readonly (readonly [names: RegExp, days: number])[] = [
  [/\b(?:birth|born|dob)/, -36 * 365],
  [/\b(?:schedul|expect|plann|estimat|request|need|requir|desir|preferr)/, SOON],
  [
    /\b(?:creat|updat|modif|chang|issue|since|before|last|previous|past|join|regist|hire|found)/,
    -30,
  ],
  // What is measured, seen or paid is over, and so is what nothing more is said of.
  [/(?:[a-z]{2}ed|taken|sent|paid|seen|read)-(?:at|on|time|date)$|^(?:at|timestamp)$/, -8],
  [/\b(?:end|until|to\b|arriv|return|check-?out|expir|due|deadline|finish|clos)/, 21],
];

const PLANNED = /\b(?:check-?(?:in|out)|depart|arriv|return|pick-?up|drop-?off|travel|deliver|due)/;

/** Whether a name is that of a time which people plan. */
export function isPlanned(name: string): boolean {
  return PLANNED.test(kebabCase(name));
}

/**
 * A day of `date`, or its noon of `date-time`: in the near future, unless the name says otherwise.
 * `undefined` for other formats.
 *
 * @param nth Of several, each lies a day after the one before.
 */
export function timelyText(name: string, format: string | undefined, nth = 0): string | undefined {
  if (format !== 'date' && format !== 'date-time') return undefined;
  const word = kebabCase(name);
  const [, days] = WORDS.find(([names]) => names.test(word)) ?? [undefined, SOON];
  const time = Date.now() + (days + nth) * DAY;
  const day = new Date(time + (days > 0 ? toMonday() : 0)).toISOString().slice(0, 10);
  return format === 'date' ? day : `${day}T12:00:00Z`;
}

/** What lies ahead begins with a Monday, whatever day is today: many a service is closed at the weekend. */
function toMonday(): number {
  return ((8 - new Date().getUTCDay()) % 7) * DAY;
}

/** Hours of a working day, from 9 to 16. */
const HOURS = 8;

/** Working days until a time returns: services take bookings for the next three months, and dates for a year. */
const DAYS = { times: 50, dates: 250 };

/**
 * Times ahead on another turn: as far from each other as they were, each turn in another hour of a working day, or on
 * other working days where they are dates. A room is not booked twice for one hour; a single date books nothing.
 *
 * @param texts Dates or times; what lies in the past stays.
 * @param turn From 0.
 */
export function onTurn(texts: readonly string[], turn: number): string[] {
  const ahead = texts.filter((text) => timeOf(text) > Date.now());
  const isOfDays = ahead.some(isDay);
  if (isOfDays && ahead.length < 2) return [...texts];
  const day = isOfDays ? turn % DAYS.dates : Math.floor(turn / HOURS) % DAYS.times;
  const days = Math.floor(day / 5) * 7 + (day % 5);
  const hours = isOfDays ? 0 : (turn % HOURS) - 3;
  const later = days * DAY + hours * HOUR;
  return texts.map((text) => (ahead.includes(text) ? spelledAs(timeOf(text) + later, text) : text));
}

/** The end of a span that begins at another time: an hour later, a day later where either is a date. */
export function endOf(start: string, end: string): string {
  const isOfDays = isDay(start) || isDay(end);
  return spelledAs(timeOf(start) + (isOfDays ? DAY : HOUR), end);
}

/** A time in milliseconds, as the other one is written: a date, or with a blank before its hours. */
export function spelledAs(time: number, other: string): string {
  const text = new Date(time).toISOString().slice(0, 19);
  if (other.includes('T')) return `${text}Z`;
  return text.replace('T', ' ').slice(0, other.length);
}

/** Milliseconds of a date or a time; one with a blank says no offset, and is of UTC. */
export function timeOf(text: string): number {
  return Date.parse(text.includes(' ') ? `${text.replace(' ', 'T')}Z` : text);
}

/** Whether it is a date alone. */
export function isDay(text: string): boolean {
  return text.length === 10;
}

/** A time so many milliseconds later. */
export function timeLater(text: string, later: number): string {
  return spelledAs(timeOf(text) + later, text);
}

/** The same moment, as it is told two hours east of Greenwich; `undefined` for what is no time. */
export function withOffset(text: string): string | undefined {
  const time = timeOf(text);
  if (Number.isNaN(time)) return undefined;
  const there = new Date(time + 2 * HOUR).toISOString();
  return `${there.slice(0, 19)}+02:00`;
}

/** A date, or the date of a time, so many days later in the same form. */
export function daysLater(text: string, days: number): string {
  const day = new Date(Date.parse(text.slice(0, 10)) + days * DAY).toISOString().slice(0, 10);
  return `${day}${text.slice(10)}`;
}

/**
 * Whether it is a text that begins with a date, as those of the formats `date` and `date-time` do, or databases write a
 * time: `2026-01-01 17:00:00`.
 */
export function isMoment(value: JsonValue | undefined): value is string {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\d(?:$|T| \d\d:\d\d(?::\d\d)?$)/.test(value) &&
    !Number.isNaN(timeOf(value))
  );
}

/** A date or a time in a value. */
export interface Time {
  readonly path: readonly string[];
  readonly text: string;
}

/** The dates and times at some places, where others could stand. */
export function timesIn(
  value: JsonValue,
  places: readonly (Pick<Slot, 'path'> & Partial<Pick<Slot, 'schema'>>)[],
): Time[] {
  return places.flatMap(({ path, schema }) => {
    const text = propertyAt(value, path);
    return schema?.values === undefined && isMoment(text) ? [{ path, text }] : [];
  });
}

/**
 * With dates and times where a service most likely takes them, at all places that are given.
 *
 * @param options.isLong Whether two weeks lie between the ends of a span. Default: an hour, or a day.
 * @param options.isOver Whether all lie in the past. Default false.
 */
export function withTimelyTexts(
  value: JsonValue,
  slots: readonly Slot[],
  options: { readonly isLong?: boolean; readonly isOver?: boolean } = {},
): JsonValue {
  const times = timesIn(value, slots).map(({ path, text }, i) => {
    const name = path.findLast((key) => !/^\d+$/.test(key)) ?? '';
    const timely = timelyText(name, isDay(text) ? 'date' : 'date-time', i);
    return { path, text: timely === undefined ? text : spelledAs(timeOf(timely), text) };
  });
  const spans = options.isLong === true ? times : withEnds(times);
  const later = options.isOver === true ? -AGO : 0;
  return withTimes(
    value,
    spans.map(({ path, text }) => ({ path, text: daysLater(text, later) })),
  );
}

/** More than the days that anything lies ahead. */
const AGO = 60;

/** Times of which those that end a span lie shortly after its beginning. */
export function withEnds(times: readonly Time[]): Time[] {
  return times.map(({ path, text }) => {
    const beside = times.filter((other) => samePath(other.path.slice(0, -1), path.slice(0, -1)));
    const spans = spansIn(beside.map((other) => nameOf(other)));
    const [lower] = spans.find(([, upper]) => upper === nameOf({ path })) ?? [];
    const start = beside.find((other) => nameOf(other) === lower);
    return { path, text: start === undefined ? text : endOf(start.text, text) };
  });
}

/**
 * An end of a span that is moved alone, so that it stays on its side of the other end: a time comes closer, by a quarter
 * of an hour, and a date is a day further away. `undefined` where it ends nothing.
 *
 * @param view What has both ends.
 */
export function movedEnd(view: JsonObject, name: string): string | undefined {
  const times = new Map(Object.entries(view).filter((member) => isMoment(member[1])));
  const [lower, upper] = spansIn(times.keys()).find((span) => span.includes(name)) ?? [];
  const [start, end] = [lower, upper].map((key) => times.get(key ?? ''));
  if (!isMoment(start) || !isMoment(end)) return undefined;
  const isStart = name === lower;
  if (isDay(isStart ? start : end)) return isStart ? daysLater(start, -1) : daysLater(end, 1);
  const isShort = timeOf(end) - timeOf(start) <= 2 * QUARTER;
  if (isShort) return undefined;
  return isStart ? timeLater(start, QUARTER) : timeLater(end, -QUARTER);
}

/** In milliseconds. */
const QUARTER = 15 * 60_000;

function nameOf({ path }: Pick<Time, 'path'>): string {
  return path.at(-1) ?? '';
}

/** With other times than any request before had: what is booked is booked for one. */
export function onNextTurn(
  value: JsonValue,
  places: readonly Time[],
  fresh: FreshValues,
): JsonValue {
  const times = timesIn(value, places);
  const turn = times.length > 0 ? fresh.turn?.() : undefined;
  if (turn === undefined) return value;
  const texts = onTurn(
    times.map(({ text }) => text),
    turn,
  );
  return withTimes(
    value,
    times.map(({ path }, i) => ({ path, text: texts[i]! })),
  );
}

function withTimes(value: JsonValue, times: readonly Time[]): JsonValue {
  const body = new Draft(value);
  for (const { path, text } of times) body.set(path, text);
  return body.value;
}
