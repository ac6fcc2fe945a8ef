import { type JsonValue, RawNumber } from './json-value.ts';

// TypeScript's libraries don't know it yet (ECMA-262, JSON.rawJSON).
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/**
 * Writes a JSON text with exact numbers.
 *
 * @param indent Spaces a level; default 0, everything on one line.
 */
export function stringifyJson(value: JsonValue, indent = 0): string {
  return JSON.stringify(value, exactNumbers, indent);
}

function exactNumbers(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return rawJSON(String(value));
  return value instanceof RawNumber ? rawJSON(value.source) : value;
}

/** A value in a message: its JSON, cut to `max` characters. */
export function showJson(value: JsonValue, max = 60): string {
  let text: string;
  try {
    text = stringifyJson(value);
  } catch {
    // Nested deeper than the stack allows.
    text = Array.isArray(value) ? '[…]' : '{…}';
  }
  const characters = [...text.slice(0, max * 2)];
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text;
}
