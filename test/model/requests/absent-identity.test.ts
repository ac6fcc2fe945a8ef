import { describe, expect, it } from 'vitest';
import { absentIdentity, mayBeTaken } from '../../../src/model/requests/fresh-identity.ts';
import { createFreshValues } from '../../../src/model/requests/fresh-values.ts';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';
import { effectiveSchema } from '../../../src/openapi/schema/effective-schema.ts';

/** Drawn by a run that creates ids of a range that people use. */
function absent(schema: JsonObject): JsonValue[] {
  const idRange = { minimum: 1n, maximum: 160n };
  const fresh = createFreshValues({ seed: 1, runId: 'run', idRange });
  return Array.from({ length: 40 }, () => absentIdentity(effectiveSchema(schema, ''), fresh)!);
}

describe('an identity that nothing has', () => {
  it.each<[JsonObject, RegExp]>([
    [{ type: 'integer' }, /^\d{16}$/],
    [{ type: ['integer', 'null'], format: 'int64' }, /^\d{16}$/],
    [{ type: 'integer', format: 'int32' }, /^2[01]\d{8}$/],
    [{ type: 'number' }, /^\d{16}$/],
    [{ type: 'string' }, /^\d{16}$/],
    [{ type: 'string', format: 'uuid' }, /^0{8}-0000-4000-9000-\d{12}$/],
    [{ type: 'string', pattern: '^[A-Z]{2}\\d{12}$' }, /^[A-Z]{2}\d{12}$/],
    [{}, /^\d{16}$/],
  ])('is far from ordinary ones: %j', (schema, form) => {
    const values = absent(schema).map(String);
    expect(values.filter((value) => !form.test(value))).toEqual([]);
    expect(new Set(values).size).toBe(values.length);
  });

  it.each<[JsonObject]>([
    [{ type: 'integer', maximum: 100_000 }],
    [{ type: 'integer', minimum: -5, maximum: 999_999_999 }],
    [{ type: 'integer', maximum: -1_000_000_000_000 }],
    [{ type: 'string', pattern: '^ORD-\\d{4}$' }],
    [{ type: 'string', pattern: '^0{9}\\d{9}$' }],
    [{ enum: ['light', 'dark'] }],
    [{ type: 'boolean' }],
    [{ type: 'array', items: { type: 'integer' } }],
  ])('is none where each may be taken: %j', (schema) => {
    expect(absent(schema)[0]).toBeUndefined();
  });
});

describe('whether an identity may be taken', () => {
  const int32: JsonObject = { type: 'integer', format: 'int32' };
  const int64: JsonObject = { type: 'integer', format: 'int64' };
  it.each<[JsonValue, JsonObject, boolean]>([
    [42, int64, true],
    [-1, int64, true],
    [1.5, int64, true],
    ['7x', int64, true],
    [' 7', int64, true],
    ['seven', int64, false],
    [1_000_000_000, int64, false],
    [2 ** 32 + 1, int64, false],
    [2 ** 32 + 1, int32, true],
    [2 ** 31, int32, false],
    [2n ** 64n + 1n, int64, true],
    [true, int64, true],
    [[7], int64, true],
    [null, int64, true],
    ['abc', { type: 'string' }, true],
    ['abcdefgh', { type: 'string' }, false],
    ['00000000-0000-4000-8000-000000000001', { type: 'string', format: 'uuid' }, false],
    ['DARK AND LOUD', { enum: ['dark and loud'] }, true],
  ])('%o as %j', (value, schema, expected) => {
    expect(mayBeTaken(effectiveSchema(schema, ''), value)).toBe(expected);
  });
});
