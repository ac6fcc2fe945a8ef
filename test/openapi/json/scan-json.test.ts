import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonSyntaxError, scanJson } from '../../../src/openapi/json/scan-json.ts';

describe('scanJson', () => {
  it('equals JSON.parse for every value whose numbers a double holds', () => {
    const values = fc.jsonValue().map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(values.filter(hasOnlySafeNumbers), fc.constantFrom(0, 2), (text, indent) => {
        const spaced = JSON.stringify(JSON.parse(text), undefined, indent);
        expect(scanJson(spaced)).toEqual(JSON.parse(spaced));
      }),
    );
  });

  it('refuses every text that JSON.parse refuses', () => {
    const pieces = fc.constantFrom(
      ...Array.from('{}[]:,"\\ \n\t'),
      'true',
      'nul',
      '-',
      '0',
      '1',
      '.',
      'e',
      'u',
    );
    const texts = fc.array(pieces, { maxLength: 12 }).map((list) => list.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        expect(accepts(scanJson, text)).toBe(accepts(JSON.parse, text));
      }),
      { numRuns: 3000 },
    );
  });

  it('keeps the last of two equal keys, or the first where asked', () => {
    const text = String.raw`{"a":1,"b":2,"a":3,"\u0061":4}`;
    expect(scanJson(text)).toEqual({ a: 4, b: 2 });
    expect(scanJson(text, { duplicateKey: 'first' })).toEqual({ a: 1, b: 2 });
    expect(Object.keys(scanJson(text) as object)).toEqual(['a', 'b']);
  });

  it('tells of every key that stands twice in one object', () => {
    const seen: string[] = [];
    const onDuplicateKey = (key: string): void => void seen.push(key);
    scanJson('{"a":{"a":1},"b":[{"c":1},{"c":1}],"a":2,"a":3}', { onDuplicateKey });
    scanJson('{"__proto__":1,"__proto__":2,"constructor":1}', { onDuplicateKey });
    expect(seen).toEqual(['a', 'a', '__proto__']);
  });

  it('tells of every number as it is spelled', () => {
    const seen: string[] = [];
    scanJson('[1.0,{"a":-1E+2},"3"]', { onNumber: (source) => void seen.push(source) });
    expect(seen).toEqual(['1.0', '-1E+2']);
  });

  it.each([
    ['- 1', 'expected a digit after "-", got U+0020', 1],
    ['-!', 'expected a digit after "-", got "!"', 1],
    ['[\n"\\x"]', 'unknown escape in a string', 3],
    ['"\n"', 'a string must escape U+000A', 1],
  ])('says what is wrong with %j, and where', (text, message, offset) => {
    expect(() => scanJson(text)).toThrow(expect.objectContaining({ message, offset }));
  });

  it('throws nothing but JsonSyntaxError', () => {
    expect(() => scanJson('[')).toThrow(JsonSyntaxError);
    expect(() => scanJson('[')).toThrow(expect.objectContaining({ name: 'JsonSyntaxError' }));
  });
});

function accepts(read: (text: string) => unknown, text: string): boolean {
  try {
    read(text);
    return true;
  } catch {
    return false;
  }
}

function hasOnlySafeNumbers(text: string): boolean {
  let safe = true;
  JSON.parse(text, (_key, value: unknown) => {
    if (typeof value === 'number' && Number.isInteger(value)) safe &&= Number.isSafeInteger(value);
    return value;
  });
  return safe;
}
