import { expect, it } from 'vitest';
import { effectiveSchema, integersOf } from '../../../src/openapi/schema/effective-schema.ts';
import { sampleValue } from '../../../src/cases/generate/sample-value.ts';
import type { JsonValue } from '../../../src/openapi/json/json-value.ts';

const read = (root: JsonValue) => effectiveSchema(root, ['']);

it('merges what $ref and allOf say of one place', () => {
  const schema = read({
    $ref: '#/$defs/a',
    allOf: [
      { minimum: 3, required: ['x'] },
      { maximum: 9, properties: { x: { minLength: 2 } } },
    ],
    $defs: { a: { type: 'object', minimum: 1, properties: { x: { type: 'string' } } } },
  });
  expect(schema.types).toEqual(['object']);
  expect(schema.minimum).toBe(3);
  expect(schema.maximum).toBe(9);
  expect([...schema.required]).toEqual(['x']);
  expect(schema.properties.get('x')).toEqual(['/$defs/a/properties/x', '/allOf/1/properties/x']);
});

it('takes the narrower of a format and its bounds', () => {
  const schema = read({ type: 'integer', format: 'int32', minimum: 1 });
  expect(integersOf(schema)).toEqual({ minimum: 1n, maximum: 2147483647n });
  expect(integersOf(read({ type: 'integer', minimum: 1 }))).toBeUndefined();
});

it('knows all types where nothing is said, and the common ones where much is', () => {
  expect(read({}).types).toHaveLength(7);
  expect(read({ allOf: [{ type: ['string', 'null'] }, { type: 'string' }] }).types).toEqual([
    'string',
  ]);
});

it.each<[JsonValue, JsonValue]>([
  [{ type: 'string', minLength: 8 }, 'samplexx'],
  [{ type: 'string', maxLength: 3 }, 'sam'],
  [{ type: 'string', format: 'date' }, '2024-02-29'],
  [{ type: ['null', 'integer'], minimum: 50 }, 50],
  [{ enum: ['a', 'b'] }, 'a'],
  [{ const: 3 }, 3],
  [{ type: 'array', minItems: 2, items: { type: 'boolean' } }, [true, true]],
  [{ oneOf: [{ type: 'string', example: 'x' }, { type: 'integer' }] }, 'x'],
])('samples %j', (root, value) => {
  expect(sampleValue(root, read(root))).toEqual(value);
});
