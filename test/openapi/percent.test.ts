import { expect, it } from 'vitest';
import { decodePercent, percentDecoded, percentEncoded } from '../../src/openapi/percent.ts';

it('encodes all but unreserved characters', () => {
  const all = "aZ09-._~!'()*:/?#[]@$&+,;=% é🌱";
  const encoded = percentEncoded(all);
  expect(encoded).toMatch(/^aZ09-\._~(?:%[\dA-F]{2})+$/);
  expect(decodePercent(encoded)).toBe(all);
});

it('leaves a damaged text as it is', () => {
  expect(percentDecoded('100%')).toBe('100%');
  expect(decodePercent('%FF')).toBeUndefined();
});

it('encodes half a character as what stands for none', () => {
  expect(percentEncoded('a\ud800/b')).toBe('a%EF%BF%BD%2Fb');
});
