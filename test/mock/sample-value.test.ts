import { expect, it } from 'vitest';
import { sampleValue } from '../../src/mock/sample-value.ts';
import { compileSchema } from '../../src/openapi/schema/compile-schema.ts';
import { tightSchemas } from '../setup/tight-schemas.ts';

it.each(tightSchemas)('is valid for %s', (_name, schema) => {
  expect(compileSchema(schema, '')(sampleValue(schema, schema))).toEqual([]);
});

it('takes a list member by member where the schema does', () => {
  const prefixItems = [{ enum: ['north'] }, { type: 'integer', minimum: 3 }];
  const schema = { type: 'array', minItems: 3, prefixItems, items: { type: 'boolean' } };
  expect(sampleValue(schema, schema)).toEqual(['north', 3, false]);
});
