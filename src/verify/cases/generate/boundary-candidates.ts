import { compareNumbers } from '../../../openapi/json/exact-number.ts';
import { type JsonNumber, isJsonObject, propertyAt } from '../../../openapi/json/json-value.ts';
import { showJson } from '../../../openapi/json/stringify-json.ts';
import { isEmail } from '../../../model/requests/fresh-identity.ts';
import { isFormedText } from '../../../model/believable/formed-texts.ts';
import type { Draw, FreshValues } from '../../../model/requests/fresh-values.ts';
import {
  type BodyBase,
  alternativesOf,
  baseWith,
  withValue,
} from '../../../model/requests/body-base.ts';
import { type Slot, samePath } from '../../../model/requests/slots.ts';
import { type Candidate, bodyCandidate } from './candidate.ts';
import {
  ANYTHING,
  type EffectiveSchema,
  takesNull,
} from '../../../openapi/schema/effective-schema.ts';
import { isVast } from '../../../openapi/schema/least-size.ts';
import { MAX_ITEMS, sampleValue } from '../../../openapi/schema/sample-value.ts';
import { SYMBOLS, edgeFraction, edgeNumbers, stringClasses, wellKnown } from './edge-values.ts';
import { differentItems } from './items.ts';
import { ordinal } from './ordinal.ts';
import { otherDays } from './other-days.ts';

/** Every edge of what the schema allows, each in a body that is otherwise the base. */
export function boundaryCandidates(base: BodyBase, large: boolean): Candidate[] {
  return [
    ...optionalCombinations(base),
    ...base.slots.flatMap((slot) => optionalWithin(base, slot)),
    ...base.slots.flatMap((slot) => [
      ...slotEdges(base, slot),
      ...textClasses(base, slot, large),
      ...severalKeys(base, slot),
    ]),
    ...otherDays(base),
    ...hiddenNumbers(base),
    ...otherBranches(base),
    ...extraProperty(base),
  ];
}

function slotEdges(base: BodyBase, slot: Slot): Candidate[] {
  return [
    ...integerEdges(base, slot),
    ...numberEdges(base, slot),
    ...fractionEdge(base, slot),
    ...lengthEdges(base, slot),
    ...listedValues(base, slot),
    ...nullValue(base, slot),
    ...severalItems(base, slot),
  ];
}

function allowed(base: BodyBase, { path }: Slot, what: string, make: Draw): Candidate {
  const title = `${path.join('.')} ${what}`;
  return bodyCandidate(base, 'boundary', title, (fresh) => ({ path, value: make(fresh) }));
}

/** More optional properties than this make more combinations than are worth a request each. */
const MAX_COMBINED = 3;

function optionalCombinations(base: BodyBase): Candidate[] {
  const optional = base.slots
    .filter(({ path, required }) => path.length === 1 && !required)
    .map(({ path }) => path[0]!);
  return absences(optional).map((left) => {
    const value = left.reduce((whole, name) => withValue(whole, [name], undefined), base.value);
    const title = left.length === 0 ? 'every property' : `without ${left.join(' and ')}`;
    return bodyCandidate(baseWith(base, value), 'boundary', title);
  });
}

/** Of an object within the body: all that is optional is left out, or one of a few. */
function optionalWithin(base: BodyBase, { path, schema }: Slot): Candidate[] {
  const object = propertyAt(base.value, path);
  if (!isJsonObject(object) || schema.branches > 1) return [];
  const optional = Object.keys(object).filter((name) => !schema.required.has(name));
  const all = optional.length > 1 ? [optional] : [];
  const each = optional.length <= MAX_COMBINED ? optional.map((name) => [name]) : [];
  return [...each, ...all].map((left) => {
    const rest = Object.entries(object).filter(([name]) => !left.includes(name));
    const title = `${path.join('.')} without ${left.join(' and ')}`;
    const value = withValue(base.value, path, Object.fromEntries(rest));
    // Not one change, which would stay as it is: what is left may have to be fresh.
    return bodyCandidate(baseWith(base, value), 'boundary', title);
  });
}

/** Which properties are left out: every combination, or each alone and all where they are many. */
function absences(names: readonly string[]): string[][] {
  if (names.length > MAX_COMBINED) return [[], ...names.map((name) => [name]), [...names]];
  const sets: string[][] = [[]];
  for (const name of names) sets.push(...sets.map((set) => [...set, name]));
  return sets;
}

function integerEdges(base: BodyBase, slot: Slot): Candidate[] {
  const { schema } = slot;
  if (!schema.types.includes('integer') || schema.types.includes('number')) return [];
  return numbers(base, slot, [...edgeNumbers(schema), ...wellKnown(schema)]);
}

