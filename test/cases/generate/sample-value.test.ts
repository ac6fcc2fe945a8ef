import { expect, it } from 'vitest';
import { sampleValue } from '../../../src/cases/generate/sample-value.ts';
import { compileSchema } from '../../../src/openapi/schema/compile-schema.ts';
import { effectiveSchema } from '../../../src/openapi/schema/effective-schema.ts';
import { tightSchemas } from '../../setup/tight-schemas.ts';

it.each(tightSchemas)('is valid for %s', (_name, schema) => {
  const sample = sampleValue(schema, effectiveSchema(schema, ['']));
  expect(compileSchema(schema, '')(sample)).toEqual([]);
});
