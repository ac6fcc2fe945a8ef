import { expect, it } from 'vitest';
import { schemaOf, timeOption } from '../../../src/cli/inputs/option-parsers.ts';

const seconds = timeOption('s', 0.1, 3600);
const milliseconds = timeOption('ms', 1);

it.each([
  ['30', 30],
  ['30s', 30],
  ['0.5s', 0.5],
  ['5m', 300],
  ['0.5m', 30],
  ['500ms', 0.5],
])('%s is a time of %d seconds', (text, value) => {
  expect(seconds(text)).toBe(value);
});

it.each(['', 's', '-1', '30h', '1e2', '30 s', '0', '0.01s', '61m'])(
  '%j is no such time',
  (text) => {
    expect(() => seconds(text)).toThrow(
      'It must be seconds from 0.1 to 3600, or a time with a unit: 500ms, 30s or 5m.',
    );
  },
);

it.each([
  ['250', 250],
  ['250ms', 250],
  ['0.29s', 290],
  ['5m', 300_000],
])('%s is a time of %d milliseconds', (text, value) => {
  expect(milliseconds(text)).toBe(value);
});

it.each(['0', '0.5', '0.5ms', '5h', '36000m'])('%j is no time of whole milliseconds', (text) => {
  expect(() => milliseconds(text)).toThrow(
    'It must be whole milliseconds from 1 to 2147483647, or a time with a unit: 500ms, 30s or 5m.',
  );
});

it.each([
  ['seconds', seconds, 'number'],
  ['milliseconds', milliseconds, 'integer'],
])('is a number of %s or a text with a unit in the config file', (_unit, parser, type) => {
  expect(schemaOf(parser)).toMatchObject({ type: [type, 'string'] });
});
