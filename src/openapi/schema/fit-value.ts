import { onceFor } from '../once.ts';
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonNumber,
  isJsonObject,
  setProperty,
} from '../json/json-value.ts';
import { stringifyJson, readings } from '../json/stringify-json.ts';
import { childPointer, fromPointer, valueAt } from '../pointer.ts';
import type { MessageSide, SchemaIssue } from './check.ts';
import { isValidFor, viewValidator } from './compile-schema.ts';
import { ANYTHING, type EffectiveSchema, effectiveSchema } from './effective-schema.ts';
import { equalJson } from './equal-json.ts';
import { isOfOtherSide } from './other-side.ts';
import { apart } from './apart.ts';
import { MAX_ITEMS, validSample } from './sample-value.ts';

/** Makes a value valid; gives back what is valid as it is. */
export type Fitter = (value: JsonValue) => JsonValue;

/** What is mended can break something else; beyond these, nothing of the value is kept. */
const MAX_ROUNDS = 8;

/** Alternatives in alternatives multiply: for one value, so many are tried. */
const MAX_WAYS = 200;

/**
 * Fits values to a schema: what is valid is kept, what is required and missing or invalid is taken from
 * another value, else made up, and what is optional and invalid is left out. A valid value costs one
 * validation.
 *
 * @param spare A valid value, if there is one: what nothing of a value can be kept of becomes this. What several alternatives take
 *   stays, with what the spare value has besides where that tells them apart.
 */
export function fitter(schema: EffectiveSchema, side: MessageSide, spare: JsonValue): Fitter {
  const issuesOf = viewValidator(schema, side);
  return (value) => {
    const issues = issuesOf(value);
    if (issues.length === 0) return value;
    const like = fitted(value, { schema, side, spare, budget: { left: MAX_WAYS } });
    const isValid = (candidate: JsonValue): boolean => issuesOf(candidate).length === 0;
    if (like === undefined) {
      // Where nothing is valid, a value keeps what it has.
      const isKept = isJsonObject(value) && isJsonObject(spare) && !isValid(spare);
      return isKept ? { ...spare, ...value } : spare;
    }
    return isValid(like) ? like : (toldApart(like, spare).find(isValid) ?? like);
  };
}

/** The value with one member more of the spare value, or with all of them. */
function toldApart(value: JsonValue, spare: JsonValue): JsonValue[] {
  if (!isJsonObject(value) || !isJsonObject(spare)) return [];
  const others = Object.entries(spare).filter(([name]) => !Object.hasOwn(value, name));
  return [...others.map((other) => [other]), others].map((members) => {
    return { ...value, ...Object.fromEntries(members) };
  });
}

/** What alternatives that overlap take stays as it is; `undefined` where nothing of the value can be kept. */
function fitted(value: JsonValue, goal: Goal): JsonValue | undefined {
  const issuesOf = viewValidator(goal.schema, goal.side);
  let whole: JsonValue | undefined = value;
  const firstRounds = new Map<string, number>();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const found: readonly SchemaIssue[] = issuesOf(whole);
    const issues = round === 0 ? found : found.filter(({ isOverlap }) => isOverlap !== true);
    if (issues.length === 0) return whole;
    for (const issue of issues) {
      const path = fromPointer(issue.instancePointer);
      const key = `${issue.instancePointer} ${issue.schemaPointer}`;
      const first = firstRounds.get(key) ?? round;
      firstRounds.set(key, first);
      const tries = round - first;
      // What could not be mended in its place is mended around it.
      const isInside = path.length >= tries;
      const place = { ...goal, issue: tries === 0 ? issue : undefined };
      whole = isInside ? mended(whole, path.slice(0, path.length - tries), place) : undefined;
      if (whole === undefined) return undefined;
    }
  }
  return undefined;
}

/** What a value is to be fitted to. */
interface Goal {
  readonly schema: EffectiveSchema;
  /** What the spare value has here. */
  readonly spare: JsonValue | undefined;
  readonly side: MessageSide;
  /** How many alternatives may still be tried. */
  readonly budget: { left: number };
}

/** Where a value is mended. */
interface Place extends Goal {
  /** What is wrong at the path's end; `undefined` where all of it is to go. */
  readonly issue: SchemaIssue | undefined;
}

/** The value with what is at the path's end mended; `undefined` where nothing of it can be kept. */
function mended(
  value: JsonValue,
  [key, ...rest]: readonly string[],
  place: Place,
): JsonValue | undefined {
  if (key === undefined) return place.issue && repaired(value, place.issue, place);
  const below = placeBelow(place, key);
  const before = memberOf(value, key);
  // Another issue has taken it away already.
  if (before === undefined) return value;
  const after = mended(before, rest, below);
  if (Array.isArray(value)) {
    const item = after === undefined ? usual(below) : after;
    return item === undefined ? undefined : value.with(Number(key), item);
  }
  if (!isJsonObject(value)) return undefined;
  const isRequired = place.schema.required.has(key);
  const member = after === undefined && isRequired ? usual(below) : after;
  if (member === undefined && isRequired) return undefined;
  const whole = { ...value };
  if (member === undefined) delete whole[key];
  else setProperty(whole, key, member);
  return whole;
}

