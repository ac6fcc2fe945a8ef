import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import {
  type DecodedBody,
  MAX_DECODING,
  MAX_DECODING_MS,
  MAX_UNPACKED,
  decodeBody,
} from '../../src/http/content-coding.ts';

const TEXT = '{"name":"Fern"}';
const LIMIT = 10_000;

const decode = (bytes: Uint8Array, coding: string | undefined): Promise<DecodedBody> =>
  decodeBody(bytes, coding, LIMIT);

describe('a body that is decoded', () => {
  it.each<[string | undefined, (text: string) => Uint8Array]>([
    [undefined, (text) => Buffer.from(text)],
    ['', (text) => Buffer.from(text)],
    ['identity', (text) => Buffer.from(text)],
    ['gzip', gzipSync],
    ['GZip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['deflate, gzip', (text) => gzipSync(deflateSync(text))],
    ['gzip,, identity ,br', (text) => brotliCompressSync(gzipSync(text))],
    ['br, deflate, gzip', (text) => gzipSync(deflateSync(brotliCompressSync(text)))],
  ])('has %s undone, the last coding first', async (coding, encode) => {
    const decoded = await decode(encode(TEXT), coding);
    expect(decoded.ok && Buffer.from(decoded.body).toString()).toBe(TEXT);
  });

  it('has nothing to undo where it is empty, whatever its header says', async () => {
    expect(await decode(new Uint8Array(), 'zz')).toEqual({ ok: true, body: new Uint8Array() });
  });

  it.each([
    ['zz', TEXT, 'the content coding "zz" is not known, send gzip, deflate, br or none'],
    ['constructor', TEXT, /^the content coding "constructor" is not known/],
    ['zz, gzip', gzipSync(TEXT), /^the content coding "zz" is not known/],
    ['gzip', TEXT, 'the body is not well-formed gzip'],
    ['br, gzip', gzipSync(TEXT), 'the body is not well-formed br'],
    ['gzip', gzipSync(TEXT).subarray(0, 12), 'the body is not well-formed gzip'],
    ['gzip, gzip, gzip, gzip', TEXT, 'the body has 4 content codings, the most is 3'],
  ])('is refused in %s', async (coding, bytes, message) => {
    expect(await decode(Buffer.from(bytes), coding)).toEqual({
      ok: false,
      kind: 'content-coding',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });

  it('is refused where it grows larger than the limit', async () => {
    expect(await decode(gzipSync(' '.repeat(LIMIT + 1)), 'gzip')).toEqual({
      ok: false,
      kind: 'body-too-large',
      message: 'the body must have at most 10000 bytes after gzip is undone',
    });
    expect(await decode(gzipSync(' '.repeat(LIMIT)), 'gzip')).toMatchObject({ ok: true });
  });

  it('is given up where nobody waits for it any longer', async () => {
    const bomb = gzipSync(Buffer.alloc(MAX_UNPACKED));
    const leaving = new AbortController();
    const decoded = decodeBody(bomb, 'gzip', MAX_UNPACKED, leaving.signal);
    leaving.abort();
    expect((await decoded).ok).toBe(false);
  });

  it('is refused where it takes too long', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    expect(await decode(gzipSync(TEXT), 'gzip')).toMatchObject({
      ok: false,
      message: `the body took more than ${MAX_DECODING_MS} ms to be decoded`,
    });
    expect(timeout).toHaveBeenCalledWith(MAX_DECODING_MS);
    timeout.mockRestore();
  });

  it('waits while others may become as much as all may together', async () => {
    const ended: string[] = [];
    const start = async (name: string, bytes: Uint8Array, limit: number): Promise<void> => {
      await decodeBody(bytes, 'gzip', limit);
      ended.push(name);
    };
    const large = gzipSync(Buffer.alloc(MAX_UNPACKED));
    await Promise.all([
      start('large', large, MAX_DECODING),
      start('small', gzipSync(TEXT), LIMIT),
      start('plain', new Uint8Array(), LIMIT),
    ]);
    expect(ended).toEqual(['plain', 'large', 'small']);
  });
});
