import { describe, expect, it } from 'vitest';
import { isAsLeft, isSameValue } from '../../../src/verify/checks/differences.ts';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';
import { effectiveSchema } from '../../../src/openapi/schema/effective-schema.ts';

const instant = '2026-11-21T12:00:00Z';
const shifted = '2026-11-21T13:00:00.000+01:00';
const uuid = 'ABCDEF01-2345-6789-ABCD-EF0123456789';

describe('a returned value', () => {
  it.each<[what: string, sent: JsonValue, returned: JsonValue, format?: string]>([
    ['in another spelling', [1, { a: 2 }], [1.0, { a: 2 }]],
    ['with the same instant', instant, shifted, 'date-time'],
    ['with the same UUID', uuid, uuid.toLowerCase(), 'uuid'],
    ['with the same address', 'Ann@Example.com', 'ann@example.com', 'email'],
    ['with the same URI', 'HTTPS://Example.com', 'https://example.com/', 'uri'],
    ['with the same amount', '12', '12.00', 'decimal'],
    ['with the same digits of base 16', '#ff8800', '#FF8800'],
    ['rounded as its format has it', 0.1, Math.fround(0.1), 'float'],
    ['with the same instant within', { at: instant, b: 1 }, { at: shifted, b: 1 }],
    ['with instants in a list of objects', [{ at: instant }], [{ at: shifted }]],
    ['with a property that the server has added within', { a: { b: 1 } }, { a: { b: 1, c: 2 } }],
    ['without a property that may be for writing only', { a: 1, b: 2 }, { a: 1 }],
  ])('is the one that was sent %s', (_what, sent, returned, format) => {
    expect(isSameValue(sent, returned, format)).toBe(true);
  });

  it.each<[what: string, sent: JsonValue, returned: JsonValue, format?: string]>([
    ['another instant', instant, '2026-11-21T12:00:01Z', 'date-time'],
    ['an instant where none is meant', instant, shifted],
    ['an instant under another format', instant, shifted, 'date'],
    ['another UUID', uuid, uuid.replace('A', 'B'), 'uuid'],
    ['another case of a text', 'Rosa', 'rosa'],
    ['another case of a text of such digits', 'Decade', 'decade'],
    ['another path of a URI', 'https://example.com/A', 'https://example.com/a', 'uri'],
    ['another amount', '10.00', '1', 'decimal'],
    ['another number', 1.5, 1.25, 'float'],
    ['a rounded number', 0.1, Math.fround(0.1)],
    ['a rounded number of another format', 0.1, Math.fround(0.1), 'double'],
    ['a text for a number', 0.5, '0.5', 'float'],
    ['a number for a text', '2026', 2026, 'date-time'],
    ['a shorter list', [1, 2], [1]],
    ['a longer list', [1], [1, 2]],
    ['a list with another item', [1, 2], [1, 3]],
    ['a list with an instant alone', [instant], [shifted]],
    ['a list for an object', { 0: 1 }, [1]],
    ['an object for a list', [1], { 0: 1 }],
    ['an object for null', null, {}],
    ['null for an object', {}, null],
    ['another value within', { a: 1, b: { c: 1 } }, { a: 1, b: { c: 2 } }],
    ['another day within', { at: '2026-11-21' }, { at: '2026-11-21T00:00:00Z' }],
    ['a text that only holds an instant', { at: `x ${instant}` }, { at: `x ${shifted}` }],
    ['what reads as a time in words only', { at: 'Nov 21, 2026' }, { at: '21 Nov 2026' }],
    ['an instant under a list of formats', instant, shifted, 'uuid'],
  ])('is not the one that was sent where it is %s', (_what, sent, returned, format) => {
    expect(isSameValue(sent, returned, format)).toBe(false);
  });
});

describe('a list', () => {
  const text: JsonObject = { type: 'string' };
  const isLeft = (name: string, list: JsonObject, was: JsonValue, is: JsonValue): boolean => {
    const schema = effectiveSchema({ type: 'array', ...list }, '');
    return isAsLeft({ name, schema }, was, is);
  };

  it.each<[what: string, name: string, list: JsonObject]>([
    ['whose items are there once', 'a', { items: text, uniqueItems: true }],
    ['of documented values', 'a', { items: { enum: ['x', 'y', 'z'] } }],
    ['of identities', 'a', { items: { ...text, format: 'uuid' } }],
    ['of what a thing is called by', 'tags', { items: text }],
  ])('may come in an order of its own: %s', (_what, name, list) => {
    expect(isLeft(name, list, ['y', 'x'], ['x', 'y'])).toBe(true);
    expect(isLeft(name, list, ['y', 'x'], ['x', 'z'])).toBe(false);
    expect(isLeft(name, list, ['y', 'x'], ['x'])).toBe(false);
  });

  it('may do so within what is in it', () => {
    const items = { properties: { tags: { type: 'array', items: text } } };
    const [was, is] = [
      ['y', 'x'],
      ['x', 'y'],
    ].map((tags) => [{ tags }]);
    expect(isLeft('things', { items }, was!, is!)).toBe(true);
  });

  it('has an order else', () => {
    expect(isLeft('steps', { items: text }, ['y', 'x'], ['x', 'y'])).toBe(false);
    expect(isLeft('place', { items: { type: 'number' } }, [1, 2], [2, 1])).toBe(false);
  });
});
