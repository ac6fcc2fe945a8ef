/** Valid values beside those that are there: what is changed to them can be told from what was. */
import { type JsonObject, type JsonValue, getProperty } from '../../openapi/json/json-value.ts';
import { daysLater, isMoment, movedEnd } from '../../model/believable/timely-texts.ts';
import { anotherValue } from '../../openapi/schema/another-value.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { isSameValue } from '../checks/differences.ts';

/** A body with values beside those of a view, in some of its properties; what refers stays as it is. */
export function besideView(
  body: JsonObject,
  some: Iterable<readonly [string, EffectiveSchema]>,
  view: JsonObject,
): JsonObject {
  // What refers has to refer to something.
  const changed = [...some].filter(([name]) => Object.hasOwn(body, name) && !/ids?$/i.test(name));
  const others = changed.flatMap(([name, schema]) => {
    const value = valueBeside([name, schema], view, body);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...body, ...Object.fromEntries(others) };
}

/** A body that changes something of a view: with values beside those of the view where it says nothing new. */
export function changingView(
  body: JsonObject,
  some: readonly (readonly [string, EffectiveSchema])[],
  view: JsonObject,
): JsonObject {
  const isNew = some.some(([name]) => {
    const value = getProperty(body, name);
    return value !== undefined && !equalJson(value, getProperty(view, name) ?? null);
  });
  return isNew ? body : besideView(body, some, view);
}

/** A valid value that is not the one that was: the usual one, else the next day, else any other; an end of a span stays one. */
export function valueBeside(
  [name, schema]: readonly [name: string, schema: EffectiveSchema],
  view: JsonObject,
  body: JsonObject,
): JsonValue | undefined {
  const [was, usual] = [getProperty(view, name), getProperty(body, name)];
  const isValid = (value: JsonValue | undefined): boolean =>
    value !== undefined && isValidFor(value, schema, 'request');
  const end = movedEnd(view, name);
  if (isValid(end)) return end;
  const isNew =
    usual !== undefined && (was === undefined || !isSameValue(was, usual, schema.format));
  if (isNew) return usual;
  const isDay = isMoment(usual) && /^date(?:-time)?$/.test(schema.format ?? '');
  const next = isDay ? daysLater(usual, 1) : undefined;
  return isValid(next) ? next : anotherValue(schema, was, 'request');
}
