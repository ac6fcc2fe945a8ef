/**
 * Lists: which answer is a list of which collection's items, and what the parameters of its query mean.
 * All of it is told by the document alone; where a name could mean more than one thing, it means nothing.
 *
 * A document can say it itself, with `x-list-role` at a parameter (or at a field of one that is an object):
 * `search`, `sort`, `direction`, `limit`, `offset`, `page`, `cursor`, `back`, `none`, or a property of the
 * items with how it has to stand to the value: `departsAt >=`, `trip.state =`, `state in`, `name contains`.
 */
import type { Parameter } from '../parameters/parameter.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import {
  type EffectiveSchema,
  effectiveSchema,
  shareSchema,
} from '../../openapi/schema/effective-schema.ts';
import { bodySchema } from '../media-type.ts';
import { type Operation, successResponse, operationAt } from '../operation.ts';
import { requestShape } from '../body-shapes.ts';
import { type Envelope, schemaIn } from '../resources/envelope.ts';
import { endsInParameter, literalPath, nounOf, nounsOf, plainName } from '../resources/names.ts';
import { type ResourceFamily, familyCreatedBy } from '../resources/resources.ts';
import { searchOf } from '../resources/searches.ts';
import { type Filter, type Items, filterOf } from './filters.ts';
import { itemProperties } from './item-properties.ts';
import {
  type ListFact,
  type NextPage,
  type PreviousPage,
  factsIn,
  leadOf,
  placeOfItems,
  previousPage,
} from './list-answer.ts';
import { type Paging, pagingOf } from './pages.ts';
import { type QueryField, queryFields } from './query-field.ts';
import { type Sort, sortOf } from './sort.ts';

/** An operation that answers with a list. */
export interface ListModel {
  readonly operation: Operation;
  /** Whether it has what it is asked for: without a question, it may have nothing. */
  readonly isSearch: boolean;
  /** All that a request can say of it. */
  readonly fields: readonly QueryField[];
  /** The resources whose collection it lists; `undefined` where the document creates nothing there. */
  readonly family: ResourceFamily | undefined;
  /** Keys from the root of the answer to the list; none where the answer is the list itself. */
  readonly path: Envelope;
  /** The whole answer. */
  readonly answer: EffectiveSchema;
  readonly item: EffectiveSchema;
  /** Fields of the query that say which items there are. */
  readonly filters: readonly Filter[];
  /** A text that items have to have somewhere. */
  readonly search: QueryField | undefined;
  readonly sort: Sort | undefined;
  readonly paging: Paging | undefined;
  /** What the answer says of the list, such as its total. */
  readonly facts: readonly ListFact[];
  /** Where the answer says how many items there are on all pages. */
  readonly total: ListFact | undefined;
  /** Where the answer says how to go on. */
  readonly next: NextPage | undefined;
  /** Where the answer says how to go back, and what takes it, if it is a cursor. */
  readonly previous: PreviousPage | undefined;
  /** The document's header `Link`, which may say it, too (RFC 8288). */
  readonly linkHeader: Parameter | undefined;
  /** The header that says how many items there are on all pages, such as `X-Total-Count`. */
  readonly totalHeader: string | undefined;
}

const SEARCH = /^(?:q|(?:search)?query|search(?:term|text|string)?|keywords?|term|fulltext)$/;

const TOTAL_HEADER = /^x?(?:pagination)?total(?:count|items|records|elements|results)?$/;

const known = new WeakMap<Operation, ListModel | undefined>();

/** What is known of an operation that lists; `undefined` where it doesn't. Found once an operation. */
export function listOf(document: OpenApiDocument, operation: Operation): ListModel | undefined {
  if (known.has(operation)) return known.get(operation);
  const list = findList(document, operation);
  known.set(operation, list);
  return list;
}

/**
 * The list that an answer tells: the one that is read, or the one at the same path that a change of it answers with,
 * unless the request has a list itself.
 */
