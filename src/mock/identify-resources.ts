import {
  familiesCreatedBy,
  identitySchemas,
  type ResourceFamily,
} from '../model/resources/resources.ts';
import { once } from '../openapi/once.ts';
import { listedItem } from '../model/lists/lists.ts';
import { familyAt } from '../model/resources/collections.ts';
import { nameableBy, answeredIdentity, pathSchemas } from '../model/resources/identity.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonNumber, type JsonObject, type JsonValue } from '../openapi/json/json-value.ts';
import { showJson, readings } from '../openapi/json/stringify-json.ts';
import type { ResourceStore } from './resource-store.ts';
import { ANYTHING, type EffectiveSchema } from '../openapi/schema/effective-schema.ts';
import { isValidFor } from '../openapi/schema/compile-schema.ts';
import { freshIdentity, padDigits } from '../model/requests/fresh-identity.ts';
import { operations } from '../model/operation.ts';

/** What {@link resourceIdentifier} looks into for identities that are used. */
type Known = Pick<ResourceStore, 'find' | 'list' | 'lastNumber'>;

/** What is created, and where one of it is found again, if it is. */
type Identified = Pick<ResourceFamily, 'create'> &
  Partial<Pick<ResourceFamily, 'item' | 'parameter' | 'envelope'>>;

/** Gives identities, none of them twice. */
export interface ResourceIdentifier {
  /** Whether what is made is what the document says of it. */
  isFitting(): boolean;
  /** What a client creates, without an identity that nothing created can have. */
  take(resource: JsonObject): JsonObject;
  /** Resources as they are kept: what came without an identity gets one that nothing else has. */
  identify(resources: readonly JsonObject[], store: Known): JsonObject[];
  /** Is told of a resource before it is deleted: nothing gets its identity again. */
  retire(resource: JsonObject, store: Known): void;
}

/**
 * The resources of a collection as they are kept; copies.
 *
 * @param path Of the collection. Default: the store itself, with what the document's only creating
 *   operation creates.
 */
export function identified(
  document: OpenApiDocument,
  path: string | undefined,
  resources: readonly JsonObject[],
  store: Known = { find: () => undefined, list: () => [] },
): JsonObject[] {
  const copies = resources.map((resource) => ({ ...resource }));
  const family = familyAt(document, path);
  if (family?.identity === undefined) return copies;
  return resourceIdentifier(document, family, family.identity).identify(copies, store);
}

/** Gives identities as the server of a family would. */
export function resourceIdentifier(
  document: OpenApiDocument,
  family: Identified,
  identity: string,
): ResourceIdentifier {
  let made: IdentityMaker | undefined;
  const maker = (): IdentityMaker => (made ??= identityMaker(document, family, identity));
  // A second path may lead to each by another name, and an answer tell a number of it beside its name.
  const aliases = once(() => {
    const { create } = family;
    const named = [
      ...familiesCreatedBy(document, create),
      { create, identity: answeredIdentity(document, create) },
    ].flatMap((other) => {
      const { identity: name = identity } = other;
      return name === identity ? [] : [[name, identityMaker(document, other, name)] as const];
    });
    return [...new Map(named.toReversed())];
  });
  const highest = (resources: readonly JsonObject[]): number =>
    resources.reduce((n, resource) => Math.max(n, maker().numberOf(resource[identity] ?? null)), 0);
  const lastNumber = (store: Known): number =>
    store.lastNumber ?? highest(store.list() as JsonObject[]);
  return {
    isFitting: () => maker().canBe(maker().make(1)),
    take: (resource) => withoutUnfit(resource, identity, maker),
    identify: (resources, store) => {
      const isWhole = (resource: JsonObject): boolean =>
        [identity, ...aliases().map(([name]) => name)].every(
          (name) => resource[name] !== undefined,
        );
      if (resources.every(isWhole)) return [...resources];
      const given = new Set(resources.map((resource) => showJson(resource[identity] ?? null)));
      const isUsed = (value: JsonValue): boolean =>
        given.has(showJson(value)) || store.find(identity, value) !== undefined;
      let n = lastNumber(store);
      // Where a schema has few identities, all of them may be used.
      let tries: number | undefined;
      const isTaken = (value: JsonValue): boolean => {
        if (!isUsed(value)) return false;
        tries ??= resources.length + store.list().length;
        tries -= 1;
        return tries >= 0;
      };
      const whole = resources.map((resource) => {
        if (isWhole(resource)) return resource;
        const known = resource[identity];
        n += 1;
        if (known === undefined) while (isTaken(maker().make(n))) n += 1;
        const named = aliases().map(
          ([name, generator]) => [name, resource[name] ?? generator.make(n)] as const,
        );
        return { ...resource, ...Object.fromEntries(named), [identity]: known ?? maker().make(n) };
      });
      store.lastNumber = n;
      return whole;
    },
    retire: (resource, store) => {
      store.lastNumber = Math.max(lastNumber(store), highest([resource]));
    },
  };
}

