import { expect, it } from 'vitest';
import { keyText } from '../../../src/serve/shared/transaction.ts';

it('each value has a key of its own, in ASCII and without a line break', () => {
  const texts = ['\uD800', '\uDC00', '\uDFFF\uD800', '\uFFFD', 'a\nb', 'a%0Ab', '1', 'é', ''];
  const keys = [...texts, 1, 2n ** 63n - 1n, true, null].map(keyText);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.filter((key) => !/^[!-~]+$/.test(key))).toEqual([]);
});
