import { statesBefore } from './done-before.ts';
import { parentReferrer } from './path-referrer.ts';
import { responseSchemaOf } from './resource-maker.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { JsonObject } from '../openapi/json/json-value.ts';
import { listOf } from '../model/lists/lists.ts';
import { namelessAt } from '../model/lists/nameless.ts';
import {
  type ItemFamily,
  actedOn,
  allFamilies,
  effectOf,
  familyCreatedBy,
  isAction,
  type ResourceFamily,
} from '../model/resources/resources.ts';
import { collectionName, hasCollections, namedFamilies } from '../model/resources/collections.ts';
import { putFamilies } from '../model/resources/put-families.ts';
import { pathAbove } from '../model/resources/names.ts';
import { itemPath } from '../model/resources/family-paths.ts';
import { envelopesIn, resourceSchema, envelopesOf } from '../model/resources/envelopes-in.ts';
import { tellsOf, toldAround } from '../model/resources/told-resources.ts';
import { isByteCount } from '../model/uploads.ts';
import { answeredIdentity } from '../model/resources/identity.ts';
import { type Operation, operationAt } from '../model/operation.ts';
import { resourceIdentifier } from './identify-resources.ts';
import type { ListSource } from './list-leads.ts';
import { bulkAction } from './bulk-action.ts';
import type { ListedElsewhere } from './listed-elsewhere.ts';
import { type StoredResources, itemAction, saveAction } from './item-action.ts';
import { listAction, orMadeUpList, otherListAction } from './list-action.ts';
import { sourceOf } from './list-pages.ts';
import type { ReferrersOf } from './referrers.ts';
import type { AsSaid } from './said-actions.ts';
import { relationAction } from './relation-action.ts';
import { type OrphanCheck, orphanCheckOf, pathOf } from './orphans.ts';
import type { AnswerMemory } from './repeated-requests.ts';
import {
  type ResourceAction,
  namedResource,
  unknownResource,
  uniqueTexts,
  usedValue,
} from './resource-action.ts';
import type { ResourceStore } from './resource-store.ts';
import {
  type CreatedFile,
  createdFile,
  namesBelow,
  singletonAction,
  singletonsBelow,
  uploadAction,
} from './singleton-action.ts';
import { changeOf } from './changes.ts';
import { belowCollection } from './self-addresses.ts';
import { identityStore } from './spread-store.ts';

/** What the operations of a document do with the stored resources. */
export interface ResourceActions {
  /** `undefined` where the operation's path tells of no resource. */
  actionOf(operation: Operation): ResourceAction | undefined;
  /** `undefined` where it goes below nothing, or may all the same. */
  orphanCheckOf(operation: Operation): OrphanCheck | undefined;
  /** Whether an operation adds a resource: an action on one doesn't. */
  creates(operation: Operation): boolean;
  /** Where what is created at a path is kept. */
  storeAt(path: string): ResourceStore;
  /** How many resources there are, in all collections together. */
  readonly total: number;
  /** Where answers are kept that are given again. */
  readonly answers: AnswerMemory | undefined;
}

/** Options of {@link resourceActions}. */
export interface ActionOptions {
  /** How many items lists have that nothing is created for, at the least. Default: as a sample has. */
  readonly fill?: number | undefined;
  /** Finds what refers to what is deleted; a page does without. Default: nothing is looked for. */
  readonly referrersOf?: ReferrersOf | undefined;
  /** Lists what was created below all parents; a page does without. Default: nothing is listed so. */
  readonly listedElsewhere?: ListedElsewhere | undefined;
  /** Has actions do what the document says in words; a page does without. Default: only what their names say. */
  readonly asSaid?: AsSaid | undefined;
}

/** What an operation does with what is stored, else with a list that is made up. */
type StoredAction = (
  operation: Operation,
  list: ResourceAction | undefined,
) => ResourceAction | undefined;

/**
 * The actions of a document's operations. What is created where a single operation creates is kept
 * in the store itself, else each collection has a store of its own below it.
 */
