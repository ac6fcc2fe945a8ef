import {
  brotliDecompressSync,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';

/** A body with its content codings undone, or why they can't be. */
export interface DecodedContent {
  readonly body: Uint8Array;
  readonly decodingError?: string | undefined;
}

type Decoder = (body: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  // "deflate" is zlib's format (RFC 9110, 8.4.1.2), but some servers send it without its frame.
  deflate: (body, options) =>
    (body[0]! & 0x0f) === 8 ? inflateSync(body, options) : inflateRawSync(body, options),
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/**
 * Undoes the codings of a Content-Encoding header, the last first (RFC 9110, 8.4).
 *
 * @param limit Most bytes that the result can have: a small body can expand to fill the memory.
 */
export function decodeContent(
  rawBody: Uint8Array,
  header: string | undefined,
  limit: number,
): DecodedContent {
  const codings = (header ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length === 0 || rawBody.length === 0) return { body: rawBody };
  let body = rawBody;
  for (const coding of codings.toReversed()) {
    const decode = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
    if (!decode) return { body, decodingError: `the content coding "${coding}" is unknown` };
    try {
      body = decode(body, { maxOutputLength: limit });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { body, decodingError: `the body is not ${coding}: ${reason}` };
    }
  }
  return { body };
}
