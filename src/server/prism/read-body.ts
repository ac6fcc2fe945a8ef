import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
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
  | { readonly kind: 'text'; readonly text: string }
  /** It can't be read as what its headers say. */
  | { readonly kind: 'unreadable'; readonly code: string; readonly reason: string };

/** A gzip body of 10 KB can unpack to 10 MB and more; this much is unpacked for validation. */
const MAX_UNPACKED = 64 * 1024 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads a body by its Content-Type and Content-Encoding (RFC 9110, 8.3 and 8.4). */
export async function readBody(
  body: Uint8Array,
  headers: Readonly<Record<string, string>>,
): Promise<BodyCopy> {
  if (body.length === 0) return { kind: 'none' };
  const coding = headers['content-encoding'];
  if (coding === undefined) return readText(body, headers['content-type']);
  try {
    return readText(await unpack(body, coding), headers['content-type']);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return unreadable('encoding', `the Content-Encoding "${coding}" can't be undone: ${cause}`);
  }
}

const isJson = (contentType: string | undefined): boolean =>
  contentType !== undefined && /^\s*[^/;\s]+\/(?:[^;\s]+\+)?json\s*(?:;|$)/i.test(contentType);

function readText(body: Uint8Array, contentType: string | undefined): BodyCopy {
  if (body.length === 0) return { kind: 'none' };
  if (!isJson(contentType)) return { kind: 'text', text: Buffer.from(body).toString('utf8') };
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    return unreadable('encoding', 'the body is not UTF-8');
  }
  const parsed = parseJson(text);
  if (!parsed.ok) return unreadable('syntax', `the body is not JSON: ${parsed.message}`);
  const { value } = parsed;
  const exactNumbers = exactNumberPointers(value);
  // JSON.parse doesn't recurse either, so that depth is no danger.
  const rounded: unknown = exactNumbers.size === 0 ? value : JSON.parse(text);
  return { kind: 'json', value, rounded, exactNumbers };
}

const unreadable = (code: string, reason: string): BodyCopy => ({
  kind: 'unreadable',
  code,
  reason,
});

const unpackers: Readonly<Record<string, (body: Uint8Array) => Promise<Uint8Array>>> = {
  gzip: limited(gunzip),
  'x-gzip': limited(gunzip),
  deflate: async (body) => {
    // "deflate" is zlib's format, but some senders leave its two-byte header out (9110, 8.4.1.2).
    const isZlib = (body[0]! & 0x0f) === 8 && (body[0]! * 256 + (body[1] ?? 0)) % 31 === 0;
    return limited(isZlib ? inflate : inflateRaw)(body);
  },
  br: limited(brotliDecompress),
  zstd: limited(zstdDecompress),
  identity: async (body) => body,
};

type Unpack = (
  body: Uint8Array,
  options: { maxOutputLength: number },
  done: (error: Error | null, result: Buffer) => void,
) => void;

function limited(unpack: Unpack): (body: Uint8Array) => Promise<Uint8Array> {
  return (body) =>
    new Promise((resolve, reject) => {
      unpack(body, { maxOutputLength: MAX_UNPACKED }, (error, result) => {
        if (error) reject(error);
        else resolve(result);
      });
    });
}

/** Undoes the content codings; throws where one is unknown or the bytes don't fit it. */
export async function unpack(body: Uint8Array, codings: string): Promise<Uint8Array> {
  let unpacked = body;
  // The last coding in the list was applied last.
  for (const coding of codings.split(',').reverse()) {
    const unpacker = unpackers[coding.trim().toLowerCase()];
    if (unpacker === undefined) throw new Error('it is unknown here');
    unpacked = await unpacker(unpacked);
  }
  return unpacked;
}
