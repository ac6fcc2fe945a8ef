import * as fc from 'fast-check';
import { latin1 } from './fuzz-request.ts';

/** Texts of every code unit, surrogates without a partner included. */
const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 20 }) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 8 })
      .map((points) => String.fromCodePoint(...points)),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 })
      .map((units) => String.fromCharCode(...units)),
  },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', 'null', '__proto__', 'x'.repeat(3000)) },
);

const spelledText = fc
  .tuple(text, fc.boolean())
  .map(([value, escapes]) => (escapes ? escaped(value) : JSON.stringify(value)));

function escaped(value: string): string {
  const units = Array.from(
    { length: value.length },
    (_, i) => `\\u${value.charCodeAt(i).toString(16).padStart(4, '0')}`,
  );
  return `"${units.join('')}"`;
}

const id = fc.oneof(
  // As many of each length.
  {
    weight: 12,
    arbitrary: fc
      .tuple(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.nat(40))
      .map(([value, shift]) => String(value >> BigInt(shift))),
  },
  // Soon used, and the same to a double.
  { weight: 3, arbitrary: fc.constantFrom('7', '7.0', '9007199254740992', '9007199254740993') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '9223372036854775807',
      '-9223372036854775808',
      '9007199254740993',
      '-9007199254740993',
      '0',
      '-0',
      '1.0',
      '12e3',
      '1.5e1',
      '100e-2',
      '9223372036854775807.0',
      '1E+2',
      '0e999999',
    ),
  },
);
const otherId = fc.constantFrom(
  '9223372036854775808',
  '-9223372036854775809',
  '18446744073709551616',
  '1.5',
  '1e400',
  '1e-400',
  '9223372036854775807.5',
  '"1"',
  'null',
  'true',
  '[]',
  '{}',
  '01',
  '+1',
  '.5',
  '1.',
  'NaN',
  '0x1',
  '1e',
  '-',
  '1_000',
  '1n',
);
const otherText = fc.constantFrom(
  'null',
  '5',
  '[]',
  '{}',
  'false',
  "'a'",
  '"\n"',
  '"\\x"',
  '"\\u12"',
  '"',
  'undefined',
);
const anyJson = fc.json({ maxDepth: 3 });

/** A member: its key and its value, as they are spelled. */
type Member = readonly [key: string, value: string];

function member(key: string, right: fc.Arbitrary<string>, wrong: fc.Arbitrary<string>) {
  return fc
    .oneof({ weight: 14, arbitrary: right }, { weight: 1, arbitrary: wrong })
    .map((value): Member => [JSON.stringify(key), value]);
}

const extraKey = fc.oneof(
  fc.constantFrom('"__proto__"', '"constructor"', '"toString"', '"ID"', '"name "', '"\\u0069d2"'),
  spelledText,
);

const members: fc.Arbitrary<readonly Member[]> = fc
  .record({
    id: fc.option(member('id', id, otherId), { freq: 20 }),
    name: fc.option(member('name', spelledText, otherText), { freq: 20 }),
    tag: fc.option(member('tag', spelledText, otherText), { freq: 2 }),
    extras: fc.array(fc.tuple(extraKey, anyJson), { maxLength: 2 }),
    // The last one counts.
    earlier: fc.array(fc.tuple(fc.constantFrom('"id"', '"name"', '"\\u0074ag"'), anyJson), {
      maxLength: 1,
    }),
    turn: fc.nat(6),
  })
  .map(({ id, name, tag, extras, earlier, turn }) => {
    const later: Member[] = [id, name, tag, ...extras].filter((extra) => extra !== null);
    const at = turn % Math.max(1, later.length);
    return [...earlier, ...later.slice(at), ...later.slice(0, at)];
  });

const space = fc.constantFrom('', '', '', ' ', '\n', '\r\n\t');

const thingText = fc
  .tuple(members, space)
  .map(([list, gap]) =>
    latin1(
      `${gap}{${list.map(([key, value]) => `${gap}${key}${gap}:${gap}${value}`).join(',')}}${gap}`,
    ),
  );

interface Change {
  readonly at: number;
  readonly removes: number;
  readonly inserts: string;
}

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(10_000),
  removes: fc.nat(3),
  inserts: fc.constantFrom(
    '',
    '"',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '\\',
    '0',
    '-',
    '.',
    'e',
    ' ',
    '\0',
    '\x1f',
    'null',
    '\xef\xbb\xbf',
    '\xff',
    '\xed\xa0\x80',
    '\xc0\x80',
    '\xf4\x90\x80\x80',
    '\xc2',
    '//',
    '/**/',
  ),
});

function changed(body: string, changes: readonly Change[]): string {
  let result = body;
  for (const { at, removes, inserts } of changes) {
    const place = at % (result.length + 1);
    result = result.slice(0, place) + inserts + result.slice(place + removes);
  }
  return result;
}

const otherBody = fc.oneof(
  anyJson.map(latin1),
  fc.constantFrom(
    '',
    ' ',
    'null',
    '0',
    '""',
    'false',
    '[]',
    '{}',
    '[{"id":1,"name":"a"}]',
    '{"id":1}{}',
    '{"__proto__":{"id":1,"name":"a"}}',
    '\xef\xbb\xbf{"id":1,"name":"a"}',
    '\xff\xfe{\0',
    `{"id":1,"name":"a","x":${'['.repeat(2000)}${']'.repeat(2000)}}`,
  ),
);

/** Bodies in Latin-1, one byte a character: valid things, nearly valid ones, and other things. */
export const thingBody: fc.Arbitrary<string> = fc.oneof(
  { weight: 10, arbitrary: thingText },
  {
    weight: 2,
    arbitrary: fc
      .tuple(thingText, fc.array(change, { minLength: 1, maxLength: 2 }))
      .map(([body, changes]) => changed(body, changes)),
  },
  { weight: 1, arbitrary: otherBody },
);
