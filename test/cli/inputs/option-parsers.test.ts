import { expect, it } from 'vitest';
import { schemaOf, secondsOption } from '../../../src/cli/inputs/option-parsers.ts';

const seconds = secondsOption(0.1, 3600);

it.each([
  ['30', 30],
  ['30s', 30],
  ['0.5s', 0.5],
  ['5m', 300],
  ['0.5m', 30],
])('%s is a time of %d seconds', (text, value) => {
  expect(seconds(text)).toBe(value);
});

it.each(['', 's', '-1', '30h', '1e2', '30 s', '0', '0.01s', '61m'])(
  '%j is no such time',
  (text) => {
    expect(() => seconds(text)).toThrow('It must be a number from 0.1 to 3600.');
  },
);

it('is a number of seconds in the config file', () => {
  expect(schemaOf(seconds)).toEqual({ type: 'number', minimum: 0.1, maximum: 3600 });
});
