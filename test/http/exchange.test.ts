import { expect, it } from 'vitest';
import {
  headerMap,
  headerPairs,
  headerValue,
  receivedHeader,
  type HeaderList,
} from '../../src/http/exchange.ts';

const raw = ['Host', 'a', 'AUTHORIZATION', 'Bearer one', 'Authorization', 'Bearer two'];

it('finds a header however it is spelled', () => {
  expect(receivedHeader(raw, 'host')).toBe('a');
  expect(receivedHeader(raw, 'hos')).toBeUndefined();
  expect(receivedHeader(['X-Sandbox', ''], 'x-sandbox')).toBe('');
});

it('takes the first of two where a header has one value, and joins all others', () => {
  expect(receivedHeader(raw, 'authorization')).toBe('Bearer one');
  expect(receivedHeader(['accept', 'a', 'Accept', 'b'], 'accept')).toBe('a, b');
});

it('never takes a value for a name', () => {
  expect(receivedHeader(['x', 'host', 'y', 'z'], 'host')).toBeUndefined();
});

const fields = [
  ['Accept', 'a'],
  ['accept', 'b'],
  ['constructor', 'c'],
] as const;

it('joins the values of a repeated header', () => {
  expect(headerValue(fields, 'ACCEPT')).toBe('a, b');
  expect(headerValue(fields, 'host')).toBeUndefined();
  expect({ ...headerMap(fields) }).toEqual({ accept: 'a, b', constructor: 'c' });
});

it('pairs the names and values that Node has in turns', () => {
  expect(headerPairs(raw)[0]).toEqual(['Host', 'a']);
  expect(headerPairs(raw)).toHaveLength(3);
});

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
