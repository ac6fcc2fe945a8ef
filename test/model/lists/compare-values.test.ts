/** What lies before what, as far as all servers agree. */
import { expect, it } from 'vitest';
import { compareValues } from '../../../src/model/lists/compare-values.ts';

it.each<[string, string, number | undefined]>([
  ['12.50', '86.45', -1],
  ['9.00', '10.00', undefined],
  ['10.00', '9.00', undefined],
  ['007', '010', -1],
  ['-1', '-2', undefined],
  ['a', 'b', -1],
  ['a', 'B', undefined],
  ['2026-01-02', '2026-01-01', 1],
])('%s and %s', (left, right, sign) => {
  const found = compareValues(left, right);
  expect(found === undefined ? found : Math.sign(found)).toBe(sign);
});
