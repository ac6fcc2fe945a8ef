import { describe, expect, it } from 'vitest';
import { Faults } from '../../src/mock/faults.ts';

describe('the faults of a sandbox', () => {
  /** Ids of the faults that act on requests, one after the other; 0 where none does. */
  function acting(faults: Faults, requests: number): number[] {
    return Array.from({ length: requests }, () => faults.take('create')?.id ?? 0);
  }

  it.each<[string, Parameters<Faults['add']>[0], number[]]>([
    ['once by default', { kind: 'drop' }, [1, 0, 0, 0, 0, 0, 0]],
    ['after some', { kind: 'drop', after: 2, times: 2 }, [0, 0, 1, 1, 0, 0, 0]],
    ['on every third', { kind: 'drop', every: 3, times: null }, [0, 0, 1, 0, 0, 1, 0]],
    [
      'on every third from the first',
      { kind: 'drop', every: 3, after: 0, times: null },
      [1, 0, 0, 1, 0, 0, 1],
    ],
    ['on every second, twice', { kind: 'drop', every: 2, times: 2 }, [0, 1, 0, 1, 0, 0, 0]],
    ['never for another operation', { kind: 'drop', operation: 'x' }, [0, 0, 0, 0, 0, 0, 0]],
  ])('act %s', (_, options, expected) => {
    const faults = new Faults();
    faults.add(options);
    expect(acting(faults, 7)).toEqual(expected);
  });

  it('act one at a time, the first that fits', () => {
    const faults = new Faults();
    faults.add({ kind: 'drop', after: 1 });
    faults.add({ kind: 'latency', times: 2 });
    expect(acting(faults, 4)).toEqual([2, 1, 2, 0]);
  });

  it('go on where they were after a snapshot', () => {
    const faults = new Faults();
    faults.add({ kind: 'drop', every: 3, times: 3 });
    acting(faults, 4);
    const copy = new Faults();
    for (const options of faults.options()) copy.add(options);
    expect(acting(copy, 7)).toEqual([0, 1, 0, 0, 1, 0, 0]);
  });
});
