import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareNumbers,
  exactNumber,
  isMultipleOf,
  numberKey,
} from '../../../src/openapi/json/exact-number.ts';
import { RawNumber, isIntegerValue } from '../../../src/openapi/json/json-value.ts';

describe('exactNumber', () => {
  it.each([
    ['0', 0],
    ['-0', -0],
    ['-0.0', -0],
    ['0e1000000', 0],
    ['1.0', 1],
    ['1e2', 100],
    ['1E+2', 100],
    ['1.5', 1.5],
    ['100e-2', 1],
    ['12.50e1', 125],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['9007199254740993', 9007199254740993n],
    ['9007199254740993.0', 9007199254740993n],
    ['9.007199254740993e15', 9007199254740993n],
    ['9223372036854775807', 9223372036854775807n],
    ['9223372036854775808', 9223372036854775808n],
    ['-9223372036854775808', -9223372036854775808n],
    ['-9007199254740993', -9007199254740993n],
    ['1e30', 10n ** 30n],
    ['1e399', 10n ** 399n],
    ['0001', 1],
  ])('reads %s exactly', (source, value) => {
    expect(exactNumber(source)).toBe(value);
  });

  it.each([
    ['1e400', true],
    [`1${'0'.repeat(400)}`, true],
    ['-1e1000000000', true],
    ['1e99999999999999999999', true],
    ['1e-400', false],
    ['1.00000000000000000001', false],
    ['-0.99999999999999999999', false],
  ])('keeps the text of %s, which no number type holds', (source, isInteger) => {
    const value = exactNumber(source);
    expect(value).toEqual(new RawNumber(source, isInteger));
    expect(isIntegerValue(value)).toBe(isInteger);
  });

  it('takes linear time on a long run of zeros', { timeout: 15_000 }, () => {
    const source = `1${'0'.repeat(1_000_000)}1`;
    expect(exactNumber(source)).toEqual(new RawNumber(source, true));
  });

  it('equals BigInt for every integer', () => {
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        expect(BigInt(exactNumber(`${value}`) as number | bigint)).toBe(value);
      }),
    );
  });

  it('equals JSON.parse for every double that is not a large integer', () => {
    const doubles = fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value));
    fc.assert(
      fc.property(doubles, (value) => {
        expect(exactNumber(JSON.stringify(value))).toBe(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('compareNumbers', () => {
  // In ascending order; each line says one value.
  const ascending = [
    '-1e500',
    '-1e401',
    '-9223372036854775809',
    '-9223372036854775808',
    '-1.00000000000000000001',
    '-1',
    '-0.5',
    '-1e-400',
    '0',
    '1e-401',
    '1e-400',
    '0.5',
    '0.99999999999999999999',
    '1',
    '1.00000000000000000001',
    '1.00000000000000000002',
    '9007199254740992',
    '9007199254740993',
    '1e400',
    '1.1e400',
    '1e401',
  ].map(exactNumber);

  it('orders numbers of every size and kind by their mathematical value', () => {
    for (const [i, left] of ascending.entries()) {
      for (const [j, right] of ascending.entries()) {
        expect(Math.sign(compareNumbers(left, right))).toBe(Math.sign(i - j));
      }
    }
  });

  it('finds two spellings of one value equal', () => {
    expect(compareNumbers(exactNumber('1e400'), exactNumber('10e399'))).toBe(0);
    expect(compareNumbers(exactNumber('-0'), exactNumber('0'))).toBe(0);
    const tiny = exactNumber(`0.${'0'.repeat(400)}1`);
    expect(compareNumbers(tiny, exactNumber('1e-401'))).toBe(0);
    expect(compareNumbers(tiny, exactNumber('1e-400'))).toBeLessThan(0);
    expect(compareNumbers(exactNumber('-0'), exactNumber('1e-400'))).toBeLessThan(0);
  });
});

describe('isMultipleOf', () => {
  it.each([
    ['6', '3', true],
    ['7', '3', false],
    ['-6', '3', true],
    ['0', '3', true],
    ['0.3', '0.1', true],
    ['0.35', '0.1', false],
    ['4.35', '0.01', true],
    ['1', '0.3', false],
    ['3', '0.75', true],
    ['9007199254740993', '2', false],
    ['9007199254740993', '3', true],
    ['9223372036854775807', '7', true],
    ['1e400', '1e399', true],
    ['1e400', '3', false],
    ['3e400', '3', true],
    ['1e1000000000', '1024', true],
    ['1e-400', '1', false],
    ['1e-7', '1e-8', true],
    ['1e300', '1e-300', true],
    ['0', '1e-400', true],
    ['0', '9007199254740993', true],
    ['-0', '0.1', true],
    ['0', '1e20', true],
  ])('%s of %s: %s', (value, divisor, expected) => {
    expect(isMultipleOf(exactNumber(value), exactNumber(divisor))).toBe(expected);
  });

  it('agrees with exact arithmetic on integers', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n, max: 1000n }), (value, divisor) => {
        const expected = value % divisor === 0n;
        expect(isMultipleOf(exactNumber(`${value}`), exactNumber(`${divisor}`))).toBe(expected);
      }),
    );
  });
});

describe('numberKey', () => {
  it('is shared by equal numbers only', () => {
    expect(numberKey(exactNumber('100'))).toBe(numberKey(exactNumber('1e2')));
    expect(numberKey(-0)).toBe(numberKey(0));
    expect(numberKey(0)).toBe('0');
    expect(numberKey(exactNumber('0e5'))).toBe('0');
    expect(numberKey(exactNumber(`0.${'0'.repeat(400)}1`))).toBe(numberKey(exactNumber('1e-401')));
    expect(numberKey(1)).not.toBe(numberKey(-1));
    expect(numberKey(1)).not.toBe(numberKey(10));
  });
});
