/** Query parameters that choose a part of a list. */
import { isJsonNumber } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { plainName } from '../resources/names.ts';
import type { Items } from './filters.ts';
import { isNumber } from './item-properties.ts';
import { type ParameterValues, type QueryField, valueOfField } from './query-field.ts';

/** How a request says which part of a list it wants. */
export interface Paging {
  /** How many items a page has at the most. */
  readonly limit?: QueryField | undefined;
  /** How many items are left out, or the number of the first that is not. */
  readonly offset?: QueryField | undefined;
  /** What it is where none is left out: 1 where items are counted from 1. */
  readonly firstOffset: 0 | 1;
  /** Which page it is. */
  readonly page?: QueryField | undefined;
  /** The number of the first page. */
  readonly firstPage: 0 | 1;
  /** What the page before gave to go on with, or its last item's identity. */
  readonly cursor?: QueryField | undefined;
  /** Whether the cursor is that identity, since answers tell nothing to go on with. */
  readonly isByIdentity: boolean;
  /** The same, to go back. */
  readonly back?: QueryField | undefined;
}

type Role = Exclude<keyof Paging, 'firstPage' | 'firstOffset' | 'isByIdentity'>;

/** Names that mean nothing else, then those that do so where they are numbers, or texts, and no property. */
const NAMES: Readonly<Record<Role, readonly [sure: RegExp, likely: RegExp]>> = {
  limit: [
    /^(?:(?:page)?limit|(?:items|results|hits|records)?perpage|(?:page|result)size|max(?:results|items|records)|numresults)$/,
    /^(?:size|top|take|max|first|count|rows|number|pagecount|batchsize|displaysize)$/,
  ],
  offset: [
    /^(?:(?:page)?offset|skip|start(?:index|at|position)|firstresult)$/,
    /^(?:start|from|begin)$/,
  ],
  page: [/^(?:page(?:number|num|no|index|id)?|currentpage)$/, /^p$/],
  cursor: [
    /^(?:(?:page|next|after)?cursor|(?:page|nextpage|next|continuation|skip|starting)token|(?:starting|search|page)after|marker|startkey|pagestart)$/,
    /^(?:after|next|continuation|continue|token|nextpage|afterid|sinceid)$/,
  ],
  back: [/^(?:(?:ending|search|page)before|(?:before|prev|previous)cursor)$/, /^before$/],
};

/** Names of a cursor where the answer tells the next one: what has been read, or the last item's identity. */
const TOLD = /^(?:start|position|since)$/;

const ROLES = ['limit', 'offset', 'page', 'cursor', 'back'] as const satisfies readonly Role[];

/**
 * How fields of a query choose a part of a list; `undefined` where none does.
 *
 * @param isTold Whether the answer tells what to go on with.
 */
export function pagingOf(
  fields: readonly QueryField[],
  items: Items,
  isTold: boolean,
): Paging | undefined {
  const found: { [Key in Role]?: QueryField | undefined } = {};
  for (const role of ROLES) found[role] = fieldFor(role, fields, items);
  if ((found.cursor ?? found.page ?? found.offset) === undefined) {
    const isGoingOn = (field: QueryField): boolean =>
      field.role === undefined && canBeTold(field) && TOLD.test(plainName(field.name));
    const told = isTold ? fields.find(isGoingOn) : undefined;
    // Where the newest come first, what was made before is what follows.
    found.cursor = told ?? found.back;
    if (found.cursor === found.back) found.back = undefined;
  }
  if (ROLES.every((role) => found[role] === undefined)) return undefined;
  return {
    ...found,
    firstPage: firstOf(found.page, 1),
    firstOffset: firstOf(found.offset, 0),
    isByIdentity: !isTold && found.cursor !== undefined && takesIdentity(found.cursor),
  };
}

/** Names of a cursor that is the identity of the item that was read last. */
const OF_ITEM = /^(?:startingafter|(?:after|since|last)id)$/;

