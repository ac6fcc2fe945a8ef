import { expect, it } from 'vitest';
import { LONG_TEXT, LongText, jsonText } from '../../../src/openapi/json/long-text.ts';
import { stringifyJson } from '../../../src/openapi/json/stringify-json.ts';

const items = Array.from({ length: 30 }, (_, i) => ({
  id: 2n ** 62n + BigInt(i),
  text: 'x'.repeat(1e5),
}));

it.each([
  [[]],
  [{}],
  [null],
  [{ a: undefined, b: [] }],
  [{ total: 1, items: [{ id: 2n ** 62n }] }],
])('is a string as stringifyJson has it where it is short: %o', (value) => {
  expect(jsonText(value as never)).toBe(stringifyJson(value as never));
});

it('is the same text where it is long', () => {
  const value = { before: 1, items, after: { x: [1] } };
  const text = jsonText(value);
  expect(text).toBeInstanceOf(LongText);
  expect(String(text)).toBe(stringifyJson(value));
});

it('makes what it says only as far as it is read', () => {
  let made = 0;
  const list = function* (): Generator<string> {
    for (; made < 1e6; made += 1) yield 'x'.repeat(1000);
  };
  const text = jsonText({ items: list() }) as LongText;
  expect(made).toBeLessThan((LONG_TEXT / 1000) * 1.1);
  const [, second] = [text[Symbol.iterator]().next().value, text[Symbol.iterator]().next().value];
  expect(second?.length).toBeLessThan(LONG_TEXT);
  expect(made).toBeLessThan((LONG_TEXT / 1000) * 1.3);
});
