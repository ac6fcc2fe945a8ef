import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/openapi/json/json-value.ts';
import { equalJson, valueKey } from '../../../src/openapi/schema/equal-json.ts';
import { json } from './validate.ts';

/** Each line: texts of one value; no two lines are equal. */
const lines: string[][] = [
  ['null'],
  ['true'],
  ['false'],
  ['0', '-0', '0e5'],
  ['1', '1.0', '10e-1'],
  ['9007199254740993'],
  ['9007199254740992'],
  ['1e400', '10e399'],
  ['"1"', String.raw`"\u0031"`],
  ['""'],
  ['"a,b"'],
  ['[]'],
  ['{}'],
  ['[1]', '[1.0]'],
  ['[1,2]', '[ 1, 2 ]'],
  ['[2,1]'],
  ['[1e1,23e3]'],
  ['[1e12,3e3]'],
  ['[1152921504606846976]', '[1152921504606846976.0]'],
  ['[[1],2]'],
  ['[[1,2]]'],
  ['["1"]'],
  ['["a","b"]'],
  ['{"0":1}'],
  ['{"a":1,"b":2}', '{"b":2,"a":1.0}'],
  ['{"a":2,"b":1}'],
  ['{"a":1}'],
  ['{"a":1,"c":2}'],
  ['{"a":null}'],
  ['{"ab":12}'],
  ['{"a":{"b":1}}'],
];
const values = lines.flatMap((texts, line) =>
  texts.map((text) => ({ line, text, value: json(text) })),
);

function pairs(): [JsonValue, JsonValue, boolean, string][] {
  return values.flatMap((left) =>
    values.map((right): [JsonValue, JsonValue, boolean, string] => [
      left.value,
      right.value,
      left.line === right.line,
      `${left.text} and ${right.text}`,
    ]),
  );
}

describe('two JSON values', () => {
  it('are equal by value, whatever their spelling and order of keys', () => {
    for (const [left, right, equal, which] of pairs()) {
      expect([which, equalJson(left, right)]).toEqual([which, equal]);
    }
  });

  it('have one key where they are equal, else two', () => {
    for (const [left, right, equal, which] of pairs()) {
      expect([which, valueKey(left) === valueKey(right)]).toEqual([which, equal]);
    }
  });

  it('are not equal where one inherits what the other has', () => {
    expect(equalJson({ toString: 1 }, { other: 1 })).toBe(false);
    expect(equalJson(json('{"__proto__":1}'), { other: 1 })).toBe(false);
  });

  it('are compared however deeply they are nested', () => {
    const deep = (inner: JsonValue): JsonValue =>
      Array.from({ length: 50_000 }).reduce<JsonValue>((value) => [value], inner);
    expect(equalJson(deep(1), deep(1))).toBe(true);
    expect(equalJson(deep(1), deep(2))).toBe(false);
    expect(valueKey(deep(1)) === valueKey(deep(1))).toBe(true);
    expect(valueKey(deep(1)) === valueKey(deep(2))).toBe(false);
  });
});
