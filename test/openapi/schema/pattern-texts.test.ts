import { patternText, MANY, matchingTexts } from '../../../src/openapi/schema/pattern-texts.ts';
import { expect, it } from 'vitest';

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

it.each([
  ['^\\d{0,2}$', '18'],
  ['^(?:|a+)$', 'a'],
  ['^$', ''],
])('writes something that matches %s, if there is anything', (pattern, text) => {
  expect(patternText(pattern, 1)).toBe(text);
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
  expect(lengths.map((characters = 0) => Math.trunc(characters / 100))).toEqual([10, 1]);
});

it('gives other texts for other seeds', () => {
  expect(patternText('^[A-Z]{8}$', 1)).not.toBe(patternText('^[A-Z]{8}$', 2));
});

function texts(pattern: string, count: number, start = 0n): (string | undefined)[] {
  const all = matchingTexts(pattern);
  return Array.from({ length: count }, (_, i) => all?.text(start + BigInt(i)));
}

it.each<[pattern: string, count: bigint]>([
  ['^[a-z]{3}$', 17_576n],
  ['^ORD-[0-9]{4}$', 10_000n],
  ['^(red|green|blue)$', 3n],
  ['^(draft|[a-z]{3})$', 17_577n],
  ['^a?b*$', 1n],
  ['^(?=.*\\d)x$', 1n],
  ['^[a-z]{1000}$', MANY],
  ['^(?:[a-z]{1000}){1000}$', MANY],
])('counts what matches %s', (pattern, count) => {
  expect(matchingTexts(pattern)?.count).toBe(count);
});

it.each([
  '^[a-z]{3,12}$',
  '^[a-z0-9_]+$',
  '^(draft|[a-z]{3})$',
  '^(?:(?:\\w+ ?)+;)*$',
  '^.{8,64}$',
])('writes another text that matches %s for each number', (pattern) => {
  const all = texts(pattern, 3000, 2n ** 53n - 3000n);
  expect(new Set(all).size).toBe(3000);
  expect(all.every((text = '') => new RegExp(pattern, 'u').test(text))).toBe(true);
});

it('is no longer than what is enough, and as long as it has to be', () => {
  const length = (pattern: string, least?: number, most?: number) =>
    matchingTexts(pattern, least, most)?.text(1n)?.length;
  expect(length('^[a-z]{3,64}$')).toBe(12);
  expect(length('^[a-z]*$', 40, 40)).toBe(40);
  expect(length('^[a-z]+$', 0, 5)).toBe(5);
  expect(length('^[a-z]*$', 200)).toBe(200);
  expect(length('^[a-z]{3}$', 4)).toBeUndefined();
  expect(length('^[a-z]{3}$', 0, 2)).toBeUndefined();
});

it('writes plain characters, and never two that differ in their case only', () => {
  const drawn = texts('^[ -~]+$', 100, 2n ** 50n);
  expect(drawn.every((text = '') => /^[a-z0-9]+$/.test(text))).toBe(true);
  expect(texts('^[A-Za-z]$', 26)).toEqual(Array.from('abcdefghijklmnopqrstuvwxyz'));
  expect(texts('^[-_]$', 2)).toEqual(['-', '_']);
});

it('counts none where none is known', () => {
  expect(['[', '^[é]$'].map((pattern) => matchingTexts(pattern))).toEqual([undefined, undefined]);
  expect(texts('^(a)\\1$', 1)).toEqual([undefined]);
});

it.each(['^a{100000000}$', '^((a{1000}){1000}){1000}$', '^(?:){1000000000}$'])(
  'makes up nothing for %s, which asks for a vast text',
  (pattern) => {
    expect(patternText(pattern)).toBeUndefined();
    expect(matchingTexts(pattern)).toBeUndefined();
  },
);

it('makes up no text of a length that nobody reads', () => {
  expect(patternText('^a*$', 0, 1e9)).toBeUndefined();
  expect(matchingTexts('^a*$', 1e9)).toBeUndefined();
});
