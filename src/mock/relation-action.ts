/** What is put below a resource is in its list then: `PUT /tickets/{id}/labels/{labelId}`. */
import type { OpenApiDocument } from '../openapi/document.ts';
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonObject,
} from '../openapi/json/json-value.ts';
import { equalJson } from '../openapi/schema/equal-json.ts';
import { type Operation, operationAt, operations } from '../model/operation.ts';
import { schemaIn } from '../model/resources/envelope.ts';
import {
  type Relation,
  isLinkage,
  listsOthers,
  relatedList,
  relationOf,
} from '../model/resources/relations.ts';
import { envelopesOf } from '../model/resources/envelopes-in.ts';
import type { ItemFamily } from '../model/resources/resources.ts';
import { collectionPath } from '../model/resources/family-paths.ts';
import { pathAbove } from '../model/resources/names.ts';
import { listAction } from './list-action.ts';
import { sourceOf } from './list-pages.ts';
import { type ResourceAction, namedResource, unknownResource } from './resource-action.ts';
import { newestIn } from './singleton-action.ts';
import type { ResourceStore } from './resource-store.ts';
import { type Stores, collectionsOf } from './spread-store.ts';
import { successShape } from '../model/body-shapes.ts';

/** `undefined` where nothing tells of what an operation relates. */
export function relationAction(
  document: OpenApiDocument,
  operation: Operation,
  stores: Stores,
): ResourceAction | undefined {
  const linkage = linkageAction(document, operation, stores);
  if (linkage !== undefined) return linkage;
  if (operation.method === 'GET') return relatedListAction(document, operation, stores);
  const relation = relationOf(document, operation);
  const list = relation && relatedList(document, relation);
  if (relation === undefined) return undefined;
  const { family, other } = relation;
  if (list === undefined) {
    return listsOthers(document, relation) ? entryAction(operation, relation, stores) : undefined;
  }
  const { keptOf } = stores;
  const isRemoval = operation.method === 'DELETE';
  const envelopes = envelopesOf(document, operation, family);
  const told = successShape(document, operation);
  // Else it tells of what was put there, or of how it went.
  const isTold = schemaIn(told, envelopes.told)?.properties.has(list.name) === true;
  const perform: ResourceAction['perform'] = ({ path, parameters, unmet }) => {
    const store = keptOf(family, pathAbove(pathAbove(pathAbove(path))));
    const old = namedResource(family, parameters, store);
    const others = keptOf(other, collectionPath(other, operation.path, path));
    const target = namedResource(other, parameters, others);
    if (old === undefined) return unknownResource(family, parameters);
    if (target === undefined) return unknownResource(other, parameters);
    const problem = unmet(old);
    if (problem !== undefined) return problem;
    const identity = target[other.identity!]!;
    const entry = list.items.types.includes('object') ? target : identity;
    const before = getProperty(old, list.name);
    const isOther = (value: JsonValue): boolean => !equalJson(value, entry);
    const left = (Array.isArray(before) ? before : []).filter(isOther);
    const resource = { ...old, [list.name]: isRemoval ? left : [...left, entry] };
    store.replace(old, resource);
    return isTold ? { resource } : {};
  };
  return { envelopes, perform };
}

/** What a resource refers to, where that has a path of its own (JSON:API 1.1, 9.2). */
function linkageAction(
  document: OpenApiDocument,
  { method, path: template }: Operation,
  { storeAt }: Stores,
): ResourceAction | undefined {
  const isRead = operationAt(document, 'GET', template) !== undefined;
  if (!isRead || !isLinkage({ path: template }, pathAbove(pathAbove(template)))) return undefined;
  const perform: ResourceAction['perform'] = ({ path, body, full }) => {
    const store = storeAt(path);
    const old = newestIn(store);
    if (method === 'GET') return { resource: old, isMadeUp: old === undefined };
    const [was = [], sent = null] = [old, body].map((value) => value && getProperty(value, 'data'));
    const isIn = (all: JsonValue, entry: JsonValue): boolean =>
      Array.isArray(all) && all.some((other) => equalJson(other, entry));
    const left = Array.isArray(was) ? was.filter((entry) => !isIn(sent, entry)) : [];
    const added = method === 'DELETE' || !Array.isArray(sent) ? [] : sent;
    const data = method === 'PATCH' ? sent : [...left, ...added];
    const problem = old === undefined ? full() : undefined;
    if (problem !== undefined) return problem;
    if (old === undefined) store.add({ data });
    else store.replace(old, { data });
    return { resource: { data } };
  };
  return { envelopes: { taken: [], told: [] }, perform };
}

