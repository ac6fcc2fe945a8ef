/** What a refusal says of how great a number may be. */
import { expect, it } from 'vitest';
import { isBeyond } from '../../../src/verify/checks/stated-bounds.ts';

it.each<[words: string, beyond: readonly number[], within: readonly number[]]>([
  ['priority must be between 1 and 5', [0, 6], [1, 5]],
  ['"priority" must be greater than or equal to 1', [0], [1]],
  ['price must be greater than 0', [0, -1], [1]],
  ['price must be a positive number', [0, -1], [0.5]],
  ['stock must be non-negative', [-1], [0]],
  ['stock cannot be negative', [-1], [0]],
  ['Number must be less than or equal to 100', [101], [100]],
  ['age must not be less than 18', [17], [18, 99]],
  ['size must not be greater than 5', [6], [5, 0]],
  ['rating must be at most 5', [6], [5]],
  ['must be >= 1', [0], [1]],
  ['must be > 1', [1], [2]],
  ['must be < 10', [10], [9]],
  ['The field Quantity must be between 1 and 1000.', [0, 1001], [1, 1000]],
  ['The minimum is 3', [2], [3]],
  ['priority is required', [], [0, -1, 1e9]],
])('reads %s', (words, beyond, within) => {
  expect(beyond.filter((number) => !isBeyond(words, number))).toEqual([]);
  expect(within.filter((number) => isBeyond(words, number))).toEqual([]);
});