export function listToldBy(document: OpenApiDocument, operation: Operation): ListModel | undefined {
  if (!['PUT', 'PATCH'].includes(operation.method)) return listOf(document, operation);
  const read = operationAt(document, 'GET', operation.path);
  const list = read && listOf(document, read);
  const answer = effectiveSchema(document.root, bodySchema(successResponse(operation)));
  if (list === undefined || !shareSchema(list.answer, answer)) return undefined;
  const sent = schemaIn(requestShape(document, operation), list.path);
  return sent?.items === undefined ? list : undefined;
}

/** An item of the list at the path of a collection; `undefined` where none lists it. */
export function listedItem(
  document: OpenApiDocument,
  collection: string,
): EffectiveSchema | undefined {
  const list = operationAt(document, 'GET', collection);
  return list && listOf(document, list)?.item;
}

function findList(document: OpenApiDocument, operation: Operation): ListModel | undefined {
  const response = successResponse(operation);
  const searched = searchOf(document, operation);
  const isList = operation.method === 'GET' || searched !== undefined;
  if (!isList || endsInParameter(operation.path)) return undefined;
  const answer = effectiveSchema(document.root, bodySchema(response));
  const { collection = operation.path } = searched ?? {};
  const noun = nounOf(literalPath(collection));
  const family = familyCreatedBy(document, { path: collection });
  const place = placeOfItems(answer, noun, family !== undefined);
  if (place === undefined || isOne(answer, place.items, family)) return undefined;
  const { path, items: item } = place;
  const { parameter: name = '' } = family ?? {};
  const nouns = new Set([...nounsOf({ name, collection }), noun]);
  const { headers = [] } = response ?? {};
  const facts = factsIn(answer, path).map((fact, _, all) => asTotal(fact, all));
  const items = { properties: itemProperties(item), nouns };
  const fields = queryFields(document, operation);
  const roles = rolesOf(fields, items, facts);
  return {
    operation,
    isSearch: searched !== undefined,
    fields,
    family,
    path,
    answer,
    item,
    ...roles,
    facts,
    total: facts.find(({ role }) => role === 'total'),
    next: leadOf('next', facts, roles.paging),
    previous: previousPage(facts, roles.paging),
    linkHeader: headers.find((header) => /^link$/i.test(header.name)),
    totalHeader: headers.find((header) => TOTAL_HEADER.test(plainName(header.name)))?.name,
  };
}

/** Whether an answer has the identity that its items lack: a resource with a list in it. */
function isOne(
  answer: EffectiveSchema,
  items: EffectiveSchema,
  { identity = '' }: Partial<ResourceFamily> = {},
): boolean {
  return answer.properties.has(identity) && !items.properties.has(identity);
}

/** A `count` beside ways to go on is that of all pages, where nothing else is. */
function asTotal(fact: ListFact, all: readonly ListFact[]): ListFact {
  const isOnly = all.every(({ role }) => role !== 'total');
  const isBeside = all.some(
    ({ role, path }) => role === 'next' && path.length === fact.path.length,
  );
  const isCount = fact.role === 'shown' && plainName(fact.path.at(-1)!) === 'count';
  return isCount && isOnly && isBeside ? { ...fact, role: 'total' } : fact;
}

/** Each field has one role: what orders and divides a list first, then what filters it. */
function rolesOf(
  fields: readonly QueryField[],
  items: Items,
  facts: readonly ListFact[],
): Pick<ListModel, 'filters' | 'search' | 'sort' | 'paging'> {
  const sort = sortOf(fields, items);
  const used = new Set([sort?.by, sort?.direction]);
  const paging = pagingOf(
    fields.filter((field) => !used.has(field)),
    items,
    facts.some(({ role }) => role === 'next'),
  );
  for (const field of Object.values(paging ?? {})) if (typeof field === 'object') used.add(field);
  const left = fields.filter((field) => !used.has(field));
  const search = left.find(({ role }) => role === 'search') ?? left.find(isSearch);
  const filters = left
    .filter((field) => field !== search)
    .flatMap((field) => filterOf(field, items, fields) ?? []);
  return { filters, search, sort, paging };
}

function isSearch({ role, name, schema }: QueryField): boolean {
  return role === undefined && SEARCH.test(plainName(name)) && schema.types.includes('string');
}
