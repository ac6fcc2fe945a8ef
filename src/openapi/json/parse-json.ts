import type { JsonValue } from './json-value.ts';
import { JsonSyntaxError, type ScanOptions, scanJson } from './scan-json.ts';

/** What reading a JSON text came to. */
export type JsonParseResult =
  | { readonly ok: true; readonly value: JsonValue }
  | {
      readonly ok: false;
      /** What was wrong, with line and column (both from 1). */
      readonly message: string;
      /** UTF-16 code units from the start of the text. */
      readonly offset: number;
    };

/**
 * Text in which JSON.parse could lose a number: digits that may go beyond 2^53, a fraction, an
 * exponent. A number begins the text, or has one of these before it.
 */
const NEEDS_EXACT_NUMBERS = /\d{17}|9\d{15}|(?:^|[\s:,[-])\d+[.eE]/;

/**
 * Reads a JSON text (RFC 8259) with exact integers. The common text takes JSON.parse's speed; only
 * one with delicate numbers, or a broken one, is scanned character by character.
 */
export function parseJson(text: string, options?: ScanOptions): JsonParseResult {
  try {
    if (options === undefined && !NEEDS_EXACT_NUMBERS.test(text)) {
      return { ok: true, value: JSON.parse(text) as JsonValue };
    }
  } catch {
    // Scanned below, which says where it breaks.
  }
  try {
    return { ok: true, value: scanJson(text, options) };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { line, column } = lineAndColumn(text, error.offset);
    return {
      ok: false,
      message: `${error.message} at line ${line}, column ${column}`,
      offset: error.offset,
    };
  }
}

function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
