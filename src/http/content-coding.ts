import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';
import { promisify } from 'node:util';

/** A gzip body of 10 KB can unpack to 10 MB and more; this much is unpacked for validation. */
export const MAX_UNPACKED: number = 64 * 1024 * 1024;

type Decode = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>;

const inflateWrapped: Decode = promisify(inflate);
const inflateBare: Decode = promisify(inflateRaw);

/** The content codings of RFC 9110 (8.4.1), with br (RFC 7932) and zstd (RFC 8878). */
const decoders: Readonly<Record<string, Decode>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
  // Some clients send the bare stream, which RFC 9110 notes too.
  deflate: async (bytes, options) => {
    const isWrapped = (bytes[0] ?? 0) % 16 === 8;
    return await (isWrapped ? inflateWrapped : inflateBare)(bytes, options);
  },
};

/** What undoing a content coding came to. */
export type DecodedBody =
  | { readonly ok: true; readonly body: Uint8Array }
  | {
      readonly ok: false;
      readonly kind: 'content-coding' | 'body-too-large';
      readonly message: string;
    };

/**
 * Undoes the codings that Content-Encoding names, last applied first.
 *
 * @param limit Bytes that the decoded body may have: a small gzip can hold gigabytes.
 */
export async function decodeBody(
  bytes: Uint8Array,
  contentEncoding: string,
  limit: number,
): Promise<DecodedBody> {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  let body = bytes;
  for (const coding of codings.toReversed()) {
    if (coding === '' || coding === 'identity') continue;
    const decode = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
    if (decode === undefined) {
      const message = `the content coding ${JSON.stringify(coding.slice(0, 50))} is not known, send gzip, deflate, br or none`;
      return { ok: false, kind: 'content-coding', message };
    }
    try {
      body = await decode(body, { maxOutputLength: limit });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
        const message = `the body must have at most ${limit} bytes after ${coding} is undone`;
        return { ok: false, kind: 'body-too-large', message };
      }
      return {
        ok: false,
        kind: 'content-coding',
        message: `the body is not well-formed ${coding}`,
      };
    }
  }
  return { ok: true, body };
}
