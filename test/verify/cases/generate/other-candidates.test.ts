import { answering } from '../../../rich/changes.ts';
import { shop } from '../../../rich/shop.ts';
import { toldBy } from '../../oracles/support.ts';
import { sample } from 'fast-check';
import { expect, it } from 'vitest';
import { effectiveSchema } from '../../../../src/openapi/schema/effective-schema.ts';
import { parseJson } from '../../../../src/openapi/json/parse-json.ts';
import type { JsonValue } from '../../../../src/openapi/json/json-value.ts';
import { schemaArbitrary } from '../../../../src/verify/cases/generate/other-candidates.ts';

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

it.each([406, 500])('read without an Accept header, where that is %i', async (status) => {
  const change = answering((reply, { operation, headers }) =>
    operation === 'listProducts' && headers.accept === undefined
      ? shop.error(status, 'no Accept', 'shape')
      : reply,
  );
  const told = await toldBy('', shop, change, { only: ['no-accept-header'] });
  expect(told.filter((one) => one.startsWith('violation listProducts'))).not.toEqual([]);
  expect(await toldBy('', shop, undefined, { only: ['no-accept-header'] })).toEqual([]);
});
