import { describe, expect, it } from 'vitest';
import type { ReceivedResponse } from '../../../src/http/exchange.ts';
import { printable, showResponse, showTyped } from '../../../src/verify/checks/show.ts';
import { type Parts, exchange } from './exchanges.ts';

function response(parts: Parts): ReceivedResponse {
  const { outcome } = exchange(parts);
  if (outcome.kind === 'failure') throw new Error('no response');
  return outcome.response;
}

describe('a response in one line', () => {
  it.each<[what: string, parts: Parts, line: string]>([
    ['the body', { body: '{"a":1}' }, '200 {"a":1}'],
    ['that there is no body', { status: 204, body: '' }, '204 (empty body)'],
    ['lines as spaces', { body: ' a\r\n\t b ' }, '200 a b'],
    ['160 characters whole', { body: 'é'.repeat(160) }, `200 ${'é'.repeat(160)}`],
    ['640 bytes whole', { body: '🌱'.repeat(160) }, `200 ${'🌱'.repeat(160)}`],
    [
      'more characters cut, with the size',
      { body: 'é'.repeat(161) },
      `200 ${'é'.repeat(160)}… (322 bytes)`,
    ],
    [
      'more bytes cut, though they show less',
      { body: `a${' '.repeat(640)}` },
      '200 a… (641 bytes)',
    ],
  ])('shows %s', (_, parts, line) => {
    expect(showResponse(response(parts))).toBe(line);
  });

  it('shows the media type, or that it is missing', () => {
    expect(showTyped(response({ type: 'text/html', body: 'x' }))).toBe('200 text/html x');
    expect(showTyped(response({ type: 'a\u0007b', body: 'x' }))).toBe('200 a\uFFFDb x');
    expect(showTyped(response({ type: null, body: 'x' }))).toBe('200 without Content-Type x');
  });
});

describe('printable', () => {
  it.each([
    ['a \n\t b', 'a b'],
    ['  a  ', 'a'],
    ['\u001B[31m', '\uFFFD[31m'],
    ['a\u0000\u009Fb', 'a\uFFFD\uFFFDb'],
    ['a\u202Eb\u200B', 'a\uFFFDb\uFFFD'],
    ['a\uD800b', 'a\uFFFDb'],
    ['ü🌱', 'ü🌱'],
  ])('makes %j fit for a terminal', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });
});
