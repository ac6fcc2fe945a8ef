import type { OpenApiDocument } from '../openapi/document.ts';
import type { JsonValue } from '../openapi/json/json-value.ts';
import { showJson } from '../openapi/json/stringify-json.ts';
import type { ResourceFamily } from '../model/resources/resource-family.ts';
import {
  ANYTHING,
  type EffectiveSchema,
  effectiveSchema,
} from '../openapi/schema/effective-schema.ts';

/** Identities as a server would make them. */
export interface IdentityMaker {
  /** Each number, from 1 on, gives another one. */
  make(n: number): JsonValue;
  /** The number that an identity would be made of; 0 where that is none in reach. */
  numberOf(identity: JsonValue): number;
}

/** Counting on from one beyond it could leave the format, or what is exact. */
const MAX_KNOWN = 1_000_000_000;

/** Makes the identities of a family's resources. */
export function identityMaker(
  { root }: OpenApiDocument,
  { create }: Pick<ResourceFamily, 'create'>,
  identity: string,
): IdentityMaker {
  const bodies = [...create.responses, ...(create.requestBody ? [create.requestBody] : [])];
  const pointers = bodies.flatMap(({ content }) => content[0]?.schemaPointer ?? []);
  const [schema = ANYTHING] = pointers.flatMap(
    (pointer) => effectiveSchema(root, pointer).properties.get(identity) ?? [],
  );
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