function placeBelow({ schema, spare, ...place }: Place, key: string): Place {
  if (Array.isArray(spare) || schema.items !== undefined) {
    const { items = ANYTHING, prefixItems } = schema;
    const [first] = Array.isArray(spare) ? spare : [];
    return { ...place, schema: prefixItems[Number(key)] ?? items, spare: first };
  }
  const property = schema.properties.get(key) ?? schema.additional ?? ANYTHING;
  return { ...place, schema: property, spare: spare && memberOf(spare, key) };
}

function memberOf(value: JsonValue, key: string): JsonValue | undefined {
  if (Array.isArray(value)) return value[Number(key)];
  return getProperty(value, key);
}

/** What stands in a place where nothing better is known. */
function usual({ schema, spare, side }: Place): JsonValue | undefined {
  return spare === undefined ? SAMPLE_OF[side](schema) : spare;
}

/** Made once: the items of a list lack the same, and each may be fitted to several schemas. */
const SAMPLE_OF: Readonly<Record<MessageSide, (schema: EffectiveSchema) => JsonValue | undefined>> =
  {
    request: onceFor((schema: EffectiveSchema) => validSample(schema, { side: 'request' })),
    response: onceFor((schema: EffectiveSchema) => validSample(schema, { side: 'response' })),
  };

/** The value without what an issue says of it; `undefined` where that takes another value. */
function repaired(value: JsonValue, issue: SchemaIssue, place: Place): JsonValue | undefined {
  const { root, uniqueItems } = place.schema;
  const keyword = valueAt(root, issue.schemaPointer) ?? null;
  if (ALTERNATIVES.has(issue.keyword)) {
    return fittedToOne(value, issue, place) ?? (issue.isOverlap && value);
  }
  if (typeof value === 'string' || isJsonNumber(value)) return asRead(value, place);
  if (Array.isArray(value)) {
    if (issue.keyword === 'maxItems') return value.slice(0, Number(keyword));
    if (issue.keyword === 'uniqueItems') {
      return [...new Map(value.map((item) => [stringifyJson(item), item])).values()];
    }
    const item = issue.keyword === 'minItems' ? usual(placeBelow(place, '0')) : undefined;
    if (item === undefined || uniqueItems || Number(keyword) > MAX_ITEMS) return undefined;
    return [...value, ...Array<JsonValue>(Number(keyword) - value.length).fill(item)];
  }
  if (!isJsonObject(value)) return undefined;
  if (issue.keyword === 'required') return withRequired(value, keyword, place);
  return keyword === false ? withoutUnknown(value, place) : undefined;
}

/** A text as the number that it has, or a number as text; `undefined` where neither is valid. */
function asRead(value: JsonValue, { schema, side }: Place): JsonValue | undefined {
  return Iterator.from(readings(value)).find((reading) => isValidFor(reading, schema, side));
}

const ALTERNATIVES: ReadonlySet<string> = new Set(['anyOf', 'oneOf']);

/** The value as one of several schemas takes it, alone if it can be: that which keeps most of it, and adds least. */
function fittedToOne(
  value: JsonValue,
  { schemaPointer, keyword }: SchemaIssue,
  place: Place,
): JsonValue | undefined {
  const { spare, side, budget } = place;
  const { root } = place.schema;
  const all = valueAt(root, schemaPointer);
  const schemas = (Array.isArray(all) ? all : []).map((_, i) =>
    effectiveSchema(root, childPointer(schemaPointer, i)),
  );
  const isTaken = (way: JsonValue): boolean =>
    keyword === 'anyOf' || schemas.filter((schema) => isValidFor(way, schema, side)).length === 1;
  const ways = schemas.flatMap((schema) => {
    budget.left -= 1;
    if (budget.left < 0) return [];
    const isSpare = spare !== undefined && isValidFor(spare, schema, side);
    const way = fitted(value, { ...place, schema, spare: isSpare ? spare : undefined });
    return way === undefined ? [] : [{ way, schema }];
  });
  const alone = ways.flatMap(({ way, schema }) => {
    if (isTaken(way)) return [way];
    const strange = schemas.reduce((member, other) => apart(member, schema, other), way);
    return isTaken(strange) ? [strange] : [];
  });
  const best = alone.length > 0 ? alone : ways.map(({ way }) => way);
  return best.toSorted((a, b) => likeness(b, value) - likeness(a, value))[0];
}

/** How many members two objects share, less those that they don't. */
function likeness(left: JsonValue, other: JsonValue): number {
  if (!isJsonObject(left) || !isJsonObject(other)) return equalJson(left, other) ? 1 : 0;
  const shared = Object.entries(left).filter(([name, member]) => {
    const theirs = getProperty(other, name);
    return theirs !== undefined && equalJson(theirs, member);
  });
  return 2 * shared.length - Object.keys(left).length - Object.keys(other).length;
}

function withRequired(value: JsonObject, names: JsonValue, place: Place): JsonObject | undefined {
  const whole = { ...value };
  for (const name of Array.isArray(names) ? names.map(String) : []) {
    const below = placeBelow(place, name);
    if (Object.hasOwn(whole, name) || isOfOtherSide(below.schema, place.side)) continue;
    const member = usual(below);
    if (member === undefined) return undefined;
    setProperty(whole, name, member);
  }
  return whole;
}

function withoutUnknown(value: JsonObject, { schema }: Place): JsonObject {
  const { properties } = schema.inBranch('every');
  const known = Object.entries(value).filter(([name]) => properties.has(name));
  return Object.fromEntries(known);
}
