import { expect, it } from 'vitest';
import { Transaction, keyText } from '../../../src/serve/shared/transaction.ts';

it('each value has a key of its own, in ASCII and without a line break', () => {
  const texts = ['\uD800', '\uDC00', '\uDFFF\uD800', '\uFFFD', 'a\nb', 'a%0Ab', '1', 'é', ''];
  const keys = [...texts, 1, 2n ** 63n - 1n, true, null].map(keyText);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.filter((key) => !/^[!-~]+$/.test(key))).toEqual([]);
});

it('what is created in a collection is so by one write, unless something is changed in between', () => {
  const transaction = new Transaction(() => undefined);
  const writes = [
    ['number', '/a', '1'],
    ['add', '/a', 'k1', '1'],
    ['add', '/b', 'k2', '2'],
    ['number', '/a', '2'],
    ['add', '/a', 'k3', '3', 'k4', '4'],
    ['remove', '/b', '7'],
    ['add', '/a', 'k5', '5'],
  ] as const;
  for (const write of writes) transaction.write(write);
  expect(transaction.joined).toEqual([
    ['number', '/a', '1'],
    ['add', '/a', 'k1', '1', 'k3', '3', 'k4', '4'],
    ['add', '/b', 'k2', '2'],
    ['number', '/a', '2'],
    ['remove', '/b', '7'],
    ['add', '/a', 'k5', '5'],
  ]);
  expect(transaction.writes).toEqual(writes);
});
