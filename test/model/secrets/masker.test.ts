import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createMasker } from '../../../src/model/secrets/masker.ts';
import { SpelledReader } from '../../../src/model/secrets/spelling.ts';
import { ENCODINGS, ESCAPES, WITHIN_BASE64 } from './spellings.ts';

const SECRETS = [
  'plain-token-1234',
  'tok/en+s3cr3t',
  `a/b+"c&d='<e>\\f:g`,
  'blank key 222',
  'kä/ß222-öü',
  '😀/emoji-222',
  '桜/sakura-222',
  String.raw`\\\token`,
  String.raw`token\\`,
  String.raw`tok%2Fen&amp;\u0041-x`,
  '~._-!*()-token',
];

/** Those that are cut in two at each place. */
const CUT: ReadonlySet<string> = new Set(['tok/en+s3cr3t', '😀/emoji-222', String.raw`token\\`]);

const escapes = Object.entries(ESCAPES);
const encodings = [['nothing else', (text: string) => text] as const, ...Object.entries(ENCODINGS)];

const masked = (text: string, ...secrets: string[]): string => createMasker(secrets).text(text);

/** What a stream writes of pieces. */
function streamed(pieces: readonly string[], ...secrets: string[]): string {
  let written = '';
  const stream = createMasker(secrets).stream((text) => (written += text));
  for (const piece of pieces) stream.push(piece);
  stream.end();
  return written;
}

describe.each(SECRETS)('%s', (secret) => {
  it.each(escapes)('is hidden as %s has it', (_, escape) => {
    for (const [encoding, encode] of encodings) {
      const text = escape(encode(secret));
      expect(masked(`got ${text}.`, secret), `${encoding}: ${text}`).toBe('got ***.');
    }
  });

  it.each(escapes)('is hidden in an escaped text as %s has it', (_, escape) => {
    for (const [inner, within] of escapes) {
      const text = escape(within(secret));
      expect(masked(`<${text}>`, secret), `${inner}: ${text}`).toBe('<***>');
    }
  });

  it('is hidden as bytes', () => {
    const masker = createMasker([secret]);
    for (const [, escape] of escapes) {
      const clean = masker.bytes(Buffer.from(`ä ${escape(secret)} 桜`));
      expect(Buffer.from(clean).toString()).toBe('ä *** 桜');
    }
  });

  it('is hidden within a longer base64 text', () => {
    for (const spell of WITHIN_BASE64) {
      for (const [, escape] of escapes) {
        const spelled = escape(spell(secret));
        const [before = '', after = '', more] = masked(spelled, secret).split('***');
        expect(more).toBeUndefined();
        // They hold a few bits of its first byte, and of no other.
        expect(spelled.startsWith(before) && spelled.endsWith(after)).toBe(true);
        const { length } = escape(Buffer.from(secret).toString('base64').slice(0, -4));
        expect(before.length + after.length).toBeLessThanOrEqual(spelled.length - length / 2);
      }
    }
  });

  it('is hidden in pieces, wherever they are cut', () => {
    for (const [name, escape] of escapes) {
      const text = `got ${escape(secret)}, ${escape(ENCODINGS['base64']!(secret))}.`;
      // Piece by piece is the harder test; every single cut takes long.
      const cuts = CUT.has(secret) ? text.length : -1;
      for (let cut = 0; cut <= cuts; cut += 1) {
        const pieces = [text.slice(0, cut), text.slice(cut)];
        expect(streamed(pieces, secret), `${name} at ${cut}`).toBe('got ***, ***.');
      }
      expect(streamed(text.split(''), secret)).toBe('got ***, ***.');
    }
  });
});

