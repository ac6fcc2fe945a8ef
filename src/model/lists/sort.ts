/** Query parameters that put a list in order. */
import type { JsonValue } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { plainName } from '../resources/names.ts';
import { compareValues } from './compare-values.ts';
import type { Items } from './filters.ts';
import {
  type ItemProperty,
  boundedProperty,
  namedProperty,
  valueOf,
  wordsOf,
} from './item-properties.ts';
import { type ParameterValues, type QueryField, valueOfField } from './query-field.ts';

/** How a request says in which order a list comes. */
export interface Sort {
  /** Which properties: `-price`, `name:desc`, `name,-date`. */
  readonly by: QueryField;
  /** `asc` or `desc`, where that is apart. */
  readonly direction?: QueryField | undefined;
  readonly items: Items;
}

/** A property that a list is in order of. */
export interface SortKey {
  readonly property: ItemProperty;
  readonly isDescending: boolean;
}

const SORT =
  /^(?:sort|sorts|sortby|sortfield|sortkey|sortcolumn|orderby|order|ordering|orderfield)$/;
const DIRECTION =
  /^(?:order|direction|dir|sort|sortorder|sortdirection|sortdir|orderdirection|orderdir|ordertype)$/;
const ASCENDING = /^(?:asc|ascending|1)$/i;
const DESCENDING = /^(?:desc|descending|-1)$/i;
/** What comes first where the order is by age. */
const NEWEST = 'newest|latest|(?:most)?recent';
const OLDEST = 'oldest|earliest';
const AGE = new RegExp(`^(?:(${NEWEST})|${OLDEST})(?:first)?$`);
const DIRECTED = new RegExp(`^-|desc|${NEWEST}|${OLDEST}`, 'i');

/** How fields of a query put a list in order; `undefined` where none does. */
export function sortOf(fields: readonly QueryField[], items: Items): Sort | undefined {
  const direction =
    fields.find(({ role }) => role === 'direction') ??
    fields.find(
      (field) => isFree(field) && DIRECTION.test(plainName(field.name)) && isDirection(field),
    );
  const by =
    fields.find(({ role }) => role === 'sort') ??
    fields.find(
      (field) => isFree(field) && field !== direction && SORT.test(plainName(field.name)),
    );
  return by && { by, direction, items };
}

function isFree({ role, schema }: QueryField): boolean {
  return role === undefined && (schema.items ?? schema).types.includes('string');
}

function isDirection({ name, schema }: QueryField): boolean {
  const { values, examples } = schema;
  const texts = values ?? examples.filter((example) => typeof example === 'string');
  // A plain `order` may as well say which property.
  const isTelling = !/^(?:order|sort)$/.test(plainName(name));
  const words = texts.map((word) => (typeof word === 'string' ? word : ''));
  if (words.length === 0) return isTelling;
  return words.every((word) => ASCENDING.test(word) || DESCENDING.test(word));
}

/** What a list is in order of, the most important first; `undefined` where that isn't known. */
export function sortKeys(sort: Sort, values: ParameterValues): SortKey[] | undefined {
  const value = valueOfField(sort.by, values);
  if (value === undefined) return undefined;
  const direction = sort.direction && valueOfField(sort.direction, values);
  const isTurned = typeof direction === 'string' && DESCENDING.test(direction);
  const keys: SortKey[] = [];
  for (const text of partsOf(value)) {
    const last = keys.at(-1);
    if (last !== undefined && (ASCENDING.test(text) || DESCENDING.test(text))) {
      keys[keys.length - 1] = { ...last, isDescending: DESCENDING.test(text) };
      continue;
    }
    const key = sortKey(text, sort.items);
    if (key === undefined) return undefined;
    keys.push({ ...key, isDescending: key.isDescending !== isTurned });
  }
  return keys.length === 0 ? undefined : keys;
}

function partsOf(value: JsonValue): string[] {
  const texts = Array.isArray(value) ? value : [value];
  return texts.flatMap((text) =>
    typeof text === 'string' ? text.split(',').map((part) => part.trim()) : [],
  );
}

/** `-name`, `+name`, `name:desc`, `name desc`, `name.asc`, `name_desc`. */
function sortKey(text: string, { properties, nouns }: Items): SortKey | undefined {
  const isBackward = text.startsWith('-');
  const name = text.replace(/^[-+]/, '');
  const whole = sorted(name, { properties, nouns });
  if (whole !== undefined) return { property: whole, isDescending: isBackward };
  const [byAge, newest] = AGE.exec(plainName(name)) ?? [];
  const moment = byAge && createdAt(properties);
  if (moment) return { property: moment, isDescending: (newest !== undefined) !== isBackward };
  const [, start = '', end = ''] =
    /^(.+?)[\s:._|-]?(asc|desc|ascending|descending)$/i.exec(name) ?? [];
  const property = start === '' ? undefined : sorted(start, { properties, nouns });
  return property && { property, isDescending: DESCENDING.test(end) !== isBackward };
}

/** Whether one of the orders that can be asked for has a direction, so that one without it is upwards. */
export function saysDirection({ by, direction }: Sort): boolean {
  const values = (by.schema.items ?? by.schema).values ?? [];
  return direction !== undefined || values.some((value) => DIRECTED.test(textOf(value)));
}

/** The only moment at which items came to be. */
function createdAt(properties: Items['properties']): ItemProperty | undefined {
  const [first, ...others] = properties.filter(
    ({ path, schema: { format } }) =>
      path.length === 1 &&
      format === 'date-time' &&
      /^(?:created|added|posted|inserted)/i.test(path[0]!),
  );
  return others.length === 0 ? first : undefined;
}

function sorted(name: string, { properties, nouns }: Items): ItemProperty | undefined {
  const scalars = properties.filter(({ schema }) => schema.items === undefined);
  return namedProperty(scalars, name, nouns) ?? boundedProperty(scalars, wordsOf(name), nouns);
}

/**
 * How two items of a list in order stand: negative where the left is first, zero where nothing is said;
 * `undefined` where servers differ: one has no value, or collations don't agree.
 */
export function orderOf(
  keys: readonly SortKey[],
  left: JsonValue,
  right: JsonValue,
): number | undefined {
  for (const { property, isDescending } of keys) {
    const [first, second] = [valueOf(property, left), valueOf(property, right)];
    if (first === undefined || second === undefined) return undefined;
    const order = first === null && second === null ? 0 : compareValues(first, second);
    if (order === undefined) return undefined;
    if (order !== 0) return isDescending ? -order : order;
  }
  return 0;
}
