/** Resources: which property is the identity, what is a collection, an item, a parent, what refers to what. */
import { rootOf } from '../../openapi/document.ts';
import { onceFor } from '../../openapi/once.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { bodySchema } from '../media-type.ts';
import {
  type Operation,
  hasResponse,
  operationAt,
  operations,
  successResponse,
} from '../operation.ts';
import { placeOfItems } from '../lists/list-answer.ts';
import { bulkDeletionOf } from './bulk-deletions.ts';
import { bulkCreationOf } from './bulk.ts';
import { type Envelope, schemaIn } from './envelope.ts';
import { askedIdentity, pathIdentity } from './path-identity.ts';
import { barePath, isJustBelow, literalPath, nounOf, pathAbove, plainName } from './names.ts';
import { searchOf } from './searches.ts';
import { isPostedItself, isReadElsewhere, shallowCreation, tellsOfAbove } from './shallow.ts';
import { type OfOperation, ofOperation } from '../of-operation.ts';

/** The operations of one kind of resource, as their paths tell: `/things`, and `/things/{id}` where there is one. */
export interface ResourceFamily {
  /** Path template of the collection. */
  readonly collection: string;
  /** POST on the collection. */
  readonly create: Operation;
  /** Path template of one resource; `undefined` where no path leads there, or further: then the collection lists them. */
  readonly item: string | undefined;
  /** The path parameter that tells one from another; a name that no path has where none leads to one. */
  readonly parameter: string;
  /** The property that holds its value, such as `id`; `undefined` where none is found. */
  readonly identity: string | undefined;
  /** What is around it where that property is found. */
  readonly envelope: Envelope;
  /** What the list of the collection has as items; `undefined` where nothing lists it. */
  readonly listed?: EffectiveSchema | undefined;
}

/** A family of which paths lead to each one. */
export interface ItemFamily extends ResourceFamily {
  readonly item: string;
}

const ITEM = /\/\{([^{}/]+)\}\/?$/;

/** The families of a document, by the path template of their item; found once a document. */
export const resourceFamilies: (document: OpenApiDocument) => ReadonlyMap<string, ItemFamily> =
  onceFor(findFamilies, rootOf);

/** The families of a document, with those of which no path leads to one, such as comments that are only listed. */
export const allFamilies: (document: OpenApiDocument) => readonly ResourceFamily[] = onceFor(
  (document) => [...resourceFamilies(document).values(), ...listedFamilies(document)],
  rootOf,
);

/** The family of what an operation creates, or puts in a collection; `undefined` where there is none. */
export function familyCreatedBy(
  document: OpenApiDocument,
  { path }: Pick<Operation, 'path'>,
): ResourceFamily | undefined {
  return familiesCreatedBy(document, { path })[0];
}

/** The same, once for each path that leads to one of them. */
export function familiesCreatedBy(
  document: OpenApiDocument,
  { path }: Pick<Operation, 'path'>,
): readonly ResourceFamily[] {
  return byCollection(document).get(path) ?? [];
}

/** The family whose item a path is, with a slash at its end or without. */
export function familyOfItem(document: OpenApiDocument, path: string): ItemFamily | undefined {
  const families = resourceFamilies(document);
  const bare = barePath(path);
  return families.get(bare) ?? families.get(`${bare}/`);
}

const byCollection = onceFor((document: OpenApiDocument) => {
  return Map.groupBy(allFamilies(document), ({ collection }) => collection);
}, rootOf);

/** The property that identifies what an operation creates: the one that paths name it by, else one named so. */
export function identityCreatedBy(
  document: OpenApiDocument,
  operation: Operation,
): string | undefined {
  const family = familyCreatedBy(document, operation);
  return family?.identity ?? namedIdentities(document, operation)[0];
}

/** The properties by which the document tells one of what an operation creates, or puts, from another. */
export function identitiesIn(document: OpenApiDocument, operation: Operation): string[] {
  // What is put into a cart is named as it is elsewhere.
  if (tellsOfAbove(document, operation, operation.path)) return [];
  const family =
    familyCreatedBy(document, operation) ?? resourceFamilies(document).get(operation.path);
  const named = namedIdentities(document, operation);
  if (family?.identity === undefined) return named;
  return [...new Set([family.identity, ...named.filter((name) => name === 'id')])];
}

