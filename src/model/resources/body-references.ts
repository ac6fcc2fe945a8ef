/** What the properties of a body refer to: resources that have to be there before it is sent. */
import { rootOf } from '../../openapi/document.ts';
import { once, onceFor } from '../../openapi/once.ts';
import { type JsonValue, isJsonNumber } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import {
  ANYTHING,
  type EffectiveSchema,
  effectiveSchema,
} from '../../openapi/schema/effective-schema.ts';
import { bodySchema } from '../media-type.ts';
import { type Operation, operations, successResponse } from '../operation.ts';
import type { Slot } from '../requests/body-base.ts';
import { isWrapper } from '../json-api.ts';
import { samePath } from '../requests/slots.ts';
import { isAlike, isTelling } from './path-identity.ts';
import { pathSchemas } from './identity.ts';
import {
  barePath,
  createdNoun,
  endsInParameter,
  isCommonIdentity,
  isReachable,
  nounOf,
  plainName,
} from './names.ts';
import { isPut, putFamilies } from './put-families.ts';
import { asCreated, envelopesIn } from './envelopes-in.ts';
import {
  type ItemFamily,
  familyCreatedBy,
  identitySchemas,
  resourceFamilies,
} from './resources.ts';
import { tellsOfAbove } from './shallow.ts';
import { type Provider, creatorOf, providersOf } from './value-providers.ts';

/** A property that names a resource. */
export interface BodyReference extends Pick<Slot, 'path' | 'schema'> {
  /** Equal for those that name the same resource: two of one body name different ones. */
  readonly key: string;
  /** Which of its collection it is, from 0. */
  readonly nth: number;
  /** Whose answer has its identity: what creates one, else what lists them. */
  readonly provider: Provider;
  readonly isCreated: boolean;
}

/** What a property that refers is called: `stationId`, `station_id`, `label_ids`, `project-slug`. */
const SUFFIX = /[-_.]?(?:ids?|uuid|guid|key|code|slug|number|ref)$/i;
const ID_SUFFIX = /(?:Ids?|IDs?|_ids?|-ids?|Uuid|_uuid)$/;

/** What is known to others, and not to the service, unless it has a collection of it. */
const FOREIGN = /^(?:external|client|request|correlation|session|device|transaction|message|tax)/;

/** Words for people, whose collection is called otherwise. */
const ROLES = /(?:owner|author|assignee|creator|reviewer|reporter|manager|member|person|contact)$/;
const PEOPLE = /^(?:user|account|person|people|member|employee|customer|contact)$/;

/** Those of a body's properties that have a value. */
export function bodyReferences(
  document: OpenApiDocument,
  operation: Operation,
  slots: readonly Slot[],
): BodyReference[] {
  const counts = new Map<string, number>();
  const family = resourceFamilies(document).get(operation.path);
  const collection = family?.collection ?? operation.path;
  const isPutInto = tellsOfAbove(document, operation, collection);
  const { identity } =
    (isPutInto ? family : (family ?? familyCreatedBy(document, operation))) ?? {};
  const { taken } = envelopesIn(document, operation);
  const others = targetsIn(document)
    .filter((target) => target.collection !== collection)
    .map((target) => ({ ...target, isNear: isReachable(target, operation.path) }))
    .toSorted((a, b) => Number(b.isNear) - Number(a.isNear));
  return slots.flatMap((slot): BodyReference[] => {
    const { path, schema } = slot;
    // Others may be called as it is, and have names of their own.
    if (identity !== undefined && samePath(path, [...taken, identity])) return [];
    const name = nameOf(path, slots, operation.path);
    const target = targetOf(slot, { name, collection }, others);
    const provider = target && providerOf(document, target, name, schema);
    if (provider === undefined) return [];
    const nth = counts.get(target!.collection) ?? 0;
    counts.set(target!.collection, nth + 1);
    return [{ path, schema, key: referenceKey(target!.collection, nth), nth, ...provider }];
  });
}

/** Whether a body may have it there: what is called alike needn't be what is referred to. */
export function canRefer({ schema }: BodyReference, identity: JsonValue | undefined): boolean {
  if (identity === undefined) return false;
  // What refers by a text is told by a text.
  const spellings = isJsonNumber(identity) ? [identity, textOf(identity)] : [identity];
  return spellings.some((spelling) => isValidFor(spelling, schema, 'request'));
}

/** What is given for references is known by it. */
export function referenceKey(collection: string, nth: number): string {
  return `${collection} ${nth}`;
}

