import { expect, it } from 'vitest';
import { effectiveSchema } from '../../../src/openapi/schema/effective-schema.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { goesOn } from '../../../src/verify/oracles/compared.ts';

it.each<[name: string, schema: JsonObject, isMoving: boolean]>([
  ['serial', { type: 'integer' }, true],
  ['edited_serial', { type: 'integer', format: 'int64' }, true],
  ['generation', { type: 'integer' }, true],
  ['serial', { type: 'string' }, false],
  ['serial', {}, false],
  ['serialNumber', { type: 'integer' }, false],
  ['revision', { type: 'string' }, true],
  ['amount', { readOnly: true }, true],
])('a server may move on %s of %o: %s', (name, schema, isMoving) => {
  expect(goesOn(name, effectiveSchema(schema, ''))).toBe(isMoving);
});