/**
 * `id`, and integers that have to be sent and are named so, but for those that the answer leaves out, or that name
 * something else: all of them do where the server gives an `id` of its own.
 */
function namedIdentities(document: OpenApiDocument, operation: Operation): string[] {
  const answer = effectiveSchema(document.root, bodySchema(successResponse(operation)));
  const told = new Set(
    [answer, ...answer.properties.values()].flatMap((schema) => [...schema.properties.keys()]),
  );
  const references = new Set(referencesOf(document, operation).map(({ name }) => name));
  const isOfOther = (name: string): boolean => {
    const noun = plainName(OWNER.exec(name)?.[1] ?? '');
    return noun !== nounOf(literalPath(operation.path)) && nounsIn(document).has(noun);
  };
  const bodies = bodySchemas(document, operation);
  const isNumbered = told.has('id') && !bodies.some(({ properties }) => properties.has('id'));
  const names = bodies.flatMap(({ properties, required }) =>
    [...properties].flatMap(([name, { types, values }]) => {
      const isTold = told.size === 0 || (told.has(name) && !isNumbered);
      const isCalledSo = required.has(name) && isTold && /(?:Id|_id)$/.test(name);
      const isNamedSo = name === 'id' || isCalledSo;
      const isInteger = types.includes('integer') && !types.includes('string');
      const isOwn = values === undefined && !references.has(name) && !isOfOther(name);
      return isNamedSo && isInteger && isOwn ? [name] : [];
    }),
  );
  return [...new Set(names)].toSorted((a, b) => Number(b === 'id') - Number(a === 'id'));
}

/** What the paths of a document are about. */
const nounsIn = onceFor((document: OpenApiDocument): ReadonlySet<string> => {
  return new Set(operations(document).map(({ path }) => nounOf(literalPath(path))));
}, rootOf);

/** Whose identity a name says it is: `member` in `memberId` and `member_id`. */
const OWNER = /^(.+?)_?(?:id|Id|ID)$/;

/** A property or parameter that holds the identity of another resource. */
export interface Reference {
  readonly name: string;
  /** Path template of the collection that the other one is in. */
  readonly collection: string;
}

/**
 * What an operation's parameters and body refer to, outside of what it creates itself: names such as
 * `memberId` and `member_id` where there are `/members`, and what has the identity's own schema.
 */
export const referencesOf: OfOperation<readonly Reference[]> = ofOperation(findReferences);

function findReferences(document: OpenApiDocument, operation: Operation): Reference[] {
  const { root } = document;
  const inBody = bodySchemas(document, operation).flatMap(({ properties }) => [...properties]);
  const inParameters = operation.parameters.map(
    ({ name, schemaPointer }) => [name, effectiveSchema(root, schemaPointer)] as const,
  );
  const all = targetsIn(document);
  const others = all.filter(({ collection }) => collection !== operation.path);
  // A schema that several collections have in common says of none that it is meant.
  const isSole = (schema: string): boolean =>
    all.filter((kind) => kind.schema === schema).length === 1;
  const named = [...inParameters, ...inBody].flatMap(([name, { pointers }]) => {
    const owner = OWNER.exec(name)?.[1];
    const noun = owner === undefined ? undefined : plainName(owner);
    const isOfSchema = ({ schema }: Target): boolean =>
      schema !== undefined && pointers.includes(schema) && (owner !== undefined || isSole(schema));
    const target = others.find((kind) => kind.noun === noun || isOfSchema(kind));
    return target && noun !== nounOf(operation.path)
      ? [[name, { name, collection: target.collection }] as const]
      : [];
  });
  return [...new Map(named).values()];
}

/** A collection that others may refer to. */
interface Target {
  readonly collection: string;
  readonly noun: string;
  readonly schema: string | undefined;
}

/** Where something is created; found once a document. */
const targetsIn = onceFor((document: OpenApiDocument): readonly Target[] => {
  return operations(document)
    .filter(({ method, path }) => method === 'POST' && !ITEM.test(path))
    .map(({ path }) => {
      return { collection: path, noun: nounOf(path), schema: identitySchema(document, path) };
    });
}, rootOf);

