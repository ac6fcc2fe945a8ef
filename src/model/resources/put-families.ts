/** What clients make by saying what is at a path that they name: `PUT /projects/{slug}/members/{nickname}`. */
import { rootOf } from '../../openapi/document.ts';
import { onceFor } from '../../openapi/once.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { placeOfItems } from '../lists/list-answer.ts';
import { requestShape } from '../body-shapes.ts';
import { bodySchema } from '../media-type.ts';
import {
  type Operation,
  hasResponse,
  operationAt,
  operations,
  successResponse,
} from '../operation.ts';
import { type Envelope, schemaIn } from './envelope.ts';
import { commonEnvelopes } from './envelopes-in.ts';
import { saidOf } from '../words.ts';
import { barePath, certainNames, isPathBelow, nounOf, pathAbove, plainName } from './names.ts';
import { type ItemFamily, type ResourceFamily, resourceFamilies } from './resources.ts';

/**
 * The families of which PUT makes one (RFC 9110, 9.3.4), as the document says with a 201, by the path template of
 * their item; found once a document. What a POST creates is none of them, where its identity is known.
 */
export const putFamilies: (document: OpenApiDocument) => ReadonlyMap<string, ItemFamily> = onceFor(
  findPutFamilies,
  rootOf,
);

/**
 * The families of which a client can make one whose path it knows then, by the path template of their item: it is
 * created and tells its identity, or it is put under a name.
 */
export const makeableFamilies: (document: OpenApiDocument) => ReadonlyMap<string, ItemFamily> =
  onceFor((document) => {
    const created = [...resourceFamilies(document)].filter(
      ([, { identity }]) => identity !== undefined,
    );
    return new Map([...created, ...putFamilies(document)]);
  }, rootOf);

/** Whether clients make one of a family by saying what is at its path, or what is to be another there. */
export function isPut({ create }: Pick<ResourceFamily, 'create'>): boolean {
  return create.method !== 'POST';
}

function findPutFamilies(document: OpenApiDocument): Map<string, ItemFamily> {
  const all = operations(document);
  const posted = resourceFamilies(document);
  const families = new Map<string, ItemFamily>();
  // What is put can be below what is put.
  for (const create of all.toSorted((a, b) => a.path.length - b.path.length)) {
    const { method, path } = create;
    const isPromised = hasResponse(create, 201);
    const isMaking = method === 'PUT' && (isPromised || isSaidToCreate(document, create));
    if (!isMaking || posted.get(path)?.identity !== undefined) continue;
    const parameter = lastParameter(path, [...posted.values(), ...families.values()]);
    if (parameter === undefined) continue;
    const above = pathAbove(path);
    const collection = all.find((operation) => barePath(operation.path) === above)?.path ?? above;
    const named = { parameter, collection };
    const read = operationAt(document, 'GET', path);
    const told = read ? toldBy(document, create, read) : listedBy(document, named, posted);
    if (told === undefined) continue;
    const { envelope, properties } = told;
    const identity = namedIn(properties, named);
    if (read === undefined && identity === undefined) continue;
    // A body that says a name, too, might say another one.
    const isNamedTwice = requestShape(document, create).properties.has(identity ?? '');
    if (!isPromised && isNamedTwice) continue;
    families.set(path, { ...named, envelope, create, item: path, identity });
  }
  return families;
}

/** What an operation says first that makes something; where something is posted beside it, that is how it is made. */
function isSaidToCreate(document: OpenApiDocument, operation: Operation): boolean {
  const isPosted = operationAt(document, 'POST', pathAbove(operation.path)) !== undefined;
  return !isPosted && CREATING.test(saidOf(document, operation));
}

const CREATING = /^(?:creates?|registers?|upserts?|insert or)\b/im;

/** The only one that does not name a resource above, which others create. */
function lastParameter(path: string, families: readonly ItemFamily[]): string | undefined {
  const [above = ''] = families
    .filter(({ item, identity }) => identity !== undefined && isPathBelow(path, item))
    .map(({ item }) => item)
    .toSorted((a, b) => b.length - a.length);
  return /^\/[^{}]*\{([^{}]+)\}\/?$/.exec(path.slice(barePath(above).length))?.[1];
}

/** What tells of one that is put: its properties, and what is around them. */
interface Told {
  readonly envelope: Envelope;
  readonly properties: EffectiveSchema['properties'] | undefined;
}

/** As it is read alone. */
function toldBy(document: OpenApiDocument, create: Operation, read: Operation): Told | undefined {
  const envelope = commonEnvelopes(document, create, read)?.told;
  const answer = effectiveSchema(document.root, bodySchema(successResponse(read)));
  return envelope && { envelope, properties: schemaIn(answer, envelope)?.properties };
}

/** As its list has it, where nothing reads it alone, and it is not of those that are created elsewhere. */
function listedBy(
  document: OpenApiDocument,
  { parameter, collection }: Pick<ResourceFamily, 'parameter' | 'collection'>,
  posted: ReadonlyMap<string, ItemFamily>,
): Told | undefined {
  const list = operationAt(document, 'GET', collection);
  const isOfOther = [...posted.values()].some((family) => family.parameter === parameter);
  const answer = effectiveSchema(document.root, bodySchema(list && successResponse(list)));
  const items = isOfOther ? undefined : placeOfItems(answer, nounOf(collection), true)?.items;
  return items && { envelope: [], properties: items.properties };
}

/** The property that has the name by which a path leads to what is read there. */
function namedIn(
  properties: Told['properties'],
  place: Pick<ResourceFamily, 'parameter' | 'collection'>,
): string | undefined {
  const names = [...(properties ?? [])].flatMap(([name, { types }]) =>
    types.includes('string') || types.includes('integer') ? [name] : [],
  );
  const { parameter, collection } = place;
  const words = certainNames({ name: parameter, collection });
  // A `{namespace}` of `/namespaces` is the name of one.
  if (plainName(parameter) === plainName(nounOf(collection))) words.push('name');
  return words
    .map((word) => names.find((name) => plainName(name) === word))
    .find((name) => name !== undefined);
}
