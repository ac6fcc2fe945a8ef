import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import * as fc from 'fast-check';

/** A body in a content coding, rightly or wrongly. */
export interface Coding {
  /** The header's value; absent where there is none. */
  readonly value?: string;
  readonly encode: (body: Buffer) => Buffer;
  /** Whether what is sent can be read back. */
  readonly isRight: boolean;
}

const same = (body: Buffer): Buffer => body;
const half = (body: Buffer): Buffer => body.subarray(0, body.length >> 1);

function coding(value: string, encode: Coding['encode'], isRight = true): Coding {
  return { value, encode, isRight };
}

const right = [
  coding('gzip', gzipSync),
  coding('GZip', gzipSync),
  coding('x-gzip', gzipSync),
  coding('deflate', deflateSync),
  coding('deflate', deflateRawSync),
  coding('br', brotliCompressSync),
  coding('zstd', zstdCompressSync),
  coding('gzip, br', (body) => brotliCompressSync(gzipSync(body))),
  coding('identity', same),
  coding('gzip,,identity', gzipSync),
  coding('', same),
];
const wrong = [
  coding('gzip', same, false),
  coding('br', gzipSync, false),
  coding('zstd', same, false),
  coding('gzip', (body) => half(gzipSync(body)), false),
  coding('br', (body) => half(brotliCompressSync(body)), false),
  coding('br, gzip', (body) => brotliCompressSync(gzipSync(body)), false),
  coding('gzip;q=1', gzipSync, false),
  coding('compress', same, false),
  coding('__proto__', same, false),
  coding('constructor', same, false),
  coding(`x${'y'.repeat(500)}`, same, false),
];

export const contentCoding: fc.Arbitrary<Coding> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Coding>({ encode: same, isRight: true }) },
  { weight: 4, arbitrary: fc.constantFrom(...right) },
  { weight: 1, arbitrary: fc.constantFrom(...wrong) },
);