function numberEdges(base: BodyBase, slot: Slot): Candidate[] {
  const { schema } = slot;
  if (!schema.types.includes('number')) return [];
  // Of what is so large, a double doesn't tell whether it is a multiple.
  const vast = schema.multipleOf === undefined ? [1e21] : [];
  return numbers(base, slot, [...edgeNumbers(schema), 0.1, -1.5, ...vast, ...wellKnown(schema)]);
}

function fractionEdge(base: BodyBase, slot: Slot): Candidate[] {
  const fraction = edgeFraction(slot.schema);
  return fraction === undefined ? [] : numbers(base, slot, [fraction]);
}

function numbers(base: BodyBase, slot: Slot, values: readonly JsonNumber[]): Candidate[] {
  const { schema } = slot;
  if (schema.values) return [];
  const distinct = new Map(values.map((value) => [showJson(value), value]));
  return [...distinct]
    .filter(([, value]) => isWithin(value, schema.minimum, schema.maximum))
    .map(([text, value]) => allowed(base, slot, text, () => value));
}

/** Of what the base's value has no member of: maps, and numbers that an example leaves out. */
function hiddenNumbers(base: BodyBase): Candidate[] {
  const { value, schema, slots } = base;
  const whole: Slot = { path: [], schema, required: true };
  return [whole, ...slots].flatMap(({ path, schema: owner }) => {
    const object = propertyAt(value, path);
    if (!isJsonObject(object) || owner.branches > 1) return [];
    const slotOf = (name: string, member: EffectiveSchema): Slot => {
      return { path: [...path, name], schema: member, required: owner.required.has(name) };
    };
    const left = [...owner.properties].filter(([name]) => object[name] === undefined);
    // An integer that is left out may name something that has to be there.
    const fractions = left.map(([name, member]) => slotOf(name, member));
    const others = owner.additional === undefined ? [] : [slotOf('other', owner.additional)];
    return [
      ...others.flatMap((slot) => integerEdges(base, slot)),
      ...[...fractions, ...others]
        .filter((slot) => !slot.schema.readOnly)
        .flatMap((slot) => fractionEdge(base, slot)),
    ];
  });
}

function isWithin(value: JsonNumber, minimum?: JsonNumber, maximum?: JsonNumber): boolean {
  const isLow = minimum !== undefined && compareNumbers(value, minimum) < 0;
  return !isLow && !(maximum !== undefined && compareNumbers(value, maximum) > 0);
}

function textClasses(base: BodyBase, slot: Slot, large: boolean): Candidate[] {
  const { schema } = slot;
  if (!schema.types.includes('string') || schema.values || schema.format) return [];
  const isMark = isMarked(base, slot);
  return stringClasses
    .filter(({ isLarge }) => large || !isLarge)
    .map((kind) => {
      // Cut, it would not be what its name says; whole, it is no edge of what is allowed.
      const bare = kind.make(String);
      const hasMark = isMark && fits(bare, schema);
      const candidate = allowed(base, slot, `with ${kind.name}`, (fresh) => {
        const marked = hasMark ? kind.make((text) => fresh.text(text, schema.maxLength)) : bare;
        return fits(marked, schema) ? marked : bare;
      });
      const isAddress = isEmail(slot.path.at(-1) ?? '', schema);
      const open = isAddress ? ADDRESS : kind.hasSymbols === true ? SYMBOLS : undefined;
      return open === undefined ? candidate : { ...candidate, open };
    });
}

const ADDRESS = 'it is called an address of e-mail, which nothing says that it must be';

/** Whether a text carries the run's mark, by which people recognise it, or since a service may take each but once. */
function isMarked({ marks: [mark], unique }: BodyBase, { path, schema }: Slot): boolean {
  if (mark !== undefined && samePath(mark.path, path)) return true;
  return schema.pattern === undefined && unique.some((slot) => samePath(slot.path, path));
}

function fits(text: string, { maxLength = Infinity }: EffectiveSchema): boolean {
  return Array.from(text).length <= maxLength;
}

/** A longer text may run into the limit of the whole body. */
const MAX_STATED = 10_000;

function lengthEdges(base: BodyBase, slot: Slot): Candidate[] {
  const { types, minLength, maxLength, minItems, maxItems } = slot.schema;
  const candidates: Candidate[] = [];
  if (types.includes('string') && !slot.schema.values) {
    for (const length of new Set([minLength, maxLength])) {
      if (length === undefined || length === 0 || length > 100_000) continue;
      const what = `of ${length} characters`;
      const make = (fresh: FreshValues): string => {
        const mark = isMarked(base, slot) ? fresh.text('', length) : '';
        return mark.length > length ? 'x'.repeat(length) : mark.padEnd(length, 'x');
      };
      // A name may tell a form, such as that of a phone number, which no bound does.
      const isStated = length <= MAX_STATED && !isFormedText(slot.path.at(-1) ?? '');
      candidates.push({ ...allowed(base, slot, what, make), isStated });
    }
  }
  const items = propertyAt(base.value, slot.path);
  if (types.includes('array') && Array.isArray(items)) {
    for (const length of new Set([minItems, maxItems])) {
      if (length === undefined || length > MAX_ITEMS) continue;
      if (isVast(slot.schema.items ?? ANYTHING, length)) continue;
      const list = Array.from({ length }, () => items[0] ?? null);
      candidates.push(allowed(base, slot, `of ${length} items`, () => list));
    }
  }
  return candidates;
}

