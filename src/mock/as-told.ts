/** What answers make up about a resource is kept with it, so that each says the same. */
import { type JsonObject, type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import type { EffectiveSchema } from '../openapi/schema/effective-schema.ts';

/** Whether an answer may have to make up something, in the resource or inside of it, or can't tell all that is sent. */
export function mayTellOtherwise(
  { properties, required }: EffectiveSchema,
  taken: EffectiveSchema,
): boolean {
  const hasParts = (one: EffectiveSchema | undefined): boolean => (one?.properties.size ?? 0) > 0;
  // What only the server sets, no request has, whichever schema requires it.
  const isSent = (name: string): boolean =>
    taken.required.has(name) && taken.properties.get(name)?.readOnly !== true;
  return (
    ![...required].every(isSent) ||
    properties.entries().some(([name, one]) => {
      return hasParts(one) || hasParts(one.items) || isOther(one, taken.properties.get(name));
    })
  );
}

/** Keywords by which one place may forbid what another one allows. */
const BOUNDS = ['maximum', 'minimum', 'maxLength', 'pattern', 'format', 'maxItems'] as const;

function isOther(told: EffectiveSchema, taken: EffectiveSchema | undefined): boolean {
  if (taken === undefined || told.pointers.join() === taken.pointers.join()) return false;
  return (
    told.values !== undefined ||
    !taken.types.every((type) => told.types.includes(type)) ||
    told.minLength > 0 ||
    BOUNDS.some((name) => told[name] !== undefined)
  );
}

/** A resource with what its answer makes up, at any depth; what it tells otherwise than was sent is as it is told. */
export function asTold(resource: JsonObject, told: JsonObject): JsonObject {
  const own = Object.entries(resource).map(([name, value]): [string, JsonValue] => {
    return [name, partAsTold(value, told[name])];
  });
  return { ...told, ...Object.fromEntries(own) };
}

function partAsTold(value: JsonValue, told: JsonValue | undefined): JsonValue {
  if (told === undefined) return value;
  if (isJsonObject(value) && isJsonObject(told)) return asTold(value, told);
  if (!Array.isArray(value) || !Array.isArray(told) || value.length !== told.length) return told;
  return value.map((item, i) => partAsTold(item, told[i]));
}
