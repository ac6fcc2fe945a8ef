import { type JsonObject, type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { parseJson } from '../openapi/json/parse-json.ts';
import { followReferences, valueAt } from '../openapi/pointer.ts';

/**
 * The value of an Example Object (OpenAPI 3.2.0, 4.19): of one that is only there as it is sent, what
 * it says as JSON, else the text. `undefined` where another file has it.
 *
 * @param pointer To the object or to a reference to it.
 * @param isJson Whether it is an example of JSON.
 */
export function exampleValue(
  root: JsonObject,
  pointer: string,
  isJson: boolean,
): JsonValue | undefined {
  const example = valueAt(root, followReferences(root, pointer));
  if (!isJsonObject(example)) return undefined;
  const { value, dataValue = value, serializedValue } = example;
  if (dataValue !== undefined || typeof serializedValue !== 'string') return dataValue;
  const parsed = isJson ? parseJson(serializedValue) : undefined;
  return parsed?.ok === true ? parsed.value : serializedValue;
}
