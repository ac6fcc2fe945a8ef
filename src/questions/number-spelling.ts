import type { JsonObject } from '../openapi/json/json-value.ts';
import { stringifyJson } from '../openapi/json/stringify-json.ts';

/** The body's bytes, with one number spelled otherwise. */
export function withNumberSpelling(
  body: JsonObject,
  property: string,
  spell: (digits: string) => string,
): Uint8Array {
  const digits = stringifyJson(body[property] ?? 0);
  const members = Object.entries(body).map(([name, value]) => {
    const text = name === property ? spell(digits) : stringifyJson(value);
    return `${stringifyJson(name)}:${text}`;
  });
  return new TextEncoder().encode(`{${members.join(',')}}`);
}
