import { expect, it } from 'vitest';
import { LazyMap } from '../../src/openapi/lazy-map.ts';

const sources = new Map([
  ['a', 1],
  ['b', 2],
]);

it('is what a map of all values would be', () => {
  const lazy = new LazyMap(sources, (number, key) => key.repeat(number));
  const whole = new Map([
    ['a', 'a'],
    ['b', 'bb'],
  ]);
  expect([...lazy]).toEqual([...whole]);
  expect([...lazy.keys()]).toEqual([...whole.keys()]);
  expect([...lazy.values()]).toEqual([...whole.values()]);
  expect([lazy.size, lazy.has('a'), lazy.has('c')]).toEqual([2, true, false]);
  expect([lazy.get('b'), lazy.get('c')]).toEqual(['bb', undefined]);
  const visited: unknown[] = [];
  lazy.forEach((value, key) => visited.push([key, value]));
  expect(visited).toEqual([...whole]);
});

it('makes a value once, and none that nobody asks for', () => {
  const made: string[] = [];
  const lazy = new LazyMap(sources, (_number, key) => {
    made.push(key);
    return undefined;
  });
  lazy.get('b');
  lazy.get('b');
  expect(lazy.has('a')).toBe(true);
  expect(made).toEqual(['b']);
});
