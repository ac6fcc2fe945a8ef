/** Query parameters that choose which items a list has. */
import { exactNumber } from '../../openapi/json/exact-number.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { type JsonValue, isJsonNumber, isJsonObject } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { plainName } from '../resources/names.ts';
import { type Bound, BOUNDS, boundSaid } from './bounds.ts';
import { compareValues } from './compare-values.ts';
import {
  type ItemProperty,
  boundedProperty,
  isBoolean,
  isNumber,
  isTime,
  namedInPlural,
  namedProperty,
  quotedProperty,
  valueOf,
  wordsOf,
} from './item-properties.ts';
import { type QueryField, choosesFields, itemOfSeveral } from './query-field.ts';
import type { Span } from '../spans.ts';

/** How an item's value has to stand to what the request says. */
export type FilterOperator = '=' | '!=' | 'in' | 'contains' | Bound;

/** A field of the query that leaves only those items in a list whose property is as it says. */
export interface Filter {
  readonly field: QueryField;
  readonly property: ItemProperty;
  readonly operator: FilterOperator;
  /** Whether the value itself may be in or out: `departsAfter` doesn't say. */
  readonly isBoundOpen: boolean;
}

/** The items of a list, as names of parameters can mean them. */
export interface Items {
  readonly properties: readonly ItemProperty[];
  /** What they are called. */
  readonly nouns: ReadonlySet<string>;
}

/** Where there are both, they are the ends of a span, also where items have properties of these names. */
const SPANS: readonly Span[] = [
  ['start', 'end'],
  ['from', 'to'],
];

/** What is about the answer, not about which items it has. */
const ABOUT_ANSWER =
  /^(?:include|expand|embed|locale|lang|language|timezone|tz|callback|pretty|format|view|apikey|accesstoken|apiversion|version|recursive|all|mode|lat|lng|lon|latitude|longitude|radius|distance)$/;

/** What is said of a flag that asks for more in the answer, and not for fewer items. */
const ASKS_FOR_MORE =
  /(?:^|\bwhether (?:or not )?to |\bto |\balso )(?:also )?(?:include|embed|expand)s?\b(?!.*\bonly\b)/i;

/**
 * What a field filters by; `undefined` where it does nothing of the kind that is known.
 *
 * @param others The other fields of the query.
 */
