import {
  type JsonObject,
  type JsonValue,
  RawNumber,
  isJsonObject,
} from '../../openapi/json/json-value.ts';

/**
 * The one example that OpenAPI 3.0 readers take of an object with `example` or `examples` (a list
 * in a schema, a map of Example Objects elsewhere). Dredd reads numbers as doubles, so an integer
 * beyond 2^53-1 would reach the server as another one: an example with such a number is passed
 * over, and where no other is left, Dredd makes up its own value from the schema.
 *
 * @param resolve Follows a `$ref` of an Example Object.
 */
export function pickExample(
  owner: JsonObject,
  resolve: (example: JsonObject) => JsonObject = (example) => example,
): JsonValue | undefined {
  const { example, examples } = owner;
  const candidates: (JsonValue | undefined)[] = [example];
  if (Array.isArray(examples)) candidates.push(...examples);
  else if (isJsonObject(examples)) {
    const objects = Object.values(examples).filter(isJsonObject);
    candidates.push(...objects.map((object) => resolve(object)['value']));
  }
  return candidates.find((value) => value !== undefined && isCarried(value));
}

/** Whether every number of the value is the same number as a double. */
export function isCarried(value: JsonValue): boolean {
  if (typeof value === 'bigint' || value instanceof RawNumber) return false;
  if (Array.isArray(value)) return value.every(isCarried);
  return !isJsonObject(value) || Object.values(value).every(isCarried);
}
