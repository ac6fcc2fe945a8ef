import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type JsonObject,
  type JsonValue,
  RawNumber,
} from '../../../src/openapi/json/json-value.ts';
import { parseJson } from '../../../src/openapi/json/parse-json.ts';
import { showJson, stringifyJson } from '../../../src/openapi/json/stringify-json.ts';

function nested(depth: number, core: JsonValue): JsonValue {
  let value = core;
  for (let i = 0; i < depth; i += 1) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

/** JSON values with integers of every size. */
const { tree: exactValues } = fc.letrec<{ tree: JsonValue }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, false),
    fc.string({ unit: 'binary' }),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value)),
    fc.bigInt().filter((value) => !Number.isSafeInteger(Number(value))),
    fc.constantFrom(new RawNumber('1e400', true), new RawNumber('1.00000000000000000001', false)),
    fc.array(tie('tree')),
    fc.dictionary(fc.string(), tie('tree'), { noNullPrototype: true }),
  ),
}));

describe('stringifyJson', () => {
  it('writes what parseJson reads back as the same value', () => {
    fc.assert(
      fc.property(exactValues, fc.constantFrom(0, 2), (value, indent) => {
        expect(parseJson(stringifyJson(value, indent))).toEqual({ ok: true, value });
      }),
    );
  });

  it('writes the same text whether a bigint is in it or not', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const withBigint = stringifyJson([value as JsonValue, 10n ** 20n], indent);
        expect(withBigint).toBe(JSON.stringify([value, 10 ** 20], undefined, indent));
      }),
    );
  });

  it.each([
    [9223372036854775807n, '9223372036854775807'],
    [new RawNumber('1e400', true), '1e400'],
    [
      [new RawNumber('1.00000000000000000001', false), 2n ** 64n],
      '[1.00000000000000000001,18446744073709551616]',
    ],
    ['\ud800', String.raw`"\ud800"`],
    [{ id: 2n ** 63n, '"': [] }, String.raw`{"id":9223372036854775808,"\"":[]}`],
    [-0, '0'],
  ])('writes %o', (value, text) => {
    expect(stringifyJson(value)).toBe(text);
  });

  it('lets JSON.stringify write a raw number, too', () => {
    expect(JSON.stringify({ a: new RawNumber('1e400', true) })).toBe('{"a":1e400}');
  });

  it('leaves out a member that is undefined, with a bigint or without', () => {
    const members: object = { a: undefined };
    const member: JsonObject = { ...members };
    expect(stringifyJson([member])).toBe('[{}]');
    expect(stringifyJson([member, 2n ** 64n])).toBe('[{},18446744073709551616]');
  });

  it('writes 100,000 levels', () => {
    expect(stringifyJson(nested(100_000, 1))).toHaveLength(50_000 * 2 + 50_000 * 6 + 1);
  });
});

describe('showJson', () => {
  it('cuts a long value at whole characters', () => {
    expect(showJson('🌱'.repeat(100), 10)).toBe(`"${'🌱'.repeat(9)}…`);
    expect(showJson('short')).toBe('"short"');
    expect(showJson('x'.repeat(58))).toBe(`"${'x'.repeat(58)}"`);
    expect(showJson('x'.repeat(59))).toBe(`"${'x'.repeat(59)}…`);
  });

  it('shows the start of 100,000 levels', () => {
    expect(showJson(nested(100_000, 1), 8)).toBe('{"a":[{"…');
  });
});
