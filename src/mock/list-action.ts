/** What reading a list does: that of a collection, of what refers to something, or one that nobody makes. */
import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { textOf, readings } from '../openapi/json/stringify-json.ts';
import { isValidFor } from '../openapi/schema/compile-schema.ts';
import { valueOf } from '../model/lists/item-properties.ts';
import { listOf, listToldBy } from '../model/lists/lists.ts';
import { namelessAt } from '../model/lists/nameless.ts';
import { withBody } from '../model/lists/query-field.ts';
import {
  type RelatedList,
  chosenCollectionOf,
  relatedListOf,
} from '../model/lists/related-lists.ts';
import type { Operation } from '../model/operation.ts';
import type { ListSource } from './list-leads.ts';
import { listPages, replaced, sourceOf } from './list-pages.ts';
import { pathReferrer } from './path-referrer.ts';
import { type ResourceAction, type ResourceCall, namedBy } from './resource-action.ts';
import type { ResourceStore } from './resource-store.ts';
import { belowCollection } from './self-addresses.ts';
import { standInItems } from './stand-in.ts';

/** Tells the part of a list that a request asks for; `undefined` where the operation tells no list. */
export function listAction(
  document: OpenApiDocument,
  operation: Operation,
  sourceAt: (call: ResourceCall) => ListSource,
): ResourceAction | undefined {
  const list = listToldBy(document, operation);
  const pageAt = list && listPages(list);
  return (
    pageAt && {
      envelopes: { taken: [], told: [] },
      whereabouts: list.family && belowCollection(document, list.family),
      perform: (call) => {
        const { parameters, sent, tellItem: tell } = call;
        const values = list.operation.method === 'GET' ? parameters : withBody(parameters, sent);
        return { list: pageAt(sourceAt(call), { values, address: call.address(), tell }) };
      },
    }
  );
}

/**
 * What of the stored resources refers to what the path names, is chosen, or was created there without a name; else, as
 * nothing is, what the document shows.
 */
export function otherListAction(
  document: OpenApiDocument,
  operation: Operation,
  {
    fill,
    storeAt,
  }: {
    readonly fill: number | undefined;
    readonly storeAt: (path: string) => ResourceStore;
  },
): ResourceAction | undefined {
  const list = listOf(document, operation);
  const items = list && standInItems(document, list, fill);
  const related = relatedListOf(document, operation);
  const collectionOf =
    namelessAt(document, operation) === undefined
      ? chosenCollectionOf(document, operation)
      : (path: string) => path;
  const refer = referrer(operation, related);
  // Where the collection itself is listed, a search finds nothing else.
  const { identity, listed } = (list?.isSearch === true ? list.family : undefined) ?? {};
  const isListed = identity !== undefined && listed !== undefined;
  const storedAt = (path: string): readonly JsonObject[] | undefined =>
    allIn(storeAt(path)) ?? (isListed ? [] : undefined);
  return (
    items &&
    listAction(document, operation, ({ parameters, path }) => {
      const stored = related
        ? storedIn(related, storeAt, parameters)
        : collectionOf && storedAt(collectionOf(path));
      if (stored !== undefined) return sourceOf(stored);
      return { ...sourceOf(items.map((item) => refer(item, parameters))), isMadeUp: true };
    })
  );
}

/**
 * Tells the part of a list that a request asks for, also where nothing is stored that an action could tell.
 *
 * @param list What tells a list that is made up. Default: there is none.
 */
export function orMadeUpList(
  action: ResourceAction | undefined,
  list: ResourceAction | undefined,
): ResourceAction | undefined {
  if (action === undefined || list === undefined || action === list) return action;
  return {
    ...action,
    perform: (call) => {
      const outcome = action.perform(call);
      const isTold = 'kind' in outcome || outcome.isMadeUp !== true;
      return isTold ? outcome : list.perform(call);
    },
  };
}

/** `undefined` where there is none at all. */
function allIn(store: ResourceStore): JsonObject[] | undefined {
  return store.size === 0 ? undefined : (store.list() as JsonObject[]);
}

/** `undefined` where there is none of the kind at all, or each parent has its own. */
function storedIn(
  { family: { collection }, parameter, property }: RelatedList,
  storeAt: (path: string) => ResourceStore,
  parameters: ResourceCall['parameters'],
): JsonObject[] | undefined {
  if (collection.includes('{')) return undefined;
  const wanted = textOf(namedBy(parameter, parameters) ?? '');
  return allIn(storeAt(collection))?.filter((resource) => {
    return textOf(valueOf(property, resource) ?? null) === wanted;
  });
}

/** Has items refer to what the path names, also where they tell it inside of something. */
function referrer(
  operation: Operation,
  related: RelatedList | undefined,
): (item: JsonValue, parameters: ResourceCall['parameters']) => JsonValue {
  const refer = pathReferrer(operation);
  return (item, parameters) => {
    const told = refer(item, parameters);
    const wanted = related && namedBy(related.parameter, parameters);
    const value = Iterator.from(wanted === undefined ? [] : readings(wanted)).find((reading) =>
      isValidFor(reading, related!.property.schema, 'response'),
    );
    const isWhole = value === undefined || !isJsonObject(told);
    return isWhole ? told : replaced(told, related!.property.path, value);
  };
}
