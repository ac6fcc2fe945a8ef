/** The dates and times in a body: made up so that a service most likely takes them, and others in each request. */
import type { JsonObject, JsonValue } from '../../openapi/json/json-value.ts';
import {
  daysLater,
  endOf,
  isDay,
  isMoment,
  onTurn,
  timeLater,
  timeOf,
  timelyText,
  spelledAs,
} from '../believable/timely-texts.ts';
import { spansIn } from '../spans.ts';
import type { FreshValues } from './fresh-values.ts';
import { Draft, type Slot, samePath, valueOf } from './slots.ts';

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
    const text = valueOf(value, path);
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
