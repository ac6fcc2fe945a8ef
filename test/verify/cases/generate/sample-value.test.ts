import { expect, it } from 'vitest';
import { sampleValue } from '../../../../src/openapi/schema/sample-value.ts';
import { compileSchema } from '../../../../src/openapi/schema/compile-schema.ts';
import { effectiveSchema } from '../../../../src/openapi/schema/effective-schema.ts';
import type { JsonObject } from '../../../../src/openapi/json/json-value.ts';
import { tightSchemas } from '../../../setup/tight-schemas.ts';

it.each(tightSchemas)('is valid for %s', (_name, schema) => {
  const sample = sampleValue(schema, effectiveSchema(schema, ['']));
  expect(compileSchema(schema, '')(sample)).toEqual([]);
});

it.each<[value: number, schema: JsonObject]>([
  [42.5, { type: 'number', format: 'double' }],
  [0.5, { type: 'number', format: 'float', maximum: 1 }],
  [0.01, { type: 'number', format: 'double', multipleOf: 0.01 }],
  [42, { type: 'number', format: 'double', multipleOf: 2, minimum: 21 }],
  [42, { type: 'number' }],
])('is the number %j for %j', (value, schema) => {
  expect(sampleValue(schema, effectiveSchema(schema, ['']))).toBe(value);
});
