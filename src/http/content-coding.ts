import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib, {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
} from 'node:zlib';

/** A gzip body of 10 KB can unpack to 10 MB and more; this much is unpacked for validation. */
export const MAX_UNPACKED: number = 64 * 1024 * 1024;

/** Codings that are undone, one after the other: nobody needs more, and each costs time. */
export const MAX_LAYERS = 3;

/** Bytes that all bodies which are being decoded may become together; those beyond wait. */
export const MAX_DECODING: number = 128 * 1024 * 1024;

/** Milliseconds that a body may take until it is decoded, waiting included. */
export const MAX_DECODING_MS = 10_000;

/** What zlib gives and takes at a time, in its own threads: a server has others to answer. */
const CHUNK = 64 * 1024;
const OPTIONS = { chunkSize: CHUNK };

/** The content codings of RFC 9110 (8.4.1), with br (RFC 7932) and zstd (RFC 8878). */
const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => Transform>> = {
  gzip: () => createGunzip(OPTIONS),
  'x-gzip': () => createGunzip(OPTIONS),
  // It is zlib's format, but some send the stream without its frame (RFC 9110, 8.4.1.2).
  deflate: ([first = 0]) => (first % 16 === 8 ? createInflate(OPTIONS) : createInflateRaw(OPTIONS)),
  br: () => createBrotliDecompress(OPTIONS),
  ...('createZstdDecompress' in zlib ? { zstd: unzstd } : {}),
};

/** From Node 22.15 on. A window of 8 MiB at most (RFC 9659, 3). */
function unzstd(): Transform {
  const params = { [constants.ZSTD_d_windowLogMax]: 23 };
  return zlib.createZstdDecompress({ ...OPTIONS, params });
}

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
 * @param signal Gives it up, as where nobody waits for it any longer.
 */
export async function decodeBody(
  bytes: Uint8Array,
  contentEncoding: string | undefined,
  limit: number,
  signal?: AbortSignal,
): Promise<DecodedBody> {
  const codings = bytes.length === 0 ? [] : codingsOf(contentEncoding);
  if ('ok' in codings) return codings;
  if (codings.length === 0) return { ok: true, body: bytes };
  const deadline = AbortSignal.timeout(MAX_DECODING_MS);
  const end = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
  return await budget.spend(limit, () => undoAll(bytes, codings, limit, end));
}

async function undoAll(
  bytes: Uint8Array,
  codings: readonly string[],
  limit: number,
  signal: AbortSignal,
): Promise<DecodedBody> {
  let body = bytes;
  for (const coding of codings) {
    try {
      body = await undo(body, coding, limit, signal);
    } catch (error) {
      if (error instanceof TooLarge) return tooLarge(coding, limit);
      if (!signal.aborted) return failed(`the body is not well-formed ${coding}`);
      return failed(`the body took more than ${MAX_DECODING_MS} ms to be decoded`);
    }
  }
  return { ok: true, body };
}

async function undo(
  bytes: Uint8Array,
  coding: string,
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const collect = async (decoded: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of decoded) {
      length += chunk.length;
      if (length > limit) throw new TooLarge();
      chunks.push(chunk);
    }
  };
  await pipeline(slices(bytes), DECODERS[coding]!(bytes), collect, { signal });
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

/** In pieces, so that it can be given up between them. */
function* slices(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}

class TooLarge extends Error {}

/** Bytes that can be used for a while; who comes when there are too few left waits its turn. */
class Budget {
  readonly #whole: number;
  #left: number;
  readonly #waiting: { readonly share: number; readonly go: () => void }[] = [];

  constructor(whole: number) {
    this.#whole = whole;
    this.#left = whole;
  }

  /** @param bytes More than there are is all that there are. */
  async spend<Result>(bytes: number, act: () => Promise<Result>): Promise<Result> {
    const share = Math.min(bytes, this.#whole);
    if (this.#waiting.length > 0 || share > this.#left) {
      await new Promise<void>((go) => this.#waiting.push({ share, go }));
    } else this.#left -= share;
    try {
      return await act();
    } finally {
      this.#left += share;
      this.#wake();
    }
  }

  #wake(): void {
    while (this.#waiting[0] !== undefined && this.#waiting[0].share <= this.#left) {
      const { share, go } = this.#waiting.shift()!;
      this.#left -= share;
      go();
    }
  }
}

const budget = new Budget(MAX_DECODING);

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

function tooLarge(coding: string, limit: number): DecodingFailure {
  const message = `the body must have at most ${limit} bytes after ${coding} is undone`;
  return { ok: false, kind: 'body-too-large', message };
}

function failed(message: string): DecodingFailure {
  return { ok: false, kind: 'content-coding', message };
}
