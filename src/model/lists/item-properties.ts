/** Which property of a list's items a name means: `tripId` for `trip.id`, `departs` for `departsAt`. */
import { type JsonValue, propertyAt } from '../../openapi/json/json-value.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { isTopLevel } from '../json-api.ts';
import { nounOf, plainName } from '../resources/names.ts';

/** A property of an item, or of what is in it. */
export interface ItemProperty {
  /** Keys from the item on, through no list. */
  readonly path: readonly string[];
  readonly schema: EffectiveSchema;
}

/** So deep is looked. */
const DEPTH = 3;

/** What an item has that can be compared: scalars, and lists of them, or of what has a name. */
export function itemProperties(
  item: EffectiveSchema,
  path: readonly string[] = [],
): ItemProperty[] {
  return [...item.properties].flatMap(([name, schema]) => {
    const place = [...path, name];
    const itself = isComparable(schema) ? [{ path: place, schema }] : [];
    return place.length < DEPTH ? [...itself, ...itemProperties(schema, place)] : itself;
  });
}

function isComparable({ types, items, properties }: EffectiveSchema): boolean {
  if (properties.size > 0) return false;
  if (items !== undefined) return hasName(items) || isScalar(items);
  return types.some((type) => type !== 'object' && type !== 'array' && type !== 'null');
}

function isScalar({ properties, items }: EffectiveSchema): boolean {
  return properties.size === 0 && items === undefined;
}

/** Whether a property says in which state something is: it has one of few values, or is a boolean. */
export function isState({ schema }: Pick<ItemProperty, 'schema'>): boolean {
  return schema.values !== undefined || isBoolean({ schema });
}

/** Whether it is an object that has a name, such as a tag. */
export function hasName({ properties }: EffectiveSchema): boolean {
  return properties.get('name')?.types.includes('string') === true;
}

/** The words of a name: `departs after` for `departsAfter`, `created gte` for `created[gte]`. */
export function wordsOf(name: string): string[] {
  const spaced = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2');
  return spaced.split(/[^A-Za-z\d]+/).flatMap((word) => (word === '' ? [] : word.toLowerCase()));
}

/** Names that many things in an item have: only that of the item itself is meant. */
const COMMON =
  /^(?:id|uuid|name|title|type|kind|code|key|value|status|state|url|href|description)$/;

/**
 * The property that a name means; `undefined` where none or more than one could be meant.
 *
 * @param nouns What the items are called: `petName` may be the `name` of a pet.
 */
export function namedProperty(
  properties: readonly ItemProperty[],
  name: string,
  nouns: ReadonlySet<string>,
): ItemProperty | undefined {
  const plain = plainName(name);
  const [bare = plain] = [...nouns].flatMap((noun) =>
    plain.startsWith(noun) && plain !== noun ? [plain.slice(noun.length)] : [],
  );
  const isTop = ({ path }: ItemProperty): boolean => isTopLevel(path);
  const ways: ((property: ItemProperty) => boolean)[] = [
    (property) => isTop(property) && lastName(property) === plain,
    ({ path }) => plainName(path.join('')) === plain,
    (property) =>
      isTop(property) &&
      (lastName(property) === bare || isNounWith(lastName(property), plain, nouns)),
    (property) =>
      isTop(property) && isBoolean(property) && withoutIs(lastName(property)) === withoutIs(plain),
    (property) =>
      isTop(property) &&
      property.schema.items !== undefined &&
      nounOf(lastName(property).replace(/list$/, '')) === plain,
    (property) => lastName(property) === plain && !COMMON.test(plain),
    ({ path }) => /^(?:amount|value)$/.test(plainName(path.at(-1)!)) && isIn(path, plain),
  ];
  return onlyOne(properties, ways);
}

function isIn(path: readonly string[], plain: string): boolean {
  return path.length > 1 && plainName(path.at(-2)!) === plain;
}

