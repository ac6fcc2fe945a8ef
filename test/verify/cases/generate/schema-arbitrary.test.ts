import { sample } from 'fast-check';
import { expect, it } from 'vitest';
import { effectiveSchema } from '../../../../src/openapi/schema/effective-schema.ts';
import { stringifyJson } from '../../../../src/openapi/json/stringify-json.ts';
import { parseJson } from '../../../../src/openapi/json/parse-json.ts';
import {
  type JsonObject,
  type JsonValue,
  isJsonObject,
} from '../../../../src/openapi/json/json-value.ts';
import { schemaArbitrary } from '../../../../src/verify/cases/generate/schema-arbitrary.ts';

function drawn(schema: string): JsonValue[] {
  const parsed = parseJson(schema);
  if (!parsed.ok) throw new Error(parsed.message);
  return sample(schemaArbitrary(effectiveSchema(parsed.value, '')), { seed: 1, numRuns: 50 });
}

/** A schema within as many lists. */
function nested(levels: number, schema: string): string {
  return `{"type":"array","minItems":1,"items":`.repeat(levels) + schema + '}'.repeat(levels);
}

it('draws lists that have to be there, however deep they stand', () => {
  for (const value of drawn(nested(7, '{"type":"integer"}'))) {
    expect(JSON.stringify(value)).toMatch(/^\[{7}/);
  }
});

it('ends where a schema demands itself without end', () => {
  const schema = '{"type":"object","required":["next"],"properties":{"next":{"$ref":"#"}}}';
  for (const value of drawn(schema)) expect(JSON.stringify(value).length).toBeLessThan(200);
});

/** Objects in objects, four deep, each with as many members. */
function wide(members: number): string {
  const level = (depth: number): JsonObject => {
    const inside = depth === 4 ? { type: 'boolean' } : { $ref: `#/$defs/${depth}` };
    const properties = Object.fromEntries(Array.from({ length: members }, (_, i) => [i, inside]));
    return { type: 'object', properties };
  };
  return JSON.stringify({ ...level(1), $defs: { 1: level(2), 2: level(3), 3: level(4) } });
}

it.each<[string, members: number, deepest: number]>([
  ['as deep as it goes', 2, 4],
  ['less deep where it is large', 10, 2],
  ['at its first members, however many there are', 40, 1],
])('draws from a schema %s', (_, members, deepest) => {
  const depthOf = (value: JsonValue): number =>
    isJsonObject(value) ? 1 + Math.max(-1, ...Object.values(value).map(depthOf)) : 0;
  const depths = drawn(wide(members)).map(depthOf);
  expect(Math.max(...depths)).toBe(deepest);
});

it('draws numbers that are exactly what their text says', () => {
  for (const value of drawn('{"type":"number","minimum":9e15,"maximum":1e22}')) {
    expect(parseJson(stringifyJson(value))).toMatchObject({ ok: true, value });
  }
});

it('draws something where nothing is valid', () => {
  expect(drawn('{"allOf":[{"type":"string"},{"type":"array"}]}')).toHaveLength(50);
});

it('draws from an enum of any length', () => {
  const values = JSON.stringify(Array.from({ length: 200_000 }, (_, i) => i));
  for (const value of drawn(`{"enum":${values}}`)) expect(typeof value).toBe('number');
});

it.each(['{"type":"array","minItems":1000000000}', '{"type":"string","minLength":1000000000}'])(
  'draws nothing of a size that nobody reads: %s',
  (schema) => {
    expect(new Set(drawn(schema))).toEqual(new Set([null]));
  },
);

it.each<[schema: string, type: RegExp]>([
  ['{"properties":{"a":{"type":"integer"}}}', /^\{/],
  ['{"items":{"type":"integer"}}', /^\[/],
  ['{"maximum":7}', /^-?\d/],
])('draws what a schema without a type speaks of: %s', (schema, type) => {
  for (const value of drawn(schema)) expect(JSON.stringify(value)).toMatch(type);
});
