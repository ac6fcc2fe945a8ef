import { utf8Text } from '../../http/body-text.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import { hasDelicateDigits, parseJson } from '../../openapi/json/parse-json.ts';
import { isJson } from '../../model/media-type.ts';
import { MAX_UNPACKED, decodeBody } from '../../http/content-coding.ts';
import { exactNumberPointers } from './plain-json.ts';

/** A parsed copy of a body. The body itself is passed on as the bytes that it is. */
export type BodyCopy =
  /** No bytes at all. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'json';
      readonly value: JsonValue;
      /** As JSON.parse reads it: with numbers that are possibly rounded. */
      readonly rounded: unknown;
      /** JSON Pointers to the numbers that were rounded there. */
      readonly exactNumbers: ReadonlySet<string>;
    }
  /** Not JSON, and not said to be. */
  | { readonly kind: 'text'; readonly text: string; readonly bytes: Uint8Array }
  /** It can't be read as what its headers say. */
  | { readonly kind: 'unreadable'; readonly code: string; readonly reason: string };

/**
 * Reads a body by its Content-Type and Content-Encoding (RFC 9110, 8.3 and 8.4); at once where there
 * is nothing to unpack.
 */
export function readBody(
  body: Uint8Array,
  headers: Readonly<Record<string, string>>,
): BodyCopy | Promise<BodyCopy> {
  if (body.length === 0) return { kind: 'none' };
  const coding = headers['content-encoding'];
  const contentType = headers['content-type'];
  return coding === undefined ? readText(body, contentType) : unpack(body, coding, contentType);
}

async function unpack(
  body: Uint8Array,
  coding: string,
  contentType: string | undefined,
): Promise<BodyCopy> {
  const decoded = await decodeBody(body, coding, MAX_UNPACKED);
  return decoded.ok ? readText(decoded.body, contentType) : unreadable('encoding', decoded.message);
}

/** The media type that was looked at last: the next one is mostly the same. */
let last: { readonly contentType: string | undefined; readonly isJson: boolean } | undefined;

function isJsonType(contentType: string | undefined): boolean {
  if (last?.contentType !== contentType || last === undefined) {
    last = { contentType, isJson: isJson(contentType) };
  }
  return last.isJson;
}

const NO_NUMBERS: ReadonlySet<string> = new Set();

function readText(body: Uint8Array, contentType: string | undefined): BodyCopy {
  if (body.length === 0) return { kind: 'none' };
  if (!isJsonType(contentType)) {
    return { kind: 'text', text: Buffer.from(body).toString('utf8'), bytes: body };
  }
  const text = utf8Text(body);
  if (text === undefined) return unreadable('encoding', 'the body is not UTF-8');
  const parsed = parseJson(text);
  if (!parsed.ok) return unreadable('syntax', `the body is not JSON: ${parsed.message}`);
  const { value } = parsed;
  const exactNumbers = hasDelicateDigits(text) ? exactNumberPointers(value) : NO_NUMBERS;
  // JSON.parse doesn't recurse either, so that depth is no danger.
  const rounded: unknown = exactNumbers.size === 0 ? value : JSON.parse(text);
  return { kind: 'json', value, rounded, exactNumbers };
}

const unreadable = (code: string, reason: string): BodyCopy => ({
  kind: 'unreadable',
  code,
  reason,
});
