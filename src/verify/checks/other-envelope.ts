/** An answer that is in an envelope which the document doesn't have, or without the one that it has. */
import { type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';

/** Where the documented value is instead. */
export interface OtherEnvelope {
  /** In words. */
  readonly what: string;
  readonly value: JsonValue;
  /** What the document says of the value, as a pointer. */
  readonly pointer: string;
}

/** `undefined` where an answer is nothing like that. */
export function otherEnvelope(schema: EffectiveSchema, body: JsonValue): OtherEnvelope | undefined {
  const [own] = schema.pointers;
  const isApart =
    isJsonObject(body) && Object.keys(body).every((name) => !schema.properties.has(name));
  if (!isApart || own === undefined) return undefined;
  const [around, value] = Object.entries(body).find(([, member]) => isLike(member, schema)) ?? [];
  if (around !== undefined && value !== undefined)
    return { what: `it is in ${around}, which the document doesn't have`, value, pointer: own };
  const [name, inside] =
    [...schema.properties].find(
      ([key, property]) => schema.required.has(key) && isLike(body, property),
    ) ?? [];
  const [pointer] = inside?.pointers ?? [];
  return pointer === undefined
    ? undefined
    : { what: `it is what the document has in ${name}`, value: body, pointer };
}

/** Whether a value has all that has to be in it, which is something. */
function isLike(value: JsonValue, { required }: EffectiveSchema): boolean {
  return (
    isJsonObject(value) &&
    required.size > 0 &&
    [...required].every((name) => Object.hasOwn(value, name))
  );
}
