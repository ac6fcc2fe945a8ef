import {
  type ZlibOptions,
  brotliDecompress,
  gunzip,
  inflate,
  inflateRaw,
  zstdDecompress,
} from 'node:zlib';
import { promisify } from 'node:util';

/** A gzip body of 10 KB can unpack to 10 MB and more; this much is unpacked for validation. */
export const MAX_UNPACKED: number = 64 * 1024 * 1024;

/** Codings that are undone, one after the other: nobody needs more, and each costs time. */
const MAX_LAYERS = 3;

/** Undoes one coding in another thread, since a server has others to answer. */
type Decoder = (
  bytes: Uint8Array,
  options: Required<Pick<ZlibOptions, 'maxOutputLength'>>,
) => Promise<Uint8Array>;

const unzip: Decoder = promisify(gunzip);
const inflateZlib: Decoder = promisify(inflate);
const inflateBare: Decoder = promisify(inflateRaw);

/** The content codings of RFC 9110 (8.4.1), with br (RFC 7932) and zstd (RFC 8878). */
const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: unzip,
  'x-gzip': unzip,
  // It is zlib's format, but some send the stream without its frame (RFC 9110, 8.4.1.2).
  deflate: (bytes, options) => {
    const undo = (bytes[0] ?? 0) % 16 === 8 ? inflateZlib : inflateBare;
    return undo(bytes, options);
  },
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

/** Why a body can't be decoded: a kind of problem of the mock, with a message. */
export interface DecodingFailure {
  readonly ok: false;
  readonly kind: 'content-coding' | 'body-too-large';
  readonly message: string;
}

/** What undoing the content codings of a body came to. */
export type DecodedBody = { readonly ok: true; readonly body: Uint8Array } | DecodingFailure;

/**
 * Undoes the codings that Content-Encoding names, the last first (RFC 9110, 8.4).
 *
 * @param contentEncoding The header's value. `undefined` where there is none.
 * @param limit Bytes that the decoded body may have: a small gzip can hold gigabytes.
 */
export async function decodeBody(
  bytes: Uint8Array,
  contentEncoding: string | undefined,
  limit: number,
): Promise<DecodedBody> {
  const codings = bytes.length === 0 ? [] : codingsOf(contentEncoding);
  if ('ok' in codings) return codings;
  let body = bytes;
  for (const coding of codings) {
    try {
      body = await DECODERS[coding]!(body, { maxOutputLength: limit });
    } catch (error) {
      return failureOf(error, coding, limit);
    }
  }
  return { ok: true, body };
}

/** In the order in which they are undone. */
function codingsOf(contentEncoding = ''): readonly string[] | DecodingFailure {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
    .reverse();
  const unknown = codings.find((name) => !Object.hasOwn(DECODERS, name));
  if (unknown !== undefined) {
    const shown = JSON.stringify(unknown.slice(0, 50));
    return failed(`the content coding ${shown} is not known, send gzip, deflate, br or none`);
  }
  return codings.length > MAX_LAYERS
    ? failed(`the body has ${codings.length} content codings, the most is ${MAX_LAYERS}`)
    : codings;
}

function failureOf(error: unknown, coding: string, limit: number): DecodingFailure {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') {
    return failed(`the body is not well-formed ${coding}`);
  }
  const message = `the body must have at most ${limit} bytes after ${coding} is undone`;
  return { ok: false, kind: 'body-too-large', message };
}

function failed(message: string): DecodingFailure {
  return { ok: false, kind: 'content-coding', message };
}
