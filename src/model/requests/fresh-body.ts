/** What is sent of a body in each request: with values that no other one has. */
import {
  type JsonValue,
  getProperty,
  isJsonObject,
  propertyAt,
} from '../../openapi/json/json-value.ts';
import type { BodyBase } from './body-base.ts';
import type { FreshValues } from './fresh-values.ts';
import { Draft, type Slot, isItem, samePath, withValue } from './slots.ts';
import { onNextTurn } from '../believable/timely-texts.ts';
import { freshNamed } from './fresh-identity.ts';

/** One thing that is different: `undefined` removes the property. */
export interface Change {
  readonly path: readonly string[];
  readonly value: JsonValue | undefined;
}

/**
 * The base with fresh values and one thing different.
 *
 * @param marks In place of the base's.
 */
export function freshBody(
  base: BodyBase,
  fresh: FreshValues,
  change?: Change,
  marks: readonly Slot[] = base.marks,
): JsonValue {
  const isChanged = (path: readonly string[]): boolean =>
    change !== undefined && samePath(path, change.path);
  const times = base.times.filter(({ path }) => !isChanged(path));
  const whole = onNextTurn(bodyWith(base, fresh, change), times, fresh);
  const body = new Draft(whole);
  // What holds for the first item of a list holds for all.
  const redraw = <Kind extends { readonly path: readonly string[] }>(
    slots: readonly Kind[],
    draw: (slot: Kind, given: JsonValue) => JsonValue | undefined,
  ): void => {
    for (const slot of slots) {
      for (const path of placesIn(whole, slot.path)) {
        const given = isChanged(path) ? undefined : propertyAt(body.value, path);
        const drawn = given === undefined ? undefined : draw(slot, given);
        if (drawn !== undefined) body.set(path, drawn);
      }
    }
  };
  redraw(base.identity, ({ path, schema }) => freshNamed(path.at(-1) ?? '', schema, fresh));
  for (const item of Array.isArray(whole) ? whole.keys() : [0]) {
    const marked = marks.map((slot) =>
      isItem(slot.path) ? { ...slot, path: slot.path.with(0, String(item)) } : slot,
    );
    markFirst(
      body,
      marked.filter(({ path }) => !isChanged(path)),
      fresh,
    );
  }
  redraw(base.unique, ({ usual, fresh: text }, given) => {
    const isOther = usual === undefined ? typeof given !== 'string' : given !== usual;
    return isOther ? undefined : text.draw(fresh);
  });
  const told = withTold(body.value, fresh, isChanged);
  return change ? withValue(told, change.path, change.value) : told;
}

/** Marks the first text that has room for it. */
function markFirst(body: Draft, marks: readonly Slot[], fresh: FreshValues): void {
  for (const { path, schema } of marks) {
    const { maxLength = Infinity } = schema;
    const text = propertyAt(body.value, path);
    const marked = typeof text === 'string' ? fresh.text(text, maxLength) : undefined;
    if (marked === undefined || Array.from(marked).length > maxLength) continue;
    body.set(path, marked);
    return;
  }
}

/** Where the same stands in each item of the lists that a path goes through, of which it names the first. */
function placesIn(whole: JsonValue, path: readonly string[]): string[][] {
  let places: string[][] = [[]];
  for (const key of path) {
    places = places.flatMap((before) => {
      const list = key === '0' ? propertyAt(whole, before) : undefined;
      const keys = Array.isArray(list) ? Array.from(list.keys(), String) : [key];
      return keys.map((each) => [...before, each]);
    });
  }
  return places;
}

/** What was not refused yet, and in any case what the operation wants, and the property that is different. */
function bodyWith(
  { value, lesser }: BodyBase,
  { refusedBodies = 0, wanted = [] }: FreshValues,
  change: Change | undefined,
): JsonValue {
  const body = refusedBodies === 0 ? value : (lesser[refusedBodies - 1] ?? value);
  if (!isJsonObject(body) || !isJsonObject(value)) return body;
  return [...wanted, ...(change?.path.slice(0, 1) ?? [])].reduce<JsonValue>((whole, name) => {
    const member = getProperty(value, name);
    const isThere = Object.hasOwn(body, name) || member === undefined;
    return isThere ? whole : withValue(whole, [name], member);
  }, body);
}

/** A body whose values are as the service says that they have to be, but for those that a case is about. */
export function withTold(
  body: JsonValue,
  fresh: FreshValues,
  isChanged: (path: readonly string[]) => boolean = () => false,
): JsonValue {
  const meant = (fresh.told ?? []).filter(
    ({ path }) => !isChanged(path) && propertyAt(body, path) !== undefined,
  );
  return meant.reduce((whole, { path, draw }) => withValue(whole, path, draw(fresh)), body);
}