/** Whether a cursor is the identity of an item, as its name, its schema or its words say. */
function takesIdentity({ name, schema, description = '' }: QueryField): boolean {
  return (
    OF_ITEM.test(plainName(name)) ||
    schema.format === 'uuid' ||
    /\b(?:ids?|identifiers?)\b/i.test(description)
  );
}

function fieldFor(
  role: Role,
  fields: readonly QueryField[],
  { properties }: Items,
): QueryField | undefined {
  const free = fields.filter((field) => field.role === undefined && canBe(role, field));
  const certain = free.filter((field) => canSurelyBe(role, field));
  const [sure, likely] = NAMES[role];
  const isProperty = (name: string): boolean =>
    properties.some(({ path }) => path.length === 1 && plainName(path[0]!) === name);
  return (
    fields.find((field) => field.role === role) ??
    free.find(({ name }) => sure.test(plainName(name))) ??
    certain.find(({ name }) => likely.test(plainName(name)) && !isProperty(plainName(name)))
  );
}

function canBe(role: Role, { name, schema }: QueryField): boolean {
  const isText = schema.types.includes('string');
  const isOfItem = role === 'cursor' && OF_ITEM.test(plainName(name)) && isNumber({ schema });
  if (role === 'cursor' || role === 'back')
    return (isText || isOfItem) && schema.values === undefined;
  // Many documents have the numbers of a query as texts.
  return isNumber({ schema }) || (isText && schema.values === undefined && !schema.format);
}

/** A text, or the number of the last item. */
function canBeTold(field: QueryField): boolean {
  const isText = canBe('cursor', field) && canSurelyBe('cursor', field);
  return isText || field.schema.types.includes('integer');
}

/** Whether a field can be it by its name and more: a time may say when what is wanted was made. */
function canSurelyBe(role: Role, { schema }: QueryField): boolean {
  const isPlace = role === 'cursor' || role === 'back';
  return isPlace ? schema.format?.startsWith('date') !== true : isNumber({ schema });
}

/** What counting begins with; a default or a least value that is another says nothing of it. */
function firstOf(field: QueryField | undefined, usual: 0 | 1): 0 | 1 {
  const first = Number(field?.schema.keyword('default') ?? field?.schema.minimum ?? usual);
  return first === 0 || first === 1 ? first : usual;
}

/** A part of a list. */
export interface Page {
  /** How many items are left out; `undefined` where a cursor says that. */
  readonly offset: number | undefined;
  /** How many items there are at the most; `undefined` where neither request nor document says it. */
  readonly limit: number | undefined;
  readonly cursor: string | undefined;
  readonly back: string | undefined;
}

/**
 * Which part of a list a request asks for.
 *
 * @param most As many items as an answer can have. Default: any number.
 */
export function pageOf(paging: Paging, values: ParameterValues, most: number = Infinity): Page {
  const wanted = countOf(paging.limit, values);
  const limit = wanted && Math.min(wanted, most);
  const pages = countOf(paging.page, values, paging.firstPage) ?? 0;
  const offset = countOf(paging.offset, values, paging.firstOffset);
  const [cursor, back] = [placeIn(paging.cursor, values), placeIn(paging.back, values)];
  const isAt = cursor === undefined && back === undefined;
  return { limit, offset: isAt ? (offset ?? pages * (limit ?? 0)) : undefined, cursor, back };
}

/** @param first What counting begins with. */
function countOf(
  field: QueryField | undefined,
  values: ParameterValues,
  first = 0,
): number | undefined {
  const count = Number(textIn(field, values));
  return Number.isSafeInteger(count) && count >= 0 ? Math.max(0, count - first) : undefined;
}

/** A cursor; its default leads to the beginning, and says nothing. */
function placeIn(field: QueryField | undefined, values: ParameterValues): string | undefined {
  const text = textIn(field, values);
  const usual = field?.schema.keyword('default');
  return usual !== undefined && text === textOf(usual) ? undefined : text;
}

function textIn(field: QueryField | undefined, values: ParameterValues): string | undefined {
  const value = field && valueOfField(field, values);
  const text = typeof value === 'string' || isJsonNumber(value) ? textOf(value) : '';
  return text === '' ? undefined : text;
}
