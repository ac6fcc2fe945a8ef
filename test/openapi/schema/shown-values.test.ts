import { expect, it } from 'vitest';
import { effectiveSchema } from '../../../src/openapi/schema/effective-schema.ts';
import { exampleInWords } from '../../../src/openapi/schema/shown-values.ts';

it.each([
  ['Name of the zone (e.g. “example.com.”) MUST have a trailing dot', 'example.com.'],
  ['The region, for example `eu-west` or `us-east`.', 'eu-west'],
  ["The type of object, such as 'case'.", 'case'],
  ['The fee.\n\nExample: `"$0.00"`', '$0.00'],
  ['No spaces. For instance "north".', 'north'],
])('a description shows a value: %s', (description, value) => {
  expect(exampleInWords(description)).toBe(value);
});

it.each([
  'Must not have symbols, e.g. "a#b".',
  'Any text without quotes (for example, "it").',
  'One symbol, such as "#".',
  'For example, the name of a town.',
  `Code, such as "${'x'.repeat(80)}".`,
  'The name.',
])('a description shows no value: %s', (description) => {
  expect(exampleInWords(description)).toBeUndefined();
});

it('a value in words is an example of a text of which nothing else is said', () => {
  const examplesOf = (schema: object): readonly unknown[] =>
    effectiveSchema({ description: 'A region, e.g. `eu-west`.', ...schema }, '').examples;
  expect(examplesOf({ type: 'string' })).toEqual(['eu-west']);
  expect(examplesOf({ type: ['string', 'null'] })).toEqual(['eu-west']);
  for (const said of [{ example: 'us' }, { format: 'uuid' }, { enum: ['us'] }, { pattern: 'u' }])
    expect(examplesOf({ type: 'string', ...said })).not.toContain('eu-west');
  expect(examplesOf({ type: 'integer' })).toEqual([]);
  expect(examplesOf({})).toEqual([]);
});
