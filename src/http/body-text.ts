import type { JsonValue } from '../openapi/json/json-value.ts';
import { parseJson } from '../openapi/json/parse-json.ts';

/** A body as bytes: a text in UTF-8. */
export function bytesOfBody(body: string | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body;
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A body as text, whatever its bytes are: U+FFFD stands for what is no UTF-8. */
export function looseText(bytes: Uint8Array | undefined): string {
  return new TextDecoder().decode(bytes);
}

/** The text of UTF-8 bytes, a byte order mark included; `undefined` where they aren't UTF-8. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Line breaks and tabs are layout; every other control, format or surrogate character hides. */
const HIDDEN = /(?![\n\r\t])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** Makes visible what a viewer would hide, reorder or refuse: U+0007 → `\u{7}`. */
export function showHidden(text: string): string {
  return text.replaceAll(HIDDEN, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** A body for a reader, cut to `max` bytes; bytes that aren't UTF-8 are shown as `\x80`. */
export function showBody(body: Uint8Array, max = 4000): string {
  const shown = body.subarray(0, max);
  const isCut = body.length > shown.length;
  const rest = isCut ? `\n… (${body.length} bytes)` : '';
  if (utf8Text(body) === undefined) return escapeBytes(shown) + rest;
  // A cut may fall within a character, whose rest is dropped.
  return (
    showHidden(new TextDecoder('utf-8', { ignoreBOM: true }).decode(shown, { stream: isCut })) +
    rest
  );
}

function escapeBytes(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x5c;
    text += isPlain ? String.fromCodePoint(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
  }
  return text;
}

/** What a body says, where it is JSON in UTF-8. */
export function jsonOf(body: Uint8Array | undefined): JsonValue | undefined {
  const text = body && utf8Text(body);
  const result = text === undefined ? undefined : parseJson(text);
  return result?.ok ? result.value : undefined;
}
