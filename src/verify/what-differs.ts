import { onceFor } from '../openapi/once.ts';
import { compareNumbers } from '../openapi/json/exact-number.ts';
import {
  type JsonValue,
  isJsonNumber,
  isJsonObject,
  type JsonNumber,
} from '../openapi/json/json-value.ts';
import { parseJson } from '../openapi/json/parse-json.ts';
import { showJson } from '../openapi/json/stringify-json.ts';
import { childLabel } from '../openapi/pointer.ts';
import { jsonOf } from '../http/body-text.ts';
import type { RelativeRequest } from '../http/exchange.ts';
import type { JudgedExchange } from './cases/case.ts';
import { anyIndex } from './checks/breach.ts';

/** Fewer accepted requests show by chance what those that fail have of their own. */
const LEAST_ACCEPTED = 3;

/**
 * What the failing requests have in common and no accepted one has, in words: `seats is above 8`.
 * `undefined` where that is nothing, or in more than one place, so that it can't be told.
 */
export function whatDiffers(
  failing: readonly JudgedExchange[],
  accepted: readonly JudgedExchange[],
): string | undefined {
  const [first, ...others] = failing.map(traitsOf);
  if (first === undefined || accepted.length < LEAST_ACCEPTED) return undefined;
  const taken = accepted.map(traitsOf);
  const isShared = (trait: string): boolean => others.every(({ traits }) => traits.has(trait));
  const isKnown = (trait: string): boolean => taken.some(({ traits }) => traits.has(trait));
  const told = [...first.traits]
    .filter(([trait]) => isShared(trait) && !isKnown(trait))
    .map(([trait, place]) => ({ trait, place }));
  const numbers = [...first.numbers.keys()].flatMap((place) => {
    const values = [first, ...others].map(({ numbers: all }) => all.get(place));
    const trait = bounds(
      place,
      values,
      taken.flatMap(({ numbers: all }) => all.get(place) ?? []),
    );
    return trait === undefined ? [] : [{ trait, place }];
  });
  const missing = [...new Set(taken.flatMap(({ places }) => [...places]))]
    .filter((place) => taken.every(({ places }) => places.has(place)))
    .filter((place) => [first, ...others].every(({ places }) => !places.has(place)))
    .map((place) => ({ trait: `${place} is missing`, place }));
  const all = [...told, ...numbers, ...missing];
  const outermost = all.filter(({ place }) => !all.some((other) => isWithin(place, other.place)));
  const distinct = new Set(outermost.map(({ place }) => place));
  return distinct.size === 1 ? outermost[0]!.trait : undefined;
}

function isWithin(place: string, outer: string): boolean {
  return place !== outer && (place.startsWith(`${outer}.`) || place.startsWith(`${outer}[`));
}

/** Beyond all that were accepted, on one side. */
function bounds(
  place: string,
  failing: readonly (JsonNumber | undefined)[],
  accepted: readonly JsonNumber[],
): string | undefined {
  if (accepted.length < LEAST_ACCEPTED || failing.includes(undefined)) return undefined;
  const all = failing as readonly JsonNumber[];
  const most = accepted.reduce((a, b) => (compareNumbers(a, b) < 0 ? b : a));
  const least = accepted.reduce((a, b) => (compareNumbers(a, b) > 0 ? b : a));
  const only = all.every((number) => compareNumbers(number, all[0]!) === 0)
    ? showJson(all[0]!)
    : undefined;
  if (all.every((number) => compareNumbers(number, most) > 0)) {
    return `${place} is ${only ?? `above ${showJson(most)}`} (accepted up to ${showJson(most)})`;
  }
  if (!all.every((number) => compareNumbers(number, least) < 0)) return undefined;
  return `${place} is ${only ?? `below ${showJson(least)}`} (accepted from ${showJson(least)} on)`;
}

/** What can be said of a request. */
interface Traits {
  /** With the place that each is of. */
  readonly traits: ReadonlyMap<string, string>;
  readonly numbers: ReadonlyMap<string, JsonNumber>;
  readonly places: ReadonlySet<string>;
}

function traitsOf({ case: { request } }: JudgedExchange): Traits {
  return readTraits(request);
}

/** Of a request once, in however many groups it stands. */
const readTraits = onceFor((request: RelativeRequest): Traits => {
  const traits = new Map<string, string>();
  const numbers = new Map<string, JsonNumber>();
  const places = new Set<string>();
  const read = (value: JsonValue, label: string): void => {
    const place = anyIndex(label);
    places.add(place);
    for (const words of wordsOf(value)) traits.set(`${place} ${words}`, place);
    if (isJsonNumber(value)) numbers.set(place, value);
    if (typeof value !== 'object' || !(Array.isArray(value) || isJsonObject(value))) return;
    for (const [key, child] of Object.entries(value)) read(child, childLabel(label, key));
  };
  const value = request.value ?? jsonOf(request.body);
  if (value !== undefined) read(value, 'the body');
  for (const [name, member] of new URLSearchParams(request.target.split('?')[1] ?? '')) {
    const place = `the parameter ${name}`;
    const number = parseJson(member);
    const isNumber = number.ok && isJsonNumber(number.value);
    if (isNumber) numbers.set(place, number.value);
    traits.set(`${place} is given`, place);
    places.add(place);
    for (const words of isNumber ? [] : classesOf(member)) traits.set(`${place} ${words}`, place);
  }
  return { traits, numbers, places };
});

const TEXTS: readonly (readonly [words: string, test: RegExp])[] = [
  ['is empty', /^$/],
  ['has white space at its edge', /^\s|\s$/],
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  ['has control characters', /[\u0000-\u001f\u007f]/],
  ['has characters beyond ASCII', /[^\0-\x7f]/],
  ['has more than 50 characters', /^.{51}/su],
  ['has more than 1000 characters', /^.{1001}/su],
  ['has a quote', /["'`]/],
  ['has a character of markup', /[<>&]/],
  ['has a backslash', /\\/],
  ['is of digits only', /^\d+$/],
];

/** The most general first. */
function wordsOf(value: JsonValue): string[] {
  if (Array.isArray(value)) {
    return [
      'is a list',
      value.length === 0 ? 'is empty' : value.length === 1 ? 'has one item' : 'has several items',
    ];
  }
  if (isJsonObject(value)) return ['is an object'];
  if (isJsonNumber(value)) return ['is a number'];
  if (typeof value !== 'string') return [`is ${String(value)}`];
  return ['is a text', ...classesOf(value)];
}

function classesOf(text: string): string[] {
  const classes = TEXTS.filter(([, test]) => test.test(text)).map(([words]) => words);
  return [...classes, ...(text.length <= 30 ? [`is ${showJson(text)}`] : [])];
}
