import { expect, it } from 'vitest';
import { MANY, matchingTexts } from '../../../src/openapi/schema/matching-texts.ts';

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
