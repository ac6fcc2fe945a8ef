/** JSON with integers as bigint: the family must not share a mistake with the kit's own reader. */
import { rawJson } from '../../src/openapi/json/json-value.ts';

const INTEGER = /^-?\d+$/;

/** @throws {SyntaxError} where the text is not JSON. */
export function parseExact(text: string): unknown {
  // No member looks into a list of lists, and a reviver takes its time in 10,000 of them.
  if (/^\s*\[\s*\[/.test(text)) return JSON.parse(text);
  return JSON.parse(text, ((_key: string, value: unknown, { source }: { source: string }) =>
    typeof value === 'number' && INTEGER.test(source) ? BigInt(source) : value) as never);
}

export function writeExact(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? rawJson(String(member)) : member,
  );
}
