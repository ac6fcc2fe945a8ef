/** Where a list stands in an answer, and what the answer says of it: totals, and how to go on. */
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { ENVELOPES, type Envelope } from '../resources/envelope.ts';
import { nounOf, plainName } from '../resources/names.ts';
import type { Paging } from './pages.ts';
import type { QueryField } from './query-field.ts';

/** Where a list is called no more than that. */
const LISTS =
  /^(?:items|results|records|entries|values|list|rows|elements|objects|nodes|hits|members|resources|collection|embedded|page)$/;

/** So many objects may be around a list. */
const DEPTH = 2;

interface Place {
  readonly path: Envelope;
  readonly items: EffectiveSchema;
  /** How well it is named. */
  readonly rank: number;
}

/**
 * Where an answer has the items of a list, and what they are; `undefined` where it is none.
 *
 * @param isCollection Whether the answer is certainly about a collection.
 */
export function placeOfItems(
  schema: EffectiveSchema,
  noun: string,
  isCollection: boolean,
): Pick<Place, 'path' | 'items'> | undefined {
  if (schema.items !== undefined) return { path: [], items: schema.items };
  const places = placesIn(schema, noun, []);
  const named = places.filter(({ rank }) => rank > 0).toSorted((a, b) => b.rank - a.rank);
  // An object that has an identity is a resource, with what belongs to it.
  const isResource = [...schema.properties.keys()].some((name) =>
    /^(?:id|uuid)$/.test(plainName(name)),
  );
  const objects = places.filter(
    ({ items, path }) => items.properties.size > 0 && path.length === 1,
  );
  if (isCollection) return named[0] ?? (isResource ? undefined : (objects[0] ?? places[0]));
  if (named[0] !== undefined) return named[0].rank > 1 || !isResource ? named[0] : undefined;
  return objects.length === 1 && !isResource && saysPages(schema) ? objects[0] : undefined;
}

function placesIn(schema: EffectiveSchema, noun: string, path: Envelope): Place[] {
  return [...schema.properties].flatMap(([name, property]): Place[] => {
    const { items } = property;
    const plain = plainName(name);
    const isNoun = noun.length > 2 && plain.startsWith(noun.slice(0, -1));
    // The `runs` of `/evaluation_runs`.
    const isEnd = plain.length > 3 && noun.endsWith(nounOf(name));
    const rank = isNoun ? 2 : isEnd || LISTS.test(plain) || ENVELOPES.includes(plain) ? 1 : 0;
    const place = [...path, name];
    if (items !== undefined) return [{ path: place, items, rank }];
    const isInside = rank > 0 && place.length <= DEPTH && property.properties.size > 0;
    const inside = isInside ? placesIn(property, noun, place) : [];
    // Whatever the only thing in `_embedded` is called.
    const isAlone = property.properties.size === 1 && inside[0]?.items.properties.size !== 0;
    return isAlone ? inside.map((found) => ({ ...found, rank: Math.max(1, found.rank) })) : inside;
  });
}

function saysPages(schema: EffectiveSchema): boolean {
  return factsIn(schema, []).some(({ role }) => role !== 'first' && role !== 'last');
}

/** What an answer says of its list: the whole of it, this page, and how to go to others. */
export interface ListFact {
  readonly role: FactRole;
  /** Keys from the root of the answer. */
  readonly path: Envelope;
  readonly schema: EffectiveSchema;
}

/**
 * What is said; `shown` is how many items this page has, and `counted` how many there are by the list's own name:
 * of all pages for most servers, of this one for some.
 */
export type FactRole =
  | 'total'
  | 'counted'
  | 'pages'
  | 'shown'
  | 'limit'
  | 'offset'
  | 'page'
  | 'more'
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'self';

const FACTS: readonly (readonly [FactRole, RegExp])[] = [
  [
    'total',
    /^(?:total(?:count|items|elements|records|results|hits|size)?|counttotal|itemcount|odatacount|found)$/,
  ],
  ['pages', /^(?:(?:total|num)?pages|pagecount|pagestotal|lastpage)$/],
  ['shown', /^(?:numberofelements|count|shown|displaying|returned|resultcount|itemsonpage)$/],
  ['limit', /^(?:limit|(?:items|numberofrecords)?perpage|(?:page)?size|maxresults)$/],
  ['offset', /^(?:offset|skip|start(?:index|at)?)$/],
  ['page', /^(?:page(?:number|index)?|currentpage|number)$/],
  ['more', /^(?:(?:has|is)?more(?:available|pages|records)?|hasnext(?:page)?)$/],
  [
    'next',
    /^(?:(?:odata)?next(?:page)?(?:ur[il]|link|href|token|cursor|marker|offset)?|(?:end)?cursor|continuationtoken|after)$/,
  ],
  ['previous', /^(?:prev(?:ious)?(?:page)?(?:url|cursor)?|before)$/],
  ['first', /^first(?:page)?(?:url)?$/],
  ['last', /^last(?:page)?(?:url)?$/],
  ['self', /^self$/],
];