function listedValues(base: BodyBase, slot: Slot): Candidate[] {
  const { values, types } = slot.schema;
  const all = values ?? (types.length === 1 && types[0] === 'boolean' ? [true, false] : []);
  return all.slice(0, 20).map((value) => allowed(base, slot, showJson(value), () => value));
}

/** What says in so many words that it may be null. */
function nullValue(base: BodyBase, slot: Slot): Candidate[] {
  const { types, values } = slot.schema;
  const isStated = types.length <= MOST_STATED && takesNull(slot.schema);
  return isStated && values === undefined ? [allowed(base, slot, 'null', () => null)] : [];
}

/** A schema that says nothing of types has more. */
const MOST_STATED = 4;

/** So many items tell whether all are kept. */
const SEVERAL = 20;

/** Items that differ, in an order that no server gives them. */
function severalItems(base: BodyBase, slot: Slot): Candidate[] {
  const { types, items, minItems, maxItems } = slot.schema;
  if (!types.includes('array') || items === undefined || minItems > SEVERAL) return [];
  if (!Array.isArray(propertyAt(base.value, slot.path))) return [];
  const list = differentItems(items, Math.min(maxItems ?? SEVERAL, SEVERAL)).toReversed();
  if (list.length < Math.max(2, minItems)) return [];
  const candidate = allowed(base, slot, `of ${list.length} different items`, () => list);
  return [{ ...candidate, open: maxItems === undefined ? 'nothing says how many' : undefined }];
}

/** Names of a map that naive code spells otherwise, or takes for a path. */
const NAMES = ['Second', 'third-one', 'fourth.part', 'fifth one'];

function severalKeys(base: BodyBase, slot: Slot): Candidate[] {
  const { properties, additional } = slot.schema;
  const isMap = properties.size === 0 && additional !== undefined;
  const object = propertyAt(base.value, slot.path);
  if (!isMap || !isJsonObject(object) || slot.schema.keyword('propertyNames') !== undefined) {
    return [];
  }
  const most = slot.schema.keyword('maxProperties');
  const left = typeof most === 'number' ? most - Object.keys(object).length : NAMES.length;
  if (left <= 0) return [];
  const item = sampleValue(additional, { side: 'request' });
  const more = NAMES.slice(0, left).map((name) => [name, item] as const);
  const value = { ...object, ...Object.fromEntries(more) };
  const open = 'nothing says which names a service takes';
  return [{ ...allowed(base, slot, 'with several names', () => value), open }];
}

/** The base has the first branch of a `oneOf` or `anyOf`. */
function otherBranches(base: BodyBase): Candidate[] {
  return alternativesOf(base).flatMap(({ path, index, base: other }) => {
    const title = `${path.join('.') || 'the body'} as its ${ordinal(index)} alternative`;
    const within = other.slots
      .flatMap((slot) => slotEdges(other, slot))
      .map((candidate) => ({ ...candidate, title: `${candidate.title}, in ${title}` }));
    return [bodyCandidate(other, 'boundary', title), ...within];
  });
}

/** So many closed objects within a body are tried. */
const MAX_CLOSED = 4;

/** And so many of those that take any property. */
const MAX_OPEN = 8;

function extraProperty(base: BodyBase): Candidate[] {
  const isObject = (path: readonly string[]): boolean => isJsonObject(propertyAt(base.value, path));
  const within = base.slots.filter(({ path }) => isObject(path));
  const isClosed = ({ schema }: Slot): boolean => schema.keyword('additionalProperties') === false;
  const owners = [
    ...within.filter(isClosed).slice(0, MAX_CLOSED),
    ...within.filter((slot) => !isClosed(slot)).slice(0, MAX_OPEN),
  ];
  return [[], ...owners.map(({ path }) => path)]
    .filter(isObject)
    .map((path) => extraIn(base, path));
}

function extraIn(base: BodyBase, path: readonly string[]): Candidate {
  const what = 'a property that the document does not have';
  const title = path.length === 0 ? what : `${path.join('.')} with ${what}`;
  return {
    ...bodyCandidate(base, 'boundary', title, () => {
      // Objects of JavaScript have it already.
      const name = path.length === 0 ? 'hasOwnProperty' : 'extraProperty';
      return { path: [...path, name], value: 'unknown' };
    }),
    aim: 'any',
    open: "the document doesn't have the property, and doesn't forbid it",
  };
}
