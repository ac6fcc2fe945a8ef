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

it('finds none where there is none, or none that it knows of', () => {
  expect(['[', '^a\\b^b$', '^(a)\\1$'].map((pattern) => patternText(pattern))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('is as long as it has to be', () => {
  expect(patternText('^[a-z]*$', 1, 12)?.length).toBeGreaterThanOrEqual(12);
});

it('gives other texts for other seeds', () => {
  expect(patternText('^[A-Z]{8}$', 1)).not.toBe(patternText('^[A-Z]{8}$', 2));
});