export function resourceActions(
  document: OpenApiDocument,
  store: ResourceStore,
  { fill, referrersOf, listedElsewhere, asSaid }: ActionOptions = {},
): ResourceActions {
  const named = namedFamilies(document);
  const hasItem = (family: ResourceFamily): family is ItemFamily => family.item !== undefined;
  const all = [...allFamilies(document).filter(hasItem), ...named];
  const families = new Map(all.map((family) => [family.item, family]));
  const isOne = !hasCollections(document);
  const storeAt = (path: string): ResourceStore =>
    isOne ? store : store.collection(collectionName(path));
  const removeBelow = (path: string): void => store.removeBelow?.(`${collectionName(path)}/`);
  const keptOf: Resources['keptOf'] = (family, path) => identityStore(family, store, storeAt(path));
  const files = filesIn(document, store);
  const resources = { document, storeAt, keptOf, removeBelow, files, all: store, referrersOf };
  const creates = (operation: Operation): boolean => effectOf(document, operation) === 'creates';
  const puts = [...putFamilies(document).values()].filter(({ item }) => !families.has(item));
  const unnamed = puts.filter(({ create }) => singleAction(document, create, store) !== undefined);
  const storedAction: StoredAction = (operation, list) => {
    const several =
      relationAction(document, operation, resources) ?? bulkAction(document, operation, resources);
    if (several !== undefined) return several;
    const acted = actedOn(document, operation, families.values());
    if (acted !== undefined) return itemAction(operation, acted, resources);
    const uploaded = uploadAction(document, operation, store);
    if (isAction(document, operation)) return uploaded;
    const file = files.find(({ download }) => download === operation);
    if (file) return fileAction(file, resources);
    // A path that leads to one can be where others are created: `POST /messages/{user}` beside `/messages/{user}/{id}`.
    const itemFamily = creates(operation) ? undefined : families.get(operation.path);
    if (itemFamily !== undefined) return itemAction(operation, itemFamily, resources);
    const isHere = ({ collection }: ResourceFamily): boolean => collection === operation.path;
    const family = familyCreatedBy(document, operation) ?? named.find(isHere);
    if (family?.identity !== undefined) return collectionAction(operation, family, resources);
    return (
      uploaded ??
      singleAction(document, operation, store) ??
      singletonsAction(document, operation, unnamed, store) ??
      listedElsewhere?.(document, operation, store) ??
      list ??
      pathlessAction(operation, resources) ??
      actionBelow(operation, families.values(), resources)
    );
  };
  return {
    get total() {
      return store.total ?? store.size;
    },
    answers: store.answers,
    storeAt,
    creates,
    orphanCheckOf: (operation) =>
      orphanCheckOf(operation, { document, families, unnamed, keptOf, store }),
    actionOf: (operation) => {
      const list = otherListAction(document, operation, { fill, storeAt });
      const action = orMadeUpList(storedAction(operation, list), list);
      return action && (asSaid?.(document, { operation, all, action }, resources) ?? action);
    },
  };
}

/** What an operation does with what there is one of. */
function singleAction(
  document: OpenApiDocument,
  operation: Operation,
  store: ResourceStore,
): ResourceAction | undefined {
  const put = putFamilies(document).get(operation.path);
  const change = changeOf(operation);
  return change && singletonAction(document, operation, store, change, put);
}

/** Tells what is put at the paths just below, where clients name that. */
function singletonsAction(
  document: OpenApiDocument,
  operation: Operation,
  unnamed: readonly ItemFamily[],
  store: ResourceStore,
): ResourceAction | undefined {
  if (!unnamed.some(({ collection }) => collection === operation.path)) return undefined;
  const isOfNames = listOf(document, operation)?.item.types.every((type) => type === 'string');
  const below = isOfNames === true ? namesBelow : singletonsBelow;
  return listAction(document, operation, ({ path }) => sourceOf(below(path, store)));
}

/** What is put or deleted just below a resource, and answers with it, is an action on it. */
function actionBelow(
  operation: Operation,
  families: Iterable<ItemFamily>,
  resources: StoredResources,
): ResourceAction | undefined {
  const family = toldAround(resources.document, operation, families);
  return family && itemAction(operation, family, resources, true);
}

interface Resources extends StoredResources {
  /** Files that resources are created from. */
  readonly files: readonly FileOfFamily[];
}

interface FileOfFamily extends CreatedFile {
  readonly family: ResourceFamily;
}

function filesIn(document: OpenApiDocument, store: ResourceStore): FileOfFamily[] {
  return allFamilies(document).flatMap((family) => {
    const file = createdFile(document, family, store);
    return file === undefined ? [] : [{ ...file, family }];
  });
}

