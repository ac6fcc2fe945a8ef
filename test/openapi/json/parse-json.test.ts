import type { JsonValue } from '../../../src/openapi/json/json-value.ts';
import { scanJson, parseJson, JsonSyntaxError } from '../../../src/openapi/json/parse-json.ts';
import { stringifyJson } from '../../../src/openapi/json/stringify-json.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

function parsed(text: string): JsonValue {
  const result = parseJson(text);
  if (!result.ok) throw new Error(result.message);
  return result.value;
}

function problem(text: string): string {
  const result = parseJson(text);
  return result.ok ? 'no problem' : result.message;
}

describe('parseJson', () => {
  it('keeps every int64 exact', () => {
    expect(parsed('{"id":9007199254740993}')).toEqual({ id: 9007199254740993n });
    expect(parsed('[9223372036854775807,-9223372036854775808]')).toEqual([
      9223372036854775807n,
      -9223372036854775808n,
    ]);
  });

  it('reads integers in other spellings as integers', () => {
    expect(parsed('[1.0, 1e2, 9007199254740993.0]')).toEqual([1, 100, 9007199254740993n]);
  });

  it('keeps what 53 bits hold as numbers, and is exact from the next one on', () => {
    const largest = BigInt(Number.MAX_SAFE_INTEGER);
    for (const sign of ['', '-']) {
      const texts = [8_999_999_999_999_999n, largest, largest + 1n, largest + 2n].map(
        (value) => sign + String(value),
      );
      const [below, last, ...beyond] = texts as [string, string, ...string[]];
      const whole = [Number(below), Number(last), ...beyond.map(BigInt)];
      expect(parsed(`[${texts.join(', ')}]`)).toEqual(whole);
      for (const [i, text] of texts.entries()) {
        expect(parsed(text)).toBe(whole[i]);
        expect(parsed(`{"a":${text}}`)).toEqual({ a: whole[i] });
      }
    }
  });

  it.each(['1.10000000000000000001', '[1.10000000000000000001]', '[\n12.50]', '{"a":-12.50}'])(
    'keeps the digits of %s, wherever the number stands',
    (text) => {
      expect(stringifyJson(parsed(text))).toBe(stringifyJson(scanJson(text)));
    },
  );

  it('reads numbers among times and spaces as the scanner does', () => {
    const number = fc
      .tuple(
        fc.constantFrom('', '-'),
        fc.bigInt(0n, 2n ** 64n),
        fc.constantFrom('', '.50', 'e2', '.1E-3'),
      )
      .map((parts) => parts.join(''));
    const time = fc.constantFrom('"12:00:00.5Z"', '"00.5, [1.5"', '"1e3"', 'null');
    const space = fc.constantFrom('', ' ', '\n', '\t');
    const value = fc.tuple(space, fc.oneof(number, time), space).map((parts) => parts.join(''));
    const text = fc.oneof(
      value,
      fc.array(value).map((all) => `[${all.join(',')}]`),
      fc.array(value).map((all) => `{${all.map((each, i) => `"${i}":${each}`).join(',')}}`),
    );
    fc.assert(
      fc.property(text, (written) => {
        expect(parsed(written)).toEqual(scanJson(written));
      }),
    );
  });

  it('reads digits in a string as a string', () => {
    expect(parsed('"9007199254740993 1.5"')).toBe('9007199254740993 1.5');
  });

  it('keeps __proto__ and constructor as keys, with and without exact numbers', () => {
    for (const text of ['{"__proto__":{"a":1},"constructor":2}', '{"__proto__":{"a":1e0}}']) {
      const value = parsed(text) as Record<string, unknown>;
      expect(Object.hasOwn(value, '__proto__')).toBe(true);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(value['a']).toBeUndefined();
    }
  });

  it('reads 100,000 levels on both paths', () => {
    const deep = (core: string): string => '['.repeat(100_000) + core + ']'.repeat(100_000);
    expect(parseJson(deep('')).ok).toBe(true);
    expect(parseJson(deep('1.5')).ok).toBe(true);
    expect(parseJson(deep('1'), {}).ok).toBe(true);
    expect(parseJson('['.repeat(100_000)).ok).toBe(false);
    expect(parseJson('{"a":'.repeat(100_000)).ok).toBe(false);
  });

  it('keeps a lone surrogate', () => {
    expect(parsed(String.raw`"\ud800"`)).toBe('\ud800');
    expect(parsed(String.raw`["\ud800", 1e0]`)).toEqual(['\ud800', 1]);
  });

  it.each([
    ['', 'expected a value, got the end at line 1, column 1'],
    ['   \n', 'expected a value, got the end at line 2, column 1'],
    ['{"a": 1,}', 'expected a key in double quotes, got "}" at line 1, column 9'],
    ['{"a" 1}', 'expected ":" after the key, got "1" at line 1, column 6'],
    ['{\n  "a": tru\n}', 'expected a value, got "t" at line 2, column 8'],
    ["{'a': 1}", 'expected a key in double quotes, got "\'" at line 1, column 2'],
    ['[1 2]', 'expected "," or "]", got "2" at line 1, column 4'],
    ['{"a": 1', 'expected "," or "}", got the end at line 1, column 8'],
    ['[1,]', 'expected a value, got "]" at line 1, column 4'],
    ['1 2', 'expected the end of the text, got "2" at line 1, column 3'],
    ['01', 'expected the end of the text, got "1" at line 1, column 2'],
    ['1.', 'expected the end of the text, got "." at line 1, column 2'],
    ['-', 'expected a digit after "-", got the end at line 1, column 2'],
    ['-a', 'expected a digit after "-", got "a" at line 1, column 2'],
    ['+1', 'expected a value, got "+" at line 1, column 1'],
    ['NaN', 'expected a value, got "N" at line 1, column 1'],
    ['"a', 'the string is not closed at line 1, column 1'],
    [String.raw`"a\"`, 'the string is not closed at line 1, column 1'],
    ['"a\nb"', 'a string must escape U+000A at line 1, column 3'],
    ['["a\u0000"]', 'a string must escape U+0000 at line 1, column 4'],
    [String.raw`"\n\x"`, 'unknown escape in a string at line 1, column 4'],
    [String.raw`"\u12G4"`, 'unknown escape in a string at line 1, column 2'],
    ['\uFEFF{}', 'expected a value, got U+FEFF at line 1, column 1'],
    ['[\u00A01]', 'expected a value, got U+00A0 at line 1, column 2'],
    ['\u007F', 'expected a value, got U+007F at line 1, column 1'],
    ['~', 'expected a value, got "~" at line 1, column 1'],
    ['!', 'expected a value, got "!" at line 1, column 1'],
    ['[1 \u00201', 'expected "," or "]", got "1" at line 1, column 5'],
    [String.raw`"\u00e9\uABCD\x"`, 'unknown escape in a string at line 1, column 14'],
    ['" \n"', 'a string must escape U+000A at line 1, column 3'],
    ['🌱', 'expected a value, got U+1F331 at line 1, column 1'],
  ])('says where %j is broken', (text, message) => {
    expect(problem(text)).toBe(message);
  });

  it('names the offset of the fault', () => {
    expect(parseJson('{"a":\n x}')).toMatchObject({ ok: false, offset: 7 });
  });

  it('passes on what a callback throws', () => {
    const onDuplicateKey = (): never => {
      throw new TypeError('enough');
    };
    expect(() => parseJson('{"a":1,"a":2}', { onDuplicateKey })).toThrow(new TypeError('enough'));
  });
});

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
