import { describe, expect, it } from 'vitest';
import { simplerValues } from '../../../src/verify/run/shrink.ts';

describe('simplerValues', () => {
  it.each([
    ['', []],
    ['a', []],
    [0, []],
    [false, []],
    [null, []],
    [true, [false]],
    [1, [0]],
    [9007199254740993n, [0, 1, 4503599627370496n]],
    ['🌱b', ['a', '🌱', 'b', 'b', '🌱']],
    [{ a: 1 }, [{}, { a: 0 }]],
    [[true], [[], [false]]],
  ])('of a value, case %#', (value, expected) => {
    expect([...simplerValues(value)]).toEqual(expected);
  });

  it('never come back to where they began, so that shrinking ends', () => {
    let value: unknown = { name: 'Monstera deliciosa 🌱', tag: 'climber', n: 12_345 };
    let steps = 0;
    for (; steps < 1000; steps += 1) {
      const next = [...simplerValues(value as never)].at(-1);
      if (next === undefined) break;
      value = next;
    }
    expect(steps).toBeLessThan(1000);
  });
});
