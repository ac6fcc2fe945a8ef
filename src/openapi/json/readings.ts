import { type JsonValue, isJsonNumber } from './json-value.ts';
import { parseJson } from './parse-json.ts';
import { textOf } from './stringify-json.ts';

/** Texts that have anything else are no numbers; most have, and to find that out by parsing takes long. */
const NUMBER = /^[-+.\deE\s]+$/;

/** What a number or a text can stand for: itself, the text of a number, the number that a text has. */
export function* readings(value: JsonValue): Generator<JsonValue, void, undefined> {
  yield value;
  const text = textOf(value);
  yield text;
  if (!NUMBER.test(text)) return;
  const parsed = parseJson(text);
  if (parsed.ok && isJsonNumber(parsed.value)) yield parsed.value;
}
