import { type JsonValue, isJsonNumber } from './json-value.ts';
import { parseJson } from './parse-json.ts';
import { textOf } from './stringify-json.ts';

/** What a number or a text can stand for: itself, the text of a number, the number that a text has. */
export function* readings(value: JsonValue): Generator<JsonValue, void, undefined> {
  yield value;
  const text = textOf(value);
  yield text;
  const parsed = parseJson(text);
  if (parsed.ok && isJsonNumber(parsed.value)) yield parsed.value;
}
