import { assert, json, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonPlaces } from '../../../src/openapi/json/parse-json.ts';
import type { JsonValue } from '../../../src/openapi/json/json-value.ts';

const text = ' {"a": [10, {"b\\"]": "}{\\\\"}, [], null] , "c" :true}';

describe('JsonPlaces', () => {
  it.each([
    [[], '{"a"'],
    [['a'], '"a"'],
    [['a', '0'], '10'],
    [['a', '1'], '{"b'],
    [['a', '1', 'b"]'], '"b\\"]"'],
    [['a', '2'], '[]'],
    [['a', '3'], 'null'],
    [['c'], '"c"'],
  ])('finds %j', (segments, found) => {
    const offset = new JsonPlaces(text).offsetOf(segments);
    expect(text.slice(offset, offset! + found.length)).toBe(found);
  });

  it.each([[['b']], [['a', '4']], [['c', 'd']], [['a', '2', '0']]])(
    'finds nothing at %j',
    (segments) => {
      expect(new JsonPlaces(text).offsetOf(segments)).toBeUndefined();
    },
  );

  it('finds each part of any text', () => {
    assert(
      property(json(), (any) => {
        const written = JSON.stringify(JSON.parse(any), undefined, 1);
        const places = new JsonPlaces(written);
        for (const [segments, key] of keysOf(JSON.parse(any) as JsonValue)) {
          const rest = written.slice(places.offsetOf(segments));
          expect(rest.startsWith(JSON.stringify(key))).toBe(true);
        }
      }),
    );
  });
});

/** The path to each member of an object, and its key. */
function keysOf(value: JsonValue): (readonly [segments: readonly string[], key: string])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const below = keysOf(part).map(([segments, name]) => [[key, ...segments], name] as const);
    return Array.isArray(value) ? below : [[[key], key] as const, ...below];
  });
}
