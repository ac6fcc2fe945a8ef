import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  childLabel,
  childPointer,
  fromPointer,
  pointerLabel,
  toPointer,
  valueAt,
} from '../../src/openapi/pointer.ts';

describe('a JSON Pointer', () => {
  it('survives the way to segments and back', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('~', '/', '0', '1', 'a') })),
        (list) => {
          expect(fromPointer(toPointer(list))).toEqual(list);
        },
      ),
    );
  });

  it('grows by its children', () => {
    expect(childPointer('/a', 'b/c', 0)).toBe('/a/b~1c/0');
  });

  it.each([
    ['', { a: ['x', 'y'], '': 1 }],
    ['/a/1', 'y'],
    ['/', 1],
    ['/a/2', undefined],
    ['/a/', undefined],
    ['/a/01', undefined],
    ['/a/1e0', undefined],
    ['/a/-1', undefined],
    ['/a/length', undefined],
    ['/constructor', undefined],
    ['/__proto__', undefined],
    ['/a/0/0', undefined],
  ])('%j names what RFC 6901 says', (pointer, value) => {
    expect(valueAt({ a: ['x', 'y'], '': 1 }, pointer)).toEqual(value);
  });
});

describe('the label of a place', () => {
  it.each([
    ['', 'the body'],
    ['/a', 'a'],
    ['/0', '[0]'],
    ['/a/0/b', 'a[0].b'],
    ['/a b/c', '["a b"].c'],
    ['/the body', '["the body"]'],
    ['/a\n', String.raw`["a\n"]`],
    ['/', '[""]'],
    ['/a_1-b', 'a_1-b'],
    ['/10/05/1x', '[10].05.1x'],
    ['/é', '["é"]'],
  ])('of %j is %s', (pointer, label) => {
    expect(pointerLabel(pointer)).toBe(label);
  });

  it('stays short where a key is long', () => {
    expect(childLabel('a', 'x'.repeat(1000)).length).toBeLessThan(70);
  });
});