function withoutUnfit(
  resource: JsonObject,
  identity: string,
  maker: () => IdentityMaker,
): JsonObject {
  const { [identity]: given, ...others } = resource;
  return given === undefined || maker().canBe(given) ? resource : others;
}

/** Identities as a server would make them. */
interface IdentityMaker {
  /** Each number, from 1 on, gives another one. */
  make(n: number): JsonValue;
  /** Whether an answer can tell it, and a path name it. */
  canBe(identity: JsonValue): boolean;
  /** The number that an identity would be made of; 0 where that is none in reach. */
  numberOf(identity: JsonValue): number;
}

/** Counting on from one beyond it could leave the format, or what is exact. */
const MAX_KNOWN = 1_000_000_000;

/** Makes the identities of a family's resources: what the answers say of them, and the path. */
function identityMaker(
  document: OpenApiDocument,
  { create, item, parameter, envelope }: Identified,
  identity: string,
): IdentityMaker {
  const onItem = operations(document).filter(({ path }) => path === item);
  const schemas = identitySchemas(document, [create, ...onItem], identity, envelope);
  const [schema = ANYTHING] = schemas;
  const inPaths = pathSchemas(document, { item, parameter });
  const low = firstNumber(schema.minimum, ...inPaths.map(({ minimum }) => minimum));
  const isNameable = nameableBy(inPaths);
  const isOf = (kinds: readonly EffectiveSchema[], value: JsonValue): boolean =>
    kinds.every((kind) => isValidFor(value, kind, 'response')) && isNameable(value);
  const listed = listedItem(document, create.path)?.properties.get(identity);
  const isListable = (value: JsonValue): boolean =>
    !listed || isValidFor(value, listed, 'response');
  const ways = [schema, listed ?? schema].flatMap((kind) => waysToMake(kind, inPaths, low));
  // Of what clients give, a server may keep another form.
  const fitting =
    [schemas, [schema]]
      .map((kinds) => ways.filter((way) => [1, 2].every((n) => isOf(kinds, way(n)))))
      .find(({ length }) => length > 0) ?? ways;
  const make = fitting.find((way) => isListable(way(1))) ?? fitting[0]!;
  return {
    make,
    canBe: (value) => readings(value).some((reading) => isOf([schema], reading)),
    numberOf: (value) => {
      const n = (typeof value === 'string' ? lastDigits(value) : Number(value)) - low + 1;
      return n > 0 && n <= MAX_KNOWN && showJson(make(n)) === showJson(value) ? n : 0;
    },
  };
}

/** From plain numbers to the forms that a schema asks for. */
function waysToMake(
  schema: EffectiveSchema,
  inPaths: readonly EffectiveSchema[],
  low: number,
): ((n: number) => JsonValue)[] {
  const { types, minLength, values = [] } = schema;
  const numbers = (n: number): JsonValue => low + n - 1;
  const padded = (n: number): JsonValue => padDigits(String(low + n - 1), minLength);
  const uuids = (n: number): JsonValue => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const usual = types.includes('string') ? [padded, numbers] : [numbers];
  const likely = schema.format === 'uuid' ? [uuids, ...usual] : [...usual, uuids];
  const drawn = [schema, ...inPaths].map((source) => (n: number): JsonValue => {
    const integer = (): JsonNumber => n;
    return freshIdentity(source, { text: (base) => base, integer });
  });
  const listed = (n: number): JsonValue => values[(n - 1) % values.length]!;
  return [...(values.length > 0 ? [listed] : likely), ...drawn];
}

/** The first identity that is a number. */
function firstNumber(...minima: readonly (JsonNumber | undefined)[]): number {
  const known = minima.filter((minimum) => typeof minimum === 'number');
  return Math.max(1, ...known.map((minimum) => Math.ceil(minimum)));
}

function lastDigits(text: string): number {
  return Number(/\d{1,12}$/.exec(text)?.[0]);
}