/** Pointer to the shared schema of a collection's identity; `undefined` where it has none of its own. */
function identitySchema(document: OpenApiDocument, collection: string): string | undefined {
  const family = familyCreatedBy(document, { path: collection });
  if (family?.identity === undefined) return undefined;
  return identitySchemas(document, [family.create], family.identity, family.envelope)
    .map(({ pointers }) => pointers[1])
    .find((pointer) => pointer?.startsWith('/components/schemas/'));
}

/** What the successes of operations, then what these take, say of a property. */
export function identitySchemas(
  { root }: OpenApiDocument,
  onItem: readonly Operation[],
  identity: string,
  envelope: Envelope = [],
): EffectiveSchema[] {
  const bodies = [...onItem.map(successResponse), ...onItem.map(({ requestBody }) => requestBody)];
  return bodies.flatMap((body) => {
    const whole = effectiveSchema(root, bodySchema(body));
    const found = [schemaIn(whole, envelope), whole].map((schema) =>
      schema?.properties.get(identity),
    );
    return found.find((schema) => schema !== undefined) ?? [];
  });
}

/** Of a body, or of the items of one that is a list; each of its alternatives. */
function bodySchemas({ root }: OpenApiDocument, { requestBody }: Operation): EffectiveSchema[] {
  return (requestBody?.content ?? [])
    .map(({ schemaPointer }) => effectiveSchema(root, schemaPointer))
    .flatMap((schema) => [schema, ...(schema.items === undefined ? [] : [schema.items])])
    .flatMap((schema) => Array.from({ length: schema.branches }, (_, i) => schema.inBranch(i)));
}

/** What a request does to stored resources: nothing, it adds one, or it changes or removes what is there. */
export type Effect = 'reads' | 'creates' | 'changes';

/**
 * What an operation does to stored resources, as its method and path tell (RFC 9110, 9.3). A POST on
 * one resource is an action, which changes that one, unless its path goes on to resources of its own (`POST
 * /fields/{collection}` beside `/fields/{collection}/{field}`); so is one below it, unless it answers 201, something is
 * listed or found there, or what it answers is read elsewhere.
 */
export function effectOf(document: OpenApiDocument, operation: Operation): Effect {
  const { method, path } = operation;
  if (['PUT', 'PATCH', 'DELETE'].includes(method)) return 'changes';
  if (method !== 'POST' || searchOf(document, operation) !== undefined) return 'reads';
  if (bulkDeletionOf(document, operation) !== undefined) return 'changes';
  if (!path.includes('{')) return 'creates';
  if (ITEM.test(path) && !itemCollections(document).has(barePath(path))) return 'changes';
  if (hasResponse(operation, 201)) return 'creates';
  const isFound = listedPaths(document).has(barePath(path)) || isReadElsewhere(document, operation);
  return isFound ? 'creates' : 'changes';
}

/** Whether a request brings what is there into another state, as `POST /trips/7/cancel` does. */
export function isAction(document: OpenApiDocument, operation: Operation): boolean {
  return operation.method === 'POST' && effectOf(document, operation) === 'changes';
}

/** Of the families given, that of the resource which an action brings into another state. */
export function actedOn<Family extends Pick<ItemFamily, 'item'>>(
  document: OpenApiDocument,
  operation: Operation,
  families: Iterable<Family>,
): Family | undefined {
  return isAction(document, operation) ? familyAround(operation, families) : undefined;
}

/** Of the families given, that of the resource which a path leads to, or goes on from without naming another one. */
export function familyAround<Family extends Pick<ItemFamily, 'item'>>(
  { path }: Pick<Operation, 'path'>,
  families: Iterable<Family>,
): Family | undefined {
  return Iterator.from(families).find(
    ({ item }) => barePath(path) === barePath(item) || isJustBelow(path, item),
  );
}

/** Where something is listed, or below which one is found again; looked for once a document. */
const listedPaths = onceFor((document: OpenApiDocument): ReadonlySet<string> => {
  const lists = operations(document).filter(({ method }) => method === 'GET');
  return itemCollections(document).union(new Set(lists.map(({ path }) => barePath(path))));
}, rootOf);

/** Whose resources have paths of their own, just below, and are posted to it; looked for once a document. */
const itemCollections = onceFor((document: OpenApiDocument): ReadonlySet<string> => {
  const items = operations(document).filter(({ path }) => ITEM.test(path));
  const above = items.map(({ path }) => pathAbove(path));
  return new Set(above.filter((path) => !isPostedItself(document, path)));
}, rootOf);

