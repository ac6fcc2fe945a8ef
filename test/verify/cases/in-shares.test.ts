import { describe, expect, it } from 'vitest';
import { inShares } from '../../../src/verify/cases/in-shares.ts';

/** Sources of so many items each, named a0, a1, b0 …, and how many were asked for. */
function sources(...sizes: readonly number[]) {
  const asked = sizes.map(() => 0);
  const items = sizes.map(function* (size, i) {
    for (let k = 0; k < size; k += 1) {
      asked[i]! += 1;
      yield `${'abcdefghij'[i]}${k}`;
    }
  });
  return { items, asked };
}

describe('inShares', () => {
  it('takes as much from each', () => {
    const { items } = sources(5, 5, 5);
    expect([...inShares(items, 6, () => 1)]).toEqual(['a0', 'a1', 'b0', 'b1', 'c0', 'c1']);
  });

  it('lets the others give what one has not', () => {
    const { items } = sources(1, 9);
    expect([...inShares(items, 6, () => 1)]).toEqual(['a0', 'b0', 'b1', 'b2', 'b3', 'b4']);
  });

  it('spreads what is less than one for each', () => {
    const { items } = sources(1, 1, 1, 1, 1, 1);
    expect([...inShares(items, 2, () => 1)]).toEqual(['c0', 'f0']);
  });

  it('asks for no more than it takes', () => {
    const { items, asked } = sources(100, 100, 100);
    expect([...inShares(items, 7, () => 1)]).toHaveLength(7);
    expect(asked.reduce((a, b) => a + b, 0)).toBe(7);
  });

  it('passes over what is larger than what is left', () => {
    const { items } = sources(3, 3);
    const sizeOf = (item: string): number => (item === 'b0' ? 9 : 1);
    expect([...inShares(items, 3, sizeOf)]).toEqual(['a0', 'b1', 'b2']);
  });

  it('ends where all that there is has been taken', () => {
    const { items } = sources(1, 2);
    expect([...inShares(items, 50, () => 1)]).toEqual(['a0', 'b0', 'b1']);
  });
});