/** The first one that refers to something of a collection. */
export function referenceTo(
  collection: string,
  references: readonly BodyReference[],
): BodyReference | undefined {
  return references.find(({ key }) => key === referenceKey(collection, 0));
}

/** A collection that others can refer to. */
interface Target {
  readonly collection: string;
  readonly noun: string;
  /** Of the property that identifies one of it: in answers, and in paths where these say more. */
  readonly identities: () => readonly EffectiveSchema[];
  /** Whether clients choose its identities: names that any text may have. */
  readonly isNamedByClients: boolean;
  /** What its identities are called where nothing else is called so, such as `sku`; `undefined` for an `id` or a `name`. */
  readonly key: string | undefined;
}

/** A collection, as it is seen from an operation. */
interface SeenTarget extends Target {
  /** Whether it is below nothing but what the operation's path names. What isn't has to be named. */
  readonly isNear: boolean;
}

/** @param place What the slot is called, and the collection that its resources are in. */
function targetOf(
  { path, schema }: Slot,
  { name, collection }: { readonly name: string; readonly collection: string },
  others: readonly SeenTarget[],
): Target | undefined {
  if (!mayRefer(name, schema)) return undefined;
  const [keyed, ...more] = others.filter(({ isNear, key }) => isNear && key === plainName(name));
  if (keyed !== undefined && more.length === 0) return keyed;
  const isListed = /^\d+$/.test(path.at(-1) ?? '');
  const word = name.replace(SUFFIX, '');
  const owner = isListed ? nounOf(word) : plainName(word);
  const isSuffixed = SUFFIX.test(name) && owner !== '';
  const named = others.find(({ noun }) => noun === owner);
  const isForeign = FOREIGN.test(name);
  const isOf = (of: Target): boolean =>
    isSuffixed || isNameOf(of, schema) || (!isForeign && isFormOf(of, schema));
  if (named !== undefined && isOf(named)) return named;
  if (isForeign) return undefined;
  // By its holder alone, an `id` may be of anything.
  const isReference = path.at(-1) !== 'id' && (ID_SUFFIX.test(name) || schema.format === 'uuid');
  if (!isReference || owner === '' || nounOf(collection).endsWith(owner)) return undefined;
  const text = schema.keyword('description');
  const description = typeof text === 'string' ? plainName(text) : '';
  const isIn =
    (text: string) =>
    ({ noun }: Target) =>
      noun.length > 2 && text.includes(noun);
  const near = others.filter((target) => target.isNear && isFormOf(target, schema));
  return (
    near.find(isIn(owner)) ??
    near.find(({ noun }) => ROLES.test(owner) && PEOPLE.test(noun)) ??
    near.find(isIn(description)) ??
    // Nothing names it: then it is likely what has identities of the very form, and was described first.
    near.find(({ identities }) => identities().some((identity) => isTelling(schema, identity)))
  );
}

function mayRefer(name: string, { types, values }: EffectiveSchema): boolean {
  const isScalar = types.some((type) => type === 'string' || type === 'integer');
  return isScalar && values === undefined;
}

function isFormOf({ identities }: Target, schema: EffectiveSchema): boolean {
  return identities().some((identity) => isAlike(schema, identity));
}

/** Whether it is any text where clients say what the others are called. */
function isNameOf({ isNamedByClients }: Target, schema: EffectiveSchema): boolean {
  const { types, format, pattern } = schema;
  const isBare = format === undefined && pattern === undefined;
  return isNamedByClients && isBare && types.includes('string');
}

/**
 * What a slot is called; the `id` of an object by what the object says that it is, or by what holds it: `targetId`
 * for `{ type: targets, id }` and for `target.data.id` (JSON:API 1.1, 7.3). A list is held by what its path ends in.
 */
function nameOf(path: readonly string[], slots: readonly Slot[], below: string): string {
  const keys = path.filter((key) => !/^\d+$/.test(key));
  const name = keys.pop() ?? '';
  if (name !== 'id') return name;
  const beside = [...path.slice(0, -1), 'type'];
  const [type, another] = slots.find((slot) => samePath(slot.path, beside))?.schema.values ?? [];
  const isTyped = typeof type === 'string' && another === undefined;
  const whole = /^\d+$/.test(path[0]!) ? nounOf(below) : undefined;
  const holder = isTyped ? type : (keys.findLast((key) => !isWrapper(key)) ?? whole);
  return holder === undefined ? name : `${nounOf(holder)}Id`;
}