describe('any secret in any text', () => {
  const secrets = fc
    .string({ unit: 'binary-ascii', minLength: 6, maxLength: 20 })
    .filter((text) => {
      return /^[!-~]+$/.test(text) && /\w{3}/.test(text);
    });
  const ways = fc.array(fc.constantFrom(...escapes.map(([, escape]) => escape)), { maxLength: 3 });

  it('is hidden, whatever is escaped how often', () => {
    fc.assert(
      fc.property(secrets, ways, (secret, list) => {
        // Of one that begins with a backslash, escapes of escapes may leave that.
        fc.pre(!secret.startsWith('\\') || list.length < 2);
        const text = list.reduce((all, escape) => escape(all), secret);
        // A backslash that is escaped by itself may be left of an escape.
        expect(masked(`got ${text} here`, secret)).toMatch(/^got [^A-Za-z]*\*{3} here$/);
      }),
      { numRuns: 1000 },
    );
  });

  it('is hidden in pieces as in the whole', () => {
    const part = fc.oneof(
      fc.constantFrom('abcabd', 'abc', '\\', '%', '%6', '&', '&#x', 'YWJjYWJk', '\\u00', '61', 'x'),
      fc.constantFrom('%61', '\\u0061', '&#97;', 'bcabd', 'bc'),
    );
    const pieces = fc.array(part, { maxLength: 12 });
    fc.assert(
      fc.property(pieces, (list) => {
        const secrets = ['abcabd', 'abc', 'cab%6'];
        expect(streamed(list, ...secrets)).toBe(masked(list.join(''), ...secrets));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('of several secrets', () => {
  it('one that begins with another is hidden whole', () => {
    expect(masked('abcdef abc', 'abc', 'abcdef')).toBe('*** ***');
    expect(streamed(['abc', 'def abc'], 'abc', 'abcdef')).toBe('*** ***');
  });

  it('those that overlap are hidden together', () => {
    expect(masked('x abcdefgh y', 'abcd', 'cdefgh')).toBe('x *** y');
    expect(streamed('x abcdefgh y'.split(''), 'abcd', 'cdefgh')).toBe('x *** y');
  });

  it('each has its own words', () => {
    const masker = createMasker([{ secret: 'one-1111', shown: '$ONE' }, 'two-2222'], {
      replacement: '$OTHER',
    });
    expect(masker.text('one-1111, two-2222')).toBe('$ONE, $OTHER');
  });

  it('long ones are hidden too, however many backslashes they have', () => {
    const secret = Array.from({ length: 150_000 }, (_, i) => i).join('\\');
    expect(masked(`a ${secret} z`, secret)).toBe('a *** z');
  });

  it('empty ones are none', () => {
    const bytes = Buffer.from('text');
    expect(createMasker(['']).bytes(bytes)).toBe(bytes);
    expect(masked('text', '')).toBe('text');
  });
});

describe('a text', () => {
  it('without a secret stays the very same', () => {
    const bytes = Uint8Array.of(0xff, 0, 0x80);
    expect(createMasker(['token-1234']).bytes(bytes)).toBe(bytes);
  });

  it.each([
    ['100%', 'abc123/x', '100%abc123/x', '100%***'],
    ["LIKE '%token%'", 'abc123/x', String.raw`'%abc123\/x%'`, "'%***%'"],
    ['a path', 'nabc-123', String.raw`C:\nabc-123`, String.raw`C:\***`],
  ])('may have what looks like an escape before it: %s', (_, secret, text, expected) => {
    expect(masked(text, secret)).toBe(expected);
  });

  it('keeps what only looks like a short secret', () => {
    expect(masked('YWI 616263 616162', 'abc', 'aab')).toBe('YWI 616263 616162');
    expect(masked('token', String.raw`\\\token`)).toBe('token');
  });

  it('is not held back where nothing of it can belong to a secret', () => {
    const written: string[] = [];
    const stream = createMasker(['secret-token']).stream((text) => written.push(text));
    for (const piece of ['a line', 'sec', 'ond %', '41 &am', 'p; s', 'ecret-token', 'x'])
      stream.push(piece);
    expect(written).toEqual(['a line', 'second ', '%41 ', '&amp; ', '***', 'x']);
    stream.end();
    expect(written).toHaveLength(6);
  });
});

describe('work', () => {
  /** How often a character is read to mask a text of some length. */
  const readsOf = (part: string, length: number): number => {
    const read = vi.spyOn(SpelledReader.prototype, 'read');
    const long = ['/b', 'b'].map((end) => 'a'.repeat(40) + end);
    const odd = [`${'\\'.repeat(5)}token`, '%%%%%%%x', '&&&&&&x', 'ð/öä-222'];
    createMasker([...long, ...odd]).text(`%${part.repeat(Math.floor(length / part.length))}`);
    const { length: reads } = read.mock.calls;
    read.mockRestore();
    return reads;
  };

  it.each([
    ['backslashes', '\\'],
    ['percent-encoded backslashes', '%5C'],
    ['escaped backslashes', String.raw`\u005c`],
    ['percent signs', '%'],
    ['nested percent signs', '%25'],
    ['one nested percent sign', '25'],
    ['ampersands', '&'],
    ['character references', '&#38;'],
    ['beginnings of character references', '&#x'],
    ['beginnings of escapes', String.raw`\u00`],
    ['leads of UTF-8', '\u00f0'],
    ['beginnings of the secret', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
  ])('grows with the text only: %s', (_, part) => {
    const [small, large] = [readsOf(part, 1000), readsOf(part, 2000)];
    expect(large).toBeLessThan(2.2 * small + 1000);
    expect(large).toBeLessThan(2000 * 500);
  });
});