/** The property of a list of values that a name means: `status` for `statuses`. */
export function namedInPlural(
  properties: readonly ItemProperty[],
  name: string,
  nouns: ReadonlySet<string>,
): ItemProperty | undefined {
  const plain = plainName(name);
  const singular = nounOf(plain);
  if (singular === plain) return undefined;
  // Of `statuses`, no more than the property itself is called as a `status` is.
  const isOne = (property: ItemProperty): boolean =>
    isTopLevel(property.path) &&
    lastName(property) !== plain &&
    nounOf(lastName(property)) === singular;
  return namedProperty(properties, singular, nouns) ?? onlyOne(properties, [isOne]);
}

/** The number or time that a bound is of; a time may be named without `At`, `By`, `Date` or `Time`. */
export function boundedProperty(
  properties: readonly ItemProperty[],
  words: readonly string[],
  nouns: ReadonlySet<string>,
): ItemProperty | undefined {
  const bounded = properties.filter((property) => isNumber(property) || isTime(property));
  const named = namedProperty(bounded, words.join('-'), nouns);
  if (named !== undefined && words.length > 0) return named;
  // The only price may be a daily one.
  const numbers = bounded.filter((property) => isNumber(property) && property.path.length === 1);
  const kind = words.length === 0 ? undefined : endingIn(numbers, words.join(' '));
  if (kind !== undefined) return kind;
  const stem = timeStem(words);
  const times = bounded.filter(isTime);
  if (stem !== '')
    return onlyOne(times, [({ path }) => timeStem(wordsOf(path.join(' '))) === stem]);
  return times.length === 1 ? times[0] : undefined;
}

/** The only property that a description names in code marks: "those with `starts_at` at that time or later". */
export function quotedProperty(
  properties: readonly ItemProperty[],
  { description = '' }: { readonly description?: string | undefined },
): ItemProperty | undefined {
  const quoted = new Set(Array.from(description.matchAll(/`([^`]+)`/g), ([, name = '']) => name));
  return onlyOne(properties, [({ path }) => quoted.has(path.join('.'))]);
}

/** `assetname` for `name`: what stands beside it is what the items are called, and is not all there is. */
function isNounWith(property: string, name: string, nouns: ReadonlySet<string>): boolean {
  return property.includes(name) && nouns.has(property.replace(name, ''));
}

function endingIn(properties: readonly ItemProperty[], end: string): ItemProperty | undefined {
  return onlyOne(properties, [({ path }) => wordsOf(path[0]!).join(' ').endsWith(` ${end}`)]);
}

function timeStem(words: readonly string[]): string {
  const stem = words.filter(
    (word) => !/^(?:at|by|on|date|datetime|time|timestamp|utc)$/.test(word),
  );
  const name = stem.join('');
  return name === 'creation' ? 'created' : name.replace(/^(?:born|dob|birthday)$/, 'birth');
}

function onlyOne(
  properties: readonly ItemProperty[],
  ways: readonly ((property: ItemProperty) => boolean)[],
): ItemProperty | undefined {
  for (const way of ways) {
    const found = properties.filter(way);
    if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  }
  return undefined;
}

function lastName({ path }: ItemProperty): string {
  return plainName(path.at(-1)!);
}

function withoutIs(plain: string): string {
  return plain.replace(/^(?:is|has)/, '');
}

/** Whether it is a boolean, and nothing else. */
export function isBoolean({ schema: { types } }: Pick<ItemProperty, 'schema'>): boolean {
  return types.includes('boolean') && types.every((type) => type === 'boolean' || type === 'null');
}

/** Whether it is a number, and no text. */
export function isNumber({ schema: { types } }: Pick<ItemProperty, 'schema'>): boolean {
  return types.includes('integer') && !types.includes('string');
}

/** Whether it is a moment or a day. */
export function isTime({ schema: { format } }: Pick<ItemProperty, 'schema'>): boolean {
  return format === 'date-time' || format === 'date';
}

/** What an item has for a property; `undefined` where it has none. */
export function valueOf(
  { path }: Pick<ItemProperty, 'path'>,
  item: JsonValue,
): JsonValue | undefined {
  return propertyAt(item, path);
}