/** What is around facts: `meta.pagination`, `_links.next.href`. */
const AROUND =
  /^(?:(?:response)?metadata|meta|pagination|paging|page(?:info|able|r)?|links?|cursors?|summary)$/;

/** Of what has a plural name, or a place for facts, what each property says. */
export function factsIn(schema: EffectiveSchema, items: Envelope, path: Envelope = []): ListFact[] {
  return [...schema.properties].flatMap(([name, property]): ListFact[] => {
    const plain = plainName(name);
    const place = [...path, name];
    if (items[path.length] === name) {
      const isAround = items.length > place.length;
      return isAround ? factsIn(property, items, place) : [];
    }
    const isGroup = property.properties.size > 0;
    if (isGroup && AROUND.test(plain)) return factsIn(property, [], place);
    const href = [...property.properties].find(([key]) => plainName(key) === 'href');
    const [saying, inside] =
      href === undefined ? [property, place] : [href[1], [...place, href[0]]];
    const role =
      FACTS.find(([factRole, names]) => names.test(plain) && canSay(factRole, saying))?.[0] ??
      (countsOf(items).has(plain) && canSay('counted', saying) ? 'counted' : undefined);
    return role === undefined || saying.properties.size > 0
      ? []
      : [{ role, path: inside, schema: saying }];
  });
}

/** What the number of a list's items is called by its own name: `articlesCount` beside `articles`. */
function countsOf(items: Envelope): ReadonlySet<string> {
  const list = items.at(-1);
  if (list === undefined) return NONE;
  const [plain, noun] = [plainName(list), nounOf(list)];
  return new Set([`${plain}count`, `${noun}count`, `total${plain}`, `${plain}total`]);
}

const NONE: ReadonlySet<string> = new Set();

const TEXTS: ReadonlySet<FactRole> = new Set(['next', 'previous', 'first', 'last', 'self']);

function canSay(role: FactRole, { types }: EffectiveSchema): boolean {
  if (role === 'more') return types.includes('boolean');
  if (role === 'first' || role === 'last')
    return types.some((type) => /^(?:string|boolean)$/.test(type));
  if (TEXTS.has(role)) return types.includes('string') || types.includes('integer');
  return types.includes('integer');
}

/** What leads on from a page: a value for the cursor, the address of the next page, or its number. */
export interface NextPage extends Pick<ListFact, 'path' | 'schema'> {
  readonly kind: 'cursor' | 'url' | 'page' | 'offset';
}

/** Where an answer says how to go on, or back; `undefined` where it doesn't. */
export function leadOf(
  role: 'next' | 'previous' | 'first' | 'last',
  facts: readonly ListFact[],
  paging: Paging | undefined,
): NextPage | undefined {
  const fact = facts.find(
    (candidate) => candidate.role === role && !candidate.schema.types.every(isFlag),
  );
  return fact && { path: fact.path, schema: fact.schema, kind: kindOf(fact, paging) };
}

/** What leads back from a page. */
export interface PreviousPage extends Pick<ListFact, 'path'> {
  readonly field: QueryField;
}

/** A cursor for the page before, and what takes it: `before` where `after` takes the next one, or where its words name it. */
export function previousPage(
  facts: readonly ListFact[],
  paging: Paging | undefined,
): PreviousPage | undefined {
  const lead = leadOf('previous', facts, paging);
  if (lead?.kind !== 'cursor') return undefined;
  const { path } = lead;
  const { back, cursor } = paging ?? {};
  const isPair =
    plainName(back?.name ?? '') !== 'before' ||
    /after/i.test(cursor?.name ?? '') ||
    back?.description?.includes(path.at(-1)!) === true;
  const field = isPair ? (back ?? cursor) : undefined;
  return field && { path, field };
}

function isFlag(type: string): boolean {
  return type === 'boolean' || type === 'null';
}

function kindOf({ path, schema }: ListFact, paging: Paging | undefined): NextPage['kind'] {
  const { format = '', types } = schema;
  const names = path.map(plainName);
  const last = names.at(-1)!;
  if (/ur[il]|iri/.test(format) || /ur[il]|link|href/.test(names.join(' '))) return 'url';
  if (!types.includes('string'))
    return last.includes('offset') || !paging?.page ? 'offset' : 'page';
  const isUrl = schema.examples.some(
    (example) => typeof example === 'string' && /^(?:https?:|\/)/.test(example),
  );
  // What has to be a time, or is short, holds no address.
  const canBeUrl = isValidFor('https://example.com/items?offset=100', schema, 'response');
  return isUrl || (paging?.cursor === undefined && canBeUrl) ? 'url' : 'cursor';
}