/** Puts one into a list of its own, or takes it out. */
function entryAction(
  { method, path: template }: Operation,
  { family, other }: Relation,
  { keptOf, storeAt }: Stores,
): ResourceAction {
  const { identity = '' } = other;
  const perform: ResourceAction['perform'] = ({ path, parameters, full }) => {
    const list = pathAbove(path);
    const owner = namedResource(family, parameters, keptOf(family, pathAbove(pathAbove(list))));
    if (owner === undefined) return unknownResource(family, parameters);
    const entries = storeAt(list);
    const entry = namedResource(other, parameters, entries);
    const others = keptOf(other, collectionPath(other, template, path));
    const target = namedResource(other, parameters, others);
    if (target === undefined) return unknownResource(other, parameters);
    if (method === 'DELETE') {
      if (entry === undefined) return unknownResource(other, parameters);
      entries.replace(entry, undefined);
    } else if (entry === undefined) {
      const problem = full();
      if (problem !== undefined) return problem;
      entries.add({ [identity]: target[identity]! });
    }
    return {};
  };
  return { envelopes: { taken: [], told: [] }, perform };
}

/** Takes what is deleted out of the lists of what it was put below. */
export function unrelater(
  document: OpenApiDocument,
  { item, identity = '' }: ItemFamily,
  store: ResourceStore,
): (gone: JsonObject) => void {
  const lists = operations(document).flatMap((operation) => {
    const relation = operation.method === 'DELETE' ? undefined : relationOf(document, operation);
    if (relation?.other.item !== item || !listsOthers(document, relation)) return [];
    const list = relatedList(document, relation);
    return list === undefined ? [] : [{ ...relation.family, name: list.name }];
  });
  return (gone) => {
    for (const { collection, identity: key = '', name } of lists) {
      for (const resources of collectionsOf(collection, store)) {
        for (const shown of resources.list() as JsonObject[]) {
          const entries = shown[name];
          if (!Array.isArray(entries)) continue;
          const left = entries.filter(
            (entry) => !equalJson(namedIn(entry, identity), gone[identity]!),
          );
          const stored = left.length < entries.length && resources.find(key, shown[key]!);
          if (stored) resources.replace(stored, { ...stored, [name]: left });
        }
      }
    }
  };
}

/** What an entry of a list names: it can be in full. */
function namedIn(entry: JsonValue, identity: string): JsonValue {
  return isJsonObject(entry) ? (getProperty(entry, identity) ?? null) : entry;
}

/** What was put into a list of its own, as it is now. */
function relatedListAction(
  document: OpenApiDocument,
  operation: Operation,
  { keptOf, storeAt }: Stores,
): ResourceAction | undefined {
  const relation = operations(document)
    .map((relate) => relationOf(document, relate))
    .find((candidate) => candidate?.list === operation);
  if (relation === undefined || !listsOthers(document, relation)) return undefined;
  const { family, other } = relation;
  const identity = other.identity!;
  const inside = relatedList(document, relation)?.name;
  return listAction(document, operation, ({ path, parameters }) => {
    const all = keptOf(other, collectionPath(other, operation.path, path));
    const owner =
      inside && namedResource(family, parameters, keptOf(family, pathAbove(pathAbove(path))));
    const told = owner ? (owner[inside] ?? []) : storeAt(path).list();
    const entries = Array.isArray(told) ? (told as JsonValue[]) : [];
    return sourceOf(entries.flatMap((entry) => all.find(identity, namedIn(entry, identity)) ?? []));
  });
}
