import { expect, it } from 'vitest';
import { receivedHeader } from '../../src/http/received-header.ts';

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
