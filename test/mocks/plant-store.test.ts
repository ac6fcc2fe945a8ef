import { beforeEach, describe, expect, it } from 'vitest';
import type { NewPlant } from '../../mocks/plant.generated.ts';
import { PlantStore } from '../../mocks/plant-store.ts';
import { StateError } from '../../src/mock/state-error.ts';

const fern: NewPlant = { id: 1, name: 'Fern' };
const ivy: NewPlant = { id: 9_007_199_254_740_993n, name: 'Ivy', tag: 'climber' };

let store: PlantStore;

beforeEach(() => {
  store = new PlantStore();
  store.seed([fern, ivy]);
});

describe('PlantStore', () => {
  it('keeps plants in order of creation', () => {
    store.seed([{ id: -5, name: 'Last' }]);
    expect(store.list().map(({ name }) => name)).toEqual(['Fern', 'Ivy', 'Last']);
    expect(store.size).toBe(3);
  });

  it('finds a plant by its exact id, however the number is held', () => {
    expect(store.get(1)).toEqual(fern);
    expect(store.get(1n)).toEqual(fern);
    expect(store.get(9_007_199_254_740_993n)).toEqual(ivy);
    expect(store.has(9_007_199_254_740_992n)).toBe(false);
    expect(store.get(2)).toBeUndefined();
  });

  it('hands out copies', () => {
    store.get(1)!.name = 'Changed';
    store.list()[0]!.name = 'Changed';
    expect(store.get(1)).toEqual(fern);
  });

  it('goes back to a snapshot, whatever has happened since', () => {
    const snapshot = store.snapshot();
    store.reset();
    expect(store.list()).toEqual([]);
    expect(store.has(1)).toBe(false);
    store.seed([{ id: 1, name: 'Another' }]);
    store.restore(snapshot);
    expect(store.list()).toEqual([fern, ivy]);
    expect(store.get(1)).toEqual(fern);
  });

  it.each([
    [
      { id: 'x', name: 'a' },
      /^Failed to seed \/plants, item 2: id must be an int64, got the string "x"/,
    ],
    [{ id: 3 }, /^Failed to seed \/plants, item 2: name is required/],
    [{ id: 1n, name: 'a' }, /^Failed to seed \/plants, item 2: id 1 is already used/],
    [{ id: 9, name: 'again' }, /^Failed to seed \/plants, item 2: id 9 is already used/],
    [{ id: 2n ** 63n, name: 'a' }, /^Failed to seed \/plants, item 2: id must be an int64/],
    [
      { id: 2 ** 53, name: 'a' },
      /^Failed to seed \/plants, item 2: id 9007199254740992 may have been rounded, .* bigint/,
    ],
    [
      { id: 9, name: 'a', size: [{ n: -(2 ** 60) }] },
      /^Failed to seed \/plants, item 2: size\/0\/n -11529\d+ may have/,
    ],
  ])('stores nothing of a seed with %o', (wrong, message) => {
    const seed = (): void => store.seed([{ id: 9, name: 'good' }, wrong as NewPlant]);
    expect(seed).toThrow(StateError);
    expect(seed).toThrow(message);
    expect(seed).toThrow(/Nothing was changed\./);
    expect(store.size).toBe(2);
  });
});
