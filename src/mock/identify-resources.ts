import { familyAt, identitySchemas, type ResourceFamily } from '../model/resources/resources.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { JsonObject, JsonValue } from '../openapi/json/json-value.ts';
import { showJson } from '../openapi/json/stringify-json.ts';
import type { ResourceStore } from './resource-store.ts';
import {
  ANYTHING,
  type EffectiveSchema,
  effectiveSchema,
} from '../openapi/schema/effective-schema.ts';
import { compileSchema } from '../openapi/schema/compile-schema.ts';
import { type Operation, successResponse } from '../model/operation.ts';
import { bodySchema } from '../model/media-type.ts';

/** What {@link resourceIdentifier} looks into for identities that are used. */
type Known = Pick<ResourceStore, 'find' | 'list' | 'lastNumber'>;

/** Gives identities, none of them twice. */
export interface ResourceIdentifier {
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
  { create }: Pick<ResourceFamily, 'create'>,
  identity: string,
): ResourceIdentifier {
  const maker = identityMaker(document, create, identity);
  const highest = (resources: readonly JsonObject[]): number =>
    resources.reduce((n, one) => Math.max(n, maker.numberOf(one[identity] ?? null)), 0);
  const lastNumber = (store: Known): number =>
    store.lastNumber ?? highest(store.list() as JsonObject[]);
  return {
    identify: (resources, store) => {
      if (resources.every((one) => one[identity] !== undefined)) return [...resources];
      const given = new Set(resources.map((one) => showJson(one[identity] ?? null)));
      const isUsed = (value: JsonValue): boolean =>
        given.has(showJson(value)) || store.find(identity, value) !== undefined;
      let n = lastNumber(store);
      const whole = resources.map((resource) => {
        if (resource[identity] !== undefined) return resource;
        do n += 1;
        while (isUsed(maker.make(n)));
        return { ...resource, [identity]: maker.make(n) };
      });
      store.lastNumber = n;
      return whole;
    },
    retire: (resource, store) => {
      store.lastNumber = Math.max(lastNumber(store), highest([resource]));
    },
  };
}

/** Whether what is made for an operation's answer is what the document says of it there. */
export function canIdentify(
  document: OpenApiDocument,
  create: Operation,
  identity: string,
): boolean {
  const { properties } = effectiveSchema(document.root, bodySchema(successResponse(create)));
  const [pointer] = properties.get(identity)?.pointers ?? [];
  const made = identityMaker(document, create, identity).make(1);
  return (
    pointer !== undefined && compileSchema(document.root, pointer, 'response')(made).length === 0
  );
}

/** Identities as a server would make them. */
interface IdentityMaker {
  /** Each number, from 1 on, gives another one. */
  make(n: number): JsonValue;
  /** The number that an identity would be made of; 0 where that is none in reach. */
  numberOf(identity: JsonValue): number;
}

/** Counting on from one beyond it could leave the format, or what is exact. */
const MAX_KNOWN = 1_000_000_000;

/** Makes the identities of a family's resources. */
function identityMaker(
  document: OpenApiDocument,
  create: Operation,
  identity: string,
): IdentityMaker {
  const [schema = ANYTHING] = identitySchemas(document, create, identity);
  const make = (n: number): JsonValue => made(schema, n);
  return {
    make,
    numberOf: (value) => {
      const n = typeof value === 'string' ? lastDigits(value) : Number(value) - firstOf(schema) + 1;
      return n > 0 && n <= MAX_KNOWN && showJson(make(n)) === showJson(value) ? n : 0;
    },
  };
}

function made(schema: EffectiveSchema, n: number): JsonValue {
  if (!schema.types.includes('string')) return firstOf(schema) + n - 1;
  if (schema.format === 'uuid') return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  return String(n).padStart(schema.minLength, '0');
}

function firstOf({ minimum }: EffectiveSchema): number {
  return typeof minimum === 'number' ? Math.max(Math.ceil(minimum), 1) : 1;
}

function lastDigits(text: string): number {
  return Number(/\d{1,12}$/.exec(text)?.[0]);
}