/** What is created or listed; found once a document. */
const targetsIn = onceFor((document: OpenApiDocument): readonly Target[] => {
  const all = operations(document);
  const families = familiesOf(document);
  const items = new Set([
    ...all.map(({ path }) => barePath(path).replace(/\/\{[^{}]+\}$/, '')),
    ...families.map(({ collection }) => barePath(collection)),
  ]);
  const found = all.filter(({ method, path }) => {
    const isOfMany = !endsInParameter(path) && items.has(barePath(path));
    return (method === 'GET' || method === 'POST') && isOfMany;
  });
  const named = [...new Set(found.map(({ path }) => path))].map((path) => {
    return { collection: path, noun: nounOf(path) };
  });
  const nouns = new Set(named.map(({ noun }) => noun));
  const created = all.flatMap(({ method, path }) => {
    const noun = method === 'POST' ? createdNoun(path) : undefined;
    return noun === undefined || nouns.has(noun) ? [] : [{ collection: path, noun }];
  });
  return [...named, ...created].map((target) => {
    const { collection } = target;
    const family = families.find((kind) => kind.collection === collection);
    const identities = once(() => {
      const inPaths = family ? pathSchemas(document, family) : [];
      const [inPath = ANYTHING] = inPaths;
      const provider = providerOf(document, target, `${target.noun}Id`, inPath)?.provider;
      const answered = provider && answeredAt(document, provider);
      return answered ? [answered, ...inPaths.filter((form) => isTelling(form))] : [];
    });
    const isNamedByClients = family !== undefined && isClientNamed(document, family);
    return { ...target, identities, isNamedByClients, key: family && keyOf(family) };
  });
}, rootOf);

function familiesOf(document: OpenApiDocument): ItemFamily[] {
  return [...resourceFamilies(document).values(), ...putFamilies(document).values()];
}

/** What the paths and the properties of a family call its identities, alone. */
function keyOf({ identity = '', parameter }: ItemFamily): string | undefined {
  const name = plainName(identity);
  return name === plainName(parameter) && !isCommonIdentity(name) ? name : undefined;
}

/** Whether clients say under which text one of a family is found. */
function isClientNamed({ root }: OpenApiDocument, family: ItemFamily): boolean {
  const { create, identity = '' } = family;
  const taken = effectiveSchema(root, bodySchema(create.requestBody)).properties.get(identity);
  return isPut(family) || (taken !== undefined && taken.types.includes('string'));
}

/** What an answer has at its place. */
function answeredAt(
  { root }: OpenApiDocument,
  { operation, path, sought }: Provider,
): EffectiveSchema | undefined {
  if (sought !== undefined) return sought.schema;
  const answer = effectiveSchema(root, bodySchema(successResponse(operation)));
  return path.reduce<EffectiveSchema | undefined>(
    (schema, key) => (key === '*' ? schema?.items : schema?.properties.get(key)),
    answer,
  );
}

function providerOf(
  document: OpenApiDocument,
  { collection, noun, key }: Pick<Target, 'collection' | 'noun'> & Partial<Pick<Target, 'key'>>,
  name: string,
  schema: EffectiveSchema,
): Pick<BodyReference, 'provider' | 'isCreated'> | undefined {
  const isOwnName = plainName(name).startsWith(noun) || plainName(name) === key;
  const wanted = { name: isOwnName ? name : `${noun}Id`, collection, schema };
  const creator = creatorOf(document, NOWHERE, wanted);
  if (creator?.operation.path === collection) {
    return { provider: ofResource(document, creator), isCreated: true };
  }
  const family = familiesOf(document).find((kind) => kind.collection === collection);
  const { create, envelope } = family ? asCreated(document, family) : {};
  if (create !== undefined && family?.identity !== undefined) {
    const provider = { operation: create, path: [...envelope!, family.identity] };
    return { provider, isCreated: true };
  }
  const listed = providersOf(document, NOWHERE, wanted);
  const provider = listed.find(({ operation }) => operation.path === collection);
  return provider && { provider, isCreated: false };
}

/** Where an answer tells of something else, as of a task that creates it later, what the request names it is meant. */
function ofResource(document: OpenApiDocument, provider: Provider): Provider {
  const { operation } = provider;
  const { identity, envelope } = familyCreatedBy(document, operation) ?? {};
  if (identity === undefined || provider.sought !== undefined) return provider;
  const told = identitySchemas(
    document,
    [{ ...operation, requestBody: undefined }],
    identity,
    envelope,
  );
  return told.length > 0 ? provider : { operation, path: [...(envelope ?? []), identity] };
}

/** Whoever asks for a value of a collection is none of those that have one. */
const NOWHERE = { id: '', path: '' };
