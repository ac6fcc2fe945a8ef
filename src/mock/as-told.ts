/** What answers make up about a resource is kept with it, so that each says the same. */
import { type JsonObject, type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { isValidFor } from '../openapi/schema/compile-schema.ts';
import type { EffectiveSchema } from '../openapi/schema/effective-schema.ts';

/** Whether an answer may have to make up something, in the resource or inside of it. */
export function tellsMore(
  { properties, required }: EffectiveSchema,
  taken: EffectiveSchema,
): boolean {
  const hasParts = (one: EffectiveSchema | undefined): boolean => (one?.properties.size ?? 0) > 0;
  // What only the server sets, no request has, whichever schema requires it.
  const isSent = (name: string): boolean =>
    taken.required.has(name) && taken.properties.get(name)?.readOnly !== true;
  return (
    ![...required].every(isSent) ||
    properties.values().some((one) => hasParts(one) || hasParts(one.items))
  );
}

/** A resource with what its answer makes up, at any depth; what it tells in another form than was sent is in that form. */
export function asTold(
  resource: JsonObject,
  told: JsonObject,
  { properties }: EffectiveSchema,
): JsonObject {
  const own = Object.entries(resource).map(([name, value]): [string, JsonValue] => {
    return [name, partAsTold(value, told[name], properties.get(name))];
  });
  return { ...told, ...Object.fromEntries(own) };
}

function partAsTold(
  value: JsonValue,
  told: JsonValue | undefined,
  schema: EffectiveSchema | undefined,
): JsonValue {
  if (schema === undefined || told === undefined) return value;
  if (areObjects(value) !== areObjects(told)) return isValidFor(value, schema) ? value : told;
  if (isJsonObject(value) && isJsonObject(told)) return asTold(value, told, schema);
  if (!Array.isArray(value) || !Array.isArray(told) || value.length !== told.length) return value;
  return value.map((item, i) => partAsTold(item, told[i], schema.items));
}

/** Whether a value is an object, or a list of objects. */
function areObjects(value: JsonValue | undefined): boolean {
  return isJsonObject(Array.isArray(value) ? value[0] : value);
}
