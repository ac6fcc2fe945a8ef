import { expect, it } from 'vitest';
import { type HeaderList, headerValue } from '../../../src/http/exchange.ts';

const headers: HeaderList = [
  ['Vary', 'Origin'],
  ['Content-Type', 'text/html'],
  ['vary', 'Accept'],
];

it.each([
  ['content-type', 'text/html'],
  ['CONTENT-TYPE', 'text/html'],
  ['vary', 'Origin, Accept'],
  ['content', undefined],
])("a header's value is found under %s, its repetitions joined", (name, value) => {
  expect(headerValue(headers, name)).toBe(value);
});
