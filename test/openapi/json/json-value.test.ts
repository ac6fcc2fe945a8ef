import { describe, expect, it } from 'vitest';
import {
  type JsonObject,
  type JsonValue,
  RawNumber,
  getProperty,
  isIntegerValue,
  isJsonNumber,
  isJsonObject,
  setProperty,
  typeName,
} from '../../../src/openapi/json/json-value.ts';

const raw = new RawNumber('1e400', true);
const rawFraction = new RawNumber('1e-400', false);

describe('a JSON value', () => {
  it.each<[value: JsonValue, type: string, isNumber: boolean, isObject: boolean]>([
    [null, 'null', false, false],
    [true, 'boolean', false, false],
    ['1', 'string', false, false],
    [1, 'integer', true, false],
    [1.5, 'number', true, false],
    [10n ** 20n, 'integer', true, false],
    [raw, 'integer', true, false],
    [rawFraction, 'number', true, false],
    [[{}], 'array', false, false],
    [{ a: 1 }, 'object', false, true],
    [Object.create(null) as JsonObject, 'object', false, true],
  ])('%o is called %s', (value, type, isNumber, isObject) => {
    expect(typeName(value)).toBe(type);
    expect(isJsonNumber(value)).toBe(isNumber);
    expect(isJsonObject(value)).toBe(isObject);
  });

  it('is neither where there is none', () => {
    expect(isJsonNumber(undefined)).toBe(false);
    expect(isJsonObject(undefined)).toBe(false);
  });

  it('is an integer by its mathematical value', () => {
    expect([1, -0, 2n ** 63n, raw].map(isIntegerValue)).toEqual([true, true, true, true]);
    expect([0.5, rawFraction].map(isIntegerValue)).toEqual([false, false]);
  });
});

describe('a property', () => {
  it.each(['a', '__proto__', 'constructor'])('called %s is set like any other', (key) => {
    const object: JsonObject = { [`not ${key}`]: 0 };
    setProperty(object, key, 1);
    expect(Object.getOwnPropertyDescriptor(object, key)).toEqual({
      value: 1,
      enumerable: true,
      configurable: true,
      writable: true,
    });
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
    expect(getProperty(object, key)).toBe(1);
  });

  it('is not what its object inherits', () => {
    expect(getProperty({}, 'constructor')).toBeUndefined();
    expect(getProperty({}, '__proto__')).toBeUndefined();
  });
});