function fileAction(file: FileOfFamily, { keptOf }: Pick<Resources, 'keptOf'>): ResourceAction {
  const { family } = file;
  const { item = '' } = family;
  return {
    envelopes: { taken: [], told: [] },
    perform: ({ path, parameters }) => {
      const kept = keptOf(family, pathAbove(pathOf({ item }, path)));
      const isThere = namedResource(family, parameters, kept) !== undefined;
      return isThere ? file.tell(path) : unknownResource(family, parameters);
    },
  };
}

function collectionAction(
  operation: Operation,
  family: ResourceFamily,
  resources: Resources,
): ResourceAction | undefined {
  const { document, storeAt, keptOf, files } = resources;
  const { method, responses } = operation;
  const { identity } = family;
  if (identity === undefined) return undefined;
  if (method !== 'POST') {
    const list = listAction(document, operation, ({ path }) => {
      const store = storeAt(path);
      const items: ListSource['list'] = (...part) => store.list(...part) as JsonObject[];
      return { size: store.size, list: items };
    });
    return method === 'GET' ? list : (saveAction(operation, family, resources, list) ?? list);
  }
  const identifier = resourceIdentifier(document, family, identity);
  const envelopes = envelopesOf(document, operation, family);
  const isTold = tellsOf(document, operation, family);
  const file = files.find((candidate) => candidate.family === family);
  const told = resourceSchema(document, family, operation, 'told').properties;
  const sizes = [...told].flatMap(([name, { types }]) =>
    isByteCount(name) && types.includes('integer') ? [name] : [],
  );
  const isFound = operationAt(document, 'GET', family.item) !== undefined;
  const before = statesBefore(document, family);
  const refer = parentReferrer(family, responseSchemaOf(document, family));
  const hasConflicts = responses.some(({ status }) => status === '409');
  const said = uniqueTexts(document, family, operation);
  const unique = hasConflicts ? [identity, ...said] : said;
  return {
    envelopes,
    whereabouts: isTold ? belowCollection(document, family) : undefined,
    identity: isTold && isNamedByServer(document, operation, family) ? identity : undefined,
    perform: (call) => {
      const { path, body, complete } = call;
      const identified = identifier.identify([identifier.take(body)], keptOf(family, path))[0]!;
      const itself = itemPath(family, path, identified[identity]!);
      const size = itself === undefined ? undefined : file?.keep(call, itself);
      const sized = size === undefined ? [] : sizes.map((name) => [name, size] as const);
      const whole = { ...refer(before, path), ...identified, ...Object.fromEntries(sized) };
      const resource = isTold ? complete(whole) : whole;
      storeAt(path).add(resource);
      return { resource, location: isFound ? itself : undefined };
    },
    // The document says that there are conflicts: of the identity, and of what its words name.
    conflict: ({ path, body }) => usedValue(unique, body, keptOf(family, path)),
  };
}

/** Whether an answer that repeats what was sent is where clients learn what the resource is called. */
function isNamedByServer(
  document: OpenApiDocument,
  operation: Operation,
  family: ResourceFamily,
): boolean {
  const { properties: taken } = resourceSchema(document, family, operation, 'taken');
  const { properties: told } = resourceSchema(document, family, operation, 'told');
  return !taken.has(family.identity ?? '') && taken.keys().some((name) => told.has(name));
}

/** What is created can't be asked for, but is listed, or told from others in the answer. */
function pathlessAction(
  operation: Operation,
  { document, storeAt }: Pick<Resources, 'document' | 'storeAt'>,
): ResourceAction | undefined {
  if (operation.method !== 'POST' || operation.requestBody === undefined) return undefined;
  const listed = namelessAt(document, operation);
  const identity = answeredIdentity(document, operation);
  const identifier =
    identity === undefined
      ? undefined
      : resourceIdentifier(document, { create: operation }, identity);
  const isNamed = identifier?.isFitting() === true;
  if (!isNamed && listed === undefined) return undefined;
  return {
    envelopes: listed?.envelopes ?? envelopesIn(document, operation),
    perform: ({ path, body, complete }) => {
      const store = storeAt(path);
      store.lastNumber ??= store.size;
      const named = isNamed ? identifier.identify([body], store)[0]! : body;
      const resource = listed === undefined ? named : complete(named);
      // As it was sent, where it is not listed: with more, it might not be valid to be put back.
      store.add(listed === undefined ? body : resource);
      return { resource };
    },
  };
}
