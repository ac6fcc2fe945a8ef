import * as fc from 'fast-check';

/** How a well-formed request is spelled; it means the same in every shape. */
export interface WireShape {
  readonly casing: 'usual' | 'lower' | 'upper' | 'odd';
  /** By how many places the headers are turned. */
  readonly turn: number;
  /** Between the colon and the value, and behind the value. */
  readonly gaps: readonly [string, string];
  /** Absent: a length. */
  readonly chunks?: ChunkShape | undefined;
  readonly expects: boolean;
  /** Empty lines in front of a request are ignored (RFC 9112, 2.2). */
  readonly lead: string;
  readonly extra: readonly Header[];
}

interface ChunkShape {
  readonly sizes: readonly number[];
  readonly extension: string;
  readonly hex: 'plain' | 'upper' | 'zeros';
  readonly trailers: readonly string[];
}

type Header = readonly [name: string, value: string];

/** What is sent. */
export interface WireContent {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Header[];
  /** In Latin-1; `undefined` for no body at all. */
  readonly body?: string | undefined;
}

const chunks: fc.Arbitrary<ChunkShape> = fc.record({
  sizes: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 }),
  extension: fc.constantFrom('', '', ';a', ';a=b', ';a="b c"', ';a=b;c=d', `;${'x'.repeat(300)}=y`),
  hex: fc.constantFrom('plain', 'upper', 'zeros'),
  trailers: fc.constantFrom<string[]>(
    [],
    [],
    ['X-Sum: 1'],
    ['Authorization: Basic x', 'Content-Type: text/plain'],
    ['Content-Encoding: gzip', 'X-Sandbox: -', 'Host: b'],
  ),
});

const extra = fc.constantFrom<Header>(
  ['Accept', 'nothing/else'],
  ['Accept-Encoding', 'gzip, br;q=0'],
  // The mock obeys other preferences, and then answers in another way.
  ['Prefer', 'return=minimal'],
  ['Prefer', 'wait=1; x, ,respond-async'],
  ['Cookie', 'a=b; __proto__=c'],
  ['Origin', 'http://shop.example'],
  ['X-Empty', ''],
  ['X-Latin', '\xe4\xff'],
  ['X-Forwarded-For', '1.2.3.4'],
  ['Via', '1.0 other'],
  ['TE', 'trailers'],
  ['If-None-Match', '*'],
  ['Range', 'bytes=0-1'],
  ['constructor', 'x'],
  ['__proto__', 'x'],
  ['sl-violations', '[]'],
  ['X-Long', 'x'.repeat(4000)],
);

export const wireShape: fc.Arbitrary<WireShape> = fc.record({
  casing: fc.constantFrom('usual', 'usual', 'lower', 'upper', 'odd'),
  turn: fc.nat(8),
  gaps: fc.constantFrom<[string, string]>([' ', ''], [' ', ''], ['', ''], ['\t ', ' \t']),
  chunks: fc.option(chunks, { freq: 2, nil: undefined }),
  expects: fc.nat(9).map((n) => n === 9),
  lead: fc.constantFrom('', '', '', '', '', '\r\n'),
  extra: fc.array(extra, { maxLength: 2 }),
});

/** The bytes of a request in a shape, in Latin-1. */
export function inShape({ method, target, headers, body }: WireContent, shape: WireShape): string {
  const framing = body === undefined ? [] : framingOf(body, shape);
  const all = [...headers, ...shape.extra, ...framing];
  const at = shape.turn % all.length;
  const lines = [...all.slice(at), ...all.slice(0, at)].map(([name, value]) => {
    // Node takes no tab behind these.
    const [before, after] = FRAMING.has(name) ? [' ', ''] : shape.gaps;
    return `${inCase(name, shape.casing)}:${before}${value}${after}\r\n`;
  });
  const content = body === undefined ? '' : framed(body, shape);
  return `${shape.lead}${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${content}`;
}

const FRAMING: ReadonlySet<string> = new Set(['Content-Length', 'Transfer-Encoding']);

function framingOf(body: string, { chunks, expects }: WireShape): Header[] {
  const length: Header =
    chunks === undefined ? ['Content-Length', `${body.length}`] : ['Transfer-Encoding', 'chunked'];
  return expects ? [['Expect', '100-continue'], length] : [length];
}

function framed(body: string, { chunks }: WireShape): string {
  if (chunks === undefined) return body;
  const { sizes, extension, trailers } = chunks;
  const parts: string[] = [];
  for (let at = 0, i = 0; at < body.length; i += 1) {
    // A long body isn't sent byte by byte.
    const size = sizes[i % sizes.length]! * (i < 20 ? 1 : 100);
    const data = body.slice(at, at + size);
    // Node takes 16 KiB of extensions in all.
    parts.push(`${hexOf(data.length, chunks)}${i < 10 ? extension : ''}\r\n${data}\r\n`);
    at += size;
  }
  const end = trailers.map((line) => `${line}\r\n`).join('');
  return `${parts.join('')}0${extension}\r\n${end}\r\n`;
}

function hexOf(length: number, { hex }: ChunkShape): string {
  const digits = length.toString(16);
  if (hex === 'upper') return digits.toUpperCase();
  return hex === 'zeros' ? `000${digits}` : digits;
}

function inCase(name: string, casing: WireShape['casing']): string {
  if (casing === 'lower') return name.toLowerCase();
  if (casing === 'upper') return name.toUpperCase();
  if (casing === 'usual') return name;
  return name
    .split('')
    .map((letter, i) => (i % 2 === 0 ? letter : letter.toUpperCase()))
    .join('');
}

/** The bytes of a request as most clients write it; all of it in ASCII. */
export function plainRequest(
  method: string,
  target: string,
  lines: readonly string[],
  body = '',
): string {
  const length = `Content-Length: ${body.length}`;
  return `${[`${method} ${target} HTTP/1.1`, ...lines, length].join('\r\n')}\r\n\r\n${body}`;
}