export function filterOf(
  field: QueryField,
  items: Items,
  others: readonly QueryField[] = [],
): Filter | undefined {
  if (field.role !== undefined) return givenFilter(field, field.role, items);
  const name = field.name.replace(/^(?:filters?|where)(?=[[.])/, '');
  const isFlag = field.schema.types.join() === 'boolean';
  if (isFlag && ASKS_FOR_MORE.test(field.description ?? '')) return undefined;
  const isAboutAnswer = ABOUT_ANSWER.test(plainName(name)) || choosesFields(name);
  if (isAboutAnswer && !isAsTold(field, name, items)) return undefined;
  const words = wordsOf(name);
  const isOneOfSpan = isEndOfSpan(words, others);
  if (/^(?:start|end)$/.test(endWord(words)) && !isOneOfSpan)
    return equalFilter(field, name, items);
  const bound = boundFilter(field, words, items);
  if (isOneOfSpan) return bound;
  return equalFilter(field, name, items) ?? comparedFilter(field, words, items) ?? bound;
}

/** Whether items have a property of that name that can have just what is sent, such as a language of their own. */
function isAsTold({ schema, description = '' }: QueryField, name: string, items: Items): boolean {
  const property = items.properties.find(
    ({ path }) => path.length === 1 && plainName(path[0]!) === plainName(name),
  );
  const { values, pattern } = property?.schema ?? {};
  const isTelling = values !== undefined || pattern !== undefined;
  const isOfTexts = /\b(?:translat|locali[sz]|answer|respon|display|returned|texts?\b)/i.test(
    description,
  );
  return (
    isTelling &&
    !isOfTexts &&
    pattern === schema.pattern &&
    equalJson([...(values ?? [])], [...(schema.values ?? [])])
  );
}

function endWord(words: readonly string[]): string {
  return words.find((word) => SPANS.flat().includes(word)) ?? '';
}

/** Whether another field is called as one is, but for `end` in place of `start`. */
function isEndOfSpan(words: readonly string[], others: readonly QueryField[]): boolean {
  const names = new Set(others.map(({ name }) => wordsOf(name).join(' ')));
  return SPANS.flatMap(([start, end]): Span[] => [
    [start, end],
    [end, start],
  ]).some(([side, other]) => {
    const partner = words.map((word) => (word === side ? other : word));
    return words.includes(side) && names.has(partner.join(' '));
  });
}

/** A role such as `departsAt >=`, which the document gives itself. */
function givenFilter(field: QueryField, role: string, { properties }: Items): Filter | undefined {
  const [, name = '', operator] = /^(\S+)\s+(=|in|contains|[<>]=?)$/.exec(role) ?? [];
  const property = properties.find(({ path }) => path.join('.') === name);
  if (property === undefined) return undefined;
  return { field, property, operator: operator as FilterOperator, isBoundOpen: false };
}

function equalFilter(
  field: QueryField,
  name: string,
  { properties, nouns }: Items,
): Filter | undefined {
  const one = itemOfSeveral(field);
  const single = namedProperty(properties, name, nouns);
  const plural = single ?? namedInPlural(properties, name, nouns);
  const property = plural ?? referenceNamed(properties, name, field);
  if (property === undefined || !canEqual(one ?? field.schema, property.schema)) {
    return undefined;
  }
  const operator = one !== undefined || plural !== single ? 'in' : '=';
  return { field, property, operator, isBoundOpen: false };
}

/** Words for other comparisons than bounds, at the end of a name: `status[ne]`. */
const COMPARED: Readonly<Record<string, FilterOperator>> = {
  ne: '!=',
  neq: '!=',
  not: '!=',
  in: 'in',
};

function comparedFilter(
  field: QueryField,
  words: readonly string[],
  items: Items,
): Filter | undefined {
  const word = words.at(-1) ?? '';
  if (words.length < 2 || !Object.hasOwn(COMPARED, word)) return undefined;
  const filter = equalFilter(field, words.slice(0, -1).join('_'), items);
  return filter && { ...filter, operator: COMPARED[word]! };
}

/** What refers to something under the name of that: `category` for `categoryId`, where both can only be identities. */
function referenceNamed(
  properties: readonly ItemProperty[],
  name: string,
  field: QueryField,
): ItemProperty | undefined {
  const kind = identityKind(itemOfSeveral(field) ?? field.schema);
  const bounded = properties.filter(({ path, schema }) => {
    const isNamed = plainName(path.join('')) === `${plainName(name)}id`;
    return isNamed && kind !== undefined && kind === identityKind(schema);
  });
  return bounded.length === 1 ? bounded[0] : undefined;
}

/** A text may be a name, or whatever else. */
function identityKind({ types, format }: EffectiveSchema): 'integer' | 'uuid' | undefined {
  const [type, ...others] = types.filter((jsonType) => jsonType !== 'null');
  if (others.length > 0) return undefined;
  if (type === 'integer') return 'integer';
  return format === 'uuid' ? 'uuid' : undefined;
}

/** Whether what is sent can be what an item has. */
function canEqual(sent: EffectiveSchema, { items, ...schema }: EffectiveSchema): boolean {
  const property = items ?? { ...schema, items };
  if (isBoolean({ schema: property })) return isBoolean({ schema: sent }) || isTextOfBoolean(sent);
  if (sent.types.includes('object') && sent.types.length < 7) return false;
  const { values } = property;
  if (values !== undefined && sent.values !== undefined) {
    return sent.values.some((value) => values.some((other) => equalJson(value, other)));
  }
  if (isBoolean({ schema: sent })) return false;
  const isText = sent.types.includes('string');
  return isText || property.types.some((type) => type !== 'null' && sent.types.includes(type));
}

function isTextOfBoolean({ types, values = [] }: EffectiveSchema): boolean {
  return types.includes('string') && values.includes('true');
}

function boundFilter(
  field: QueryField,
  words: readonly string[],
  { properties, nouns }: Items,
): Filter | undefined {
  const [word, rest] =
    words.length > 1 && Object.hasOwn(BOUNDS, words.at(-1)!)
      ? [words.at(-1)!, words.slice(0, -1)]
      : [words[0] ?? '', words.slice(1)];
  const bound = Object.hasOwn(BOUNDS, word) ? BOUNDS[word] : undefined;
  const named = boundedProperty(properties, rest, nouns);
  const property = bound && (named ?? quotedProperty(properties, field));
  if (bound === undefined || property === undefined) return undefined;
  const isCalledSo = rest.length > 0 && property === named;
  // What a condition has as its value can be of any property.
  const isSent = field.condition === undefined ? isNumber(field) : isNumber(property);
  const isFitting = isTime(property)
    ? isCalledSo || isTime(field)
    : (isCalledSo || property !== named) && isSent;
  return isFitting ? { field, property, ...boundSaid(field, property, bound) } : undefined;
}

/**
 * Whether an item is one of those that a filter asks for; `undefined` where the document leaves that open:
 * the item doesn't say what it has, the value is one that the property never has (such as `all`), texts
 * differ in case or one is a part of the other, or a time is the very bound.
 */
export function holds(filter: Filter, wanted: JsonValue, item: JsonValue): boolean | undefined {
  const { operator, property } = filter;
  const found = valueOf(property, item);
  if (found === undefined) return undefined;
  if (operator === 'in')
    return anyOf(listed(wanted).map((value) => equals(value, found, property)));
  if (operator === '=') return equals(wanted, found, property);
  if (operator === '!=') return differs(wanted, found, property);
  if (operator === 'contains') return includes(found, wanted);
  const order = compareValues(found, asSent(wanted, found));
  if (order === undefined || (order === 0 && filter.isBoundOpen)) return undefined;
  return isWithin(operator, order);
}

/** Whether the mock leaves an item in a list: where that is open, as the parameter's name reads. */
export function selects(filter: Filter, wanted: JsonValue, item: JsonValue): boolean {
  const { operator, property } = filter;
  const isStated = holds(filter, wanted, item);
  if (isStated !== undefined) return isStated;
  const found = valueOf(property, item);
  if (isUnknown(wanted, property)) return true;
  if (operator === '!=') return true;
  if (found === undefined || !isBound(operator)) return false;
  return isWithin(operator, compareValues(found, asSent(wanted, found)) ?? 0);
}

function isBound(operator: FilterOperator): operator is Bound {
  return /^[<>]/.test(operator);
}

function isWithin(operator: Bound, order: number): boolean {
  if (order === 0) return operator.endsWith('=');
  return operator.startsWith('<') === order < 0;
}

/** Of several: one that is, else one that may be. */
function anyOf(ways: readonly (boolean | undefined)[]): boolean | undefined {
  if (ways.includes(true)) return true;
  return ways.includes(undefined) ? undefined : false;
}

/** `a,b` is how lists are sent that the document doesn't have as lists. */
export function listed(wanted: JsonValue): readonly JsonValue[] {
  if (Array.isArray(wanted)) return wanted;
  return typeof wanted === 'string' ? wanted.split(',').map((part) => part.trim()) : [wanted];
}

/** Whether a property never has a value, so that this has a meaning of its own, such as `all`. */
function isUnknown(wanted: JsonValue, { schema }: ItemProperty): boolean {
  const { values } = schema.items ?? schema;
  if (values === undefined) return false;
  return listed(wanted).some(
    (expected) => !values.some((value) => textOf(value) === textOf(expected)),
  );
}

function equals(wanted: JsonValue, found: JsonValue, property: ItemProperty): boolean | undefined {
  if (isUnknown(wanted, property)) return undefined;
  if (Array.isArray(found)) {
    const hits = listed(wanted).map((value) => found.some((other) => isSame(value, other)));
    // What has a name may be asked for by something else.
    if (!hits.includes(true) && found.some(isJsonObject)) return undefined;
    // Whether all of several have to be there, or any, isn't said.
    return hits.every((hit) => hit === hits[0]) ? hits[0] : undefined;
  }
  if (isSame(wanted, found)) return true;
  if (typeof wanted !== 'string' || typeof found !== 'string') return false;
  if (isTime(property)) return compareValues(wanted, found) === undefined ? undefined : false;
  return property.schema.values === undefined && isPart(wanted, found) ? undefined : false;
}

/** Whether nothing differs from a value, and which of several has to, is open. */
function differs(wanted: JsonValue, found: JsonValue, property: ItemProperty): boolean | undefined {
  if (found === null || Array.isArray(found)) return undefined;
  const isEqual = equals(wanted, found, property);
  return isEqual === undefined ? undefined : !isEqual;
}

function isSame(wanted: JsonValue, found: JsonValue): boolean {
  if (isJsonObject(found)) return Object.values(found).some((value) => isSame(wanted, value));
  const order = compareValues(found, asSent(wanted, found));
  return order === 0 || equalJson(wanted, found) || textOf(wanted) === textOf(found);
}

/** Servers may look for a part of a text, whatever its case. */
function isPart(wanted: string, found: string): boolean {
  return found.toLowerCase().includes(wanted.toLowerCase());
}

function includes(found: JsonValue, wanted: JsonValue): boolean {
  if (Array.isArray(found)) return found.some((item) => isSame(wanted, item));
  return isPart(textOf(wanted), textOf(found));
}

/** A text that was sent for a number is one. */
function asSent(wanted: JsonValue, found: JsonValue): JsonValue {
  const isNumberToo = isJsonNumber(found) && typeof wanted === 'string' && DIGITS.test(wanted);
  return isNumberToo ? exactNumber(wanted) : wanted;
}

const DIGITS = /^-?\d{1,40}(?:\.\d{1,40})?$/;

/** Whether a full-text search finds an item by its letters: each word is somewhere in its texts and numbers. */
export function mentions(item: JsonValue, wanted: string): boolean {
  const texts = textsIn(item).join('\n').toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => texts.includes(word));
}

function textsIn(value: JsonValue): string[] {
  if (typeof value === 'string' || isJsonNumber(value)) return [textOf(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