function findFamilies(document: OpenApiDocument): Map<string, ItemFamily> {
  const all = operations(document);
  const families = new Map<string, ItemFamily>();
  for (const { path: item } of all) {
    const [, parameter] = ITEM.exec(item) ?? [];
    const collection = pathAbove(item);
    if (parameter === undefined) continue;
    const create =
      all.find(
        (operation) =>
          barePath(operation.path) === collection && effectOf(document, operation) === 'creates',
      ) ?? shallowCreation(document, creating(document), item);
    if (create === undefined) continue;
    const onItem = all.filter(({ path }) => path === item);
    const place = { parameter, collection: create.path, listed: itemsOf(document, create.path) };
    // What is created at another path is called as where it is found.
    const called = { ...place, collection };
    const [first, ...others] = [create, ...onItem].map((operation) => {
      return tellsOfAbove(document, operation, create.path)
        ? { ...operation, responses: [] }
        : operation;
    });
    const found = pathIdentity(document, [first!, ...others], called);
    const asked = askedIdentity(document, [first!, ...others], called, found.identity ?? '');
    const named = asked === undefined ? found : { identity: asked, envelope: [] };
    families.set(item, { ...place, create, item, ...named });
  }
  return families;
}

/** What is created where it is listed, and told apart by its identity alone. */
function listedFamilies(document: OpenApiDocument): ResourceFamily[] {
  const all = operations(document);
  const items = new Set([...resourceFamilies(document).values()].map((other) => other.collection));
  return all.flatMap((create): ResourceFamily[] => {
    const { method, path: collection, requestBody } = create;
    const isKnown = method !== 'POST' || items.has(collection) || ITEM.test(collection);
    if (isKnown || requestBody === undefined) return [];
    const listed = itemsOf(document, collection);
    if (listed === undefined) return [];
    const [item, named] = passedItem(all, collection) ?? [];
    const found = pathIdentity(document, [create], {
      parameter: named ?? 'id',
      collection,
      listed,
    });
    if (!isListed(document, create, listed, found)) return [];
    const parameter = named ?? `${nounOf(collection)}Id`;
    return [{ collection, listed, create, item, parameter, ...found }];
  });
}

/** The path of one resource, and its parameter, where paths only go through it: `/files/{id}/content`. */
function passedItem(
  all: readonly Operation[],
  collection: string,
): readonly [item: string, parameter: string] | undefined {
  const items = all.flatMap(({ path }) => {
    const above = barePath(collection);
    const rest = path.startsWith(`${above}/`) ? path.slice(above.length) : '';
    const [item, parameter] = /^\/\{([^{}/]+)\}(?=\/[^{])/.exec(rest) ?? [];
    return parameter === undefined ? [] : [[`${above}${item}`, parameter] as const];
  });
  return items[0];
}

/** What the list at the path of a collection has as items; `undefined` where there is no list. */
function itemsOf(document: OpenApiDocument, collection: string): EffectiveSchema | undefined {
  const list = operationAt(document, 'GET', collection);
  const answer = effectiveSchema(document.root, bodySchema(list && successResponse(list)));
  return placeOfItems(answer, nounOf(collection), true)?.items;
}

/** Whether the items of a list are what an operation creates: it says so, or both have one schema. */
function isListed(
  { root }: OpenApiDocument,
  create: Operation,
  items: EffectiveSchema,
  { identity = '', envelope }: Pick<ResourceFamily, 'identity' | 'envelope'>,
): boolean {
  const whole = effectiveSchema(root, bodySchema(successResponse(create)));
  const schema = schemaIn(whole, envelope)?.properties.get(identity);
  const listed = items.properties.get(identity);
  if (schema === undefined || listed === undefined) return false;
  const isCreated = hasResponse(create, 201);
  const isOne = schema.pointers[0] === listed.pointers[0];
  return isOne || (isCreated && schema.types.some((type) => listed.types.includes(type)));
}

/** The operations that create one resource, in the document's order; found once a document. */
export const creating: (document: OpenApiDocument) => readonly Operation[] = onceFor(
  (document) =>
    operations(document).filter(
      (operation) =>
        effectOf(document, operation) === 'creates' &&
        bulkCreationOf(document, operation) === undefined,
    ),
  rootOf,
);
