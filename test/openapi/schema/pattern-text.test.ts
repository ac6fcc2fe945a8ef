import { expect, it } from 'vitest';
import { patternText } from '../../../src/openapi/schema/pattern-text.ts';

it.each([
  '^[A-Z]{3}-\\d{4}$',
  '^(red|green|blue)$',
  '^\\+?[1-9]\\d{1,14}$',
  '[^a-z]+',
  '^#(?:[\\da-f]{3}){1,2}$',
  '^\\p{L}+$',
  'x|y',
  '^(?=.*\\d)[a-z]{2,8}\\d$',
  '^[a-z0-9]+(?:-[a-z0-9]+)*$',
  '^.{8,64}$',
  '^[\\]\\-]$',
])('writes a text that matches %s', (pattern) => {
  expect(patternText(pattern, 12)).toMatch(new RegExp(pattern, 'u'));
});

it.each<[pattern: string, text: string]>([
  ['abc', 'abc'],
  ['^a{3}b{2,}c{0,4}$', 'aaabb'],
  ['^a*b+c?$', 'b'],
  ['^a+?b{2}?$', 'abb'],
  ['^\\.\\/\\n\\t\\r\\0$', './\n\t\r\0'],
  ['^\\ba\\b$', 'a'],
  ['^.{3}$', 'ahi'],
  ['^a{12}$', 'aaaaaaaaaaaa'],
  ['^(a)?\\1b$', 'b'],
  ['^\\p{Lu}\\p{Uppercase}\\p{N}\\p{Nd}\\p{Ll}\\p{Letter}$', 'AH41aj'],
  ['^\\P{N}\\P{Lu}?$', 'a'],
  ['^(a)(?:b)(?<name>c)(?=d)(?!e)d(?<=d)(?<!e)$', 'abcd'],
  ['^(?:ab){2}$', 'abab'],
  ['^é😀$', 'é😀'],
  ['^[^\\]]$', 'a'],
  ['^[\\]]$', ']'],
  ['^[9-]$', '9'],
  ['^[~ !]$', ' '],
  ['^[^][~]$', 'a~'],
  ['^\\s\\d\\w\\D\\W\\S$', ' 7ia.f'],
])('writes the plainest text that matches %s', (pattern, text) => {
  expect(patternText(pattern)).toBe(text);
});

it('finds none where there is none, or none that it knows of', () => {
  expect(['[', '^a\\b^b$', '^(a)\\1$'].map((pattern) => patternText(pattern))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('is as long as it has to be', () => {
  expect(patternText('^a{3}$', 0, 3)).toBe('aaa');
  expect(patternText('^a+?$', 0, 3)).toBe('aaa');
  expect(patternText('^a*$', 0, 5000)).toHaveLength(5000);
  expect(patternText('^a{2,}$', 0, 5000)).toHaveLength(5002);
  expect(patternText('^a?b?$', 0, 2)).toBe('ab');
  expect(patternText('^a{2}b{1,2}c{1,2}$', 0, 6)).toBe('aabbcc');
  expect(patternText('^a{2}b{2}$', 0, 5)).toBeUndefined();
  expect(patternText('^[a-z]*$', 1, 12)?.length).toBeGreaterThanOrEqual(12);
});

it('is not much longer than it has to be, where repetitions are in each other', () => {
  const length = (pattern: string, minLength: number) => patternText(pattern, 1, minLength)?.length;
  const lengths = [length('^(?:[a-z]+ ?)+$', 1000), length('^(?:(?:\\w+ ?)+;)*$', 120)];
  expect(lengths.map((one = 0) => Math.trunc(one / 100))).toEqual([10, 1]);
});

it('gives other texts for other seeds', () => {
  expect(patternText('^[A-Z]{8}$', 1)).not.toBe(patternText('^[A-Z]{8}$', 2));
});
