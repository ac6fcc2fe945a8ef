import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { exactNumber, numberKey } from '../../../src/openapi/json/exact-number.ts';
import type { JsonNumber, JsonObject } from '../../../src/openapi/json/json-value.ts';
import { stringifyJson } from '../../../src/openapi/json/stringify-json.ts';
import { effectiveSchema } from '../../../src/openapi/schema/effective-schema.ts';
import { fittingNumbers } from '../../../src/openapi/schema/fitting-numbers.ts';
import { messages } from './validate.ts';

/** Keywords that bound numbers. */
type Bounds = Readonly<Partial<Record<Keyword, JsonNumber>>> & { readonly isInteger: boolean };
type Keyword = 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf';

function schemaOf({ isInteger, ...keywords }: Bounds): JsonObject {
  return { type: isInteger ? 'integer' : 'number', ...keywords };
}

function fitting(bounds: Bounds, wanted: readonly JsonNumber[]): JsonNumber[] {
  const { minimum, maximum, multipleOf } = effectiveSchema(schemaOf(bounds), '');
  const { isInteger } = bounds;
  return [...fittingNumbers({ isInteger, minimum, maximum, multipleOf }, wanted)];
}

function first(bounds: Bounds, wanted: readonly JsonNumber[] = [0]): string {
  const [number] = fitting(bounds, wanted);
  return number === undefined ? 'none' : stringifyJson(number);
}

const exact = (text: string): JsonNumber => exactNumber(text);

it.each<[words: string, bounds: Bounds, wanted: readonly JsonNumber[], number: string]>([
  ['the one that is wanted', { isInteger: true, minimum: 2 }, [7], '7'],
  ['the bound that it is beyond', { isInteger: true, minimum: 2 }, [1], '2'],
  ['the other bound', { isInteger: false, maximum: -2.5 }, [0], '-2.5'],
  ['between close bounds', { isInteger: false, minimum: 0.1, maximum: 0.2 }, [], '0.1'],
  [
    'strictly between',
    { isInteger: false, exclusiveMinimum: 0, exclusiveMaximum: 0.4 },
    [0],
    '0.1',
  ],
  [
    'a multiple close to what it must not reach',
    {
      isInteger: false,
      exclusiveMinimum: exact('0.08'),
      exclusiveMaximum: 0.1,
      multipleOf: exact('0.09'),
    },
    [0],
    '0.09',
  ],
  [
    'nothing between a bound and itself',
    { isInteger: false, maximum: 0.5, exclusiveMinimum: 0.5 },
    [0],
    'none',
  ],
  ['an integer strictly above', { isInteger: true, exclusiveMinimum: 3 }, [0], '4'],
  ['an integer strictly below', { isInteger: true, exclusiveMaximum: -3 }, [0], '-4'],
  ['an integer between fractions', { isInteger: true, minimum: 2.5, maximum: 3.5 }, [0], '3'],
  ['a multiple', { isInteger: true, minimum: 10, multipleOf: 7 }, [0], '14'],
  ['a multiple of a fraction', { isInteger: false, minimum: 0.25, multipleOf: 0.1 }, [0], '0.3'],
  ['an integer multiple', { isInteger: true, minimum: 1, multipleOf: 0.3 }, [0], '3'],
  [
    'beyond 2^53',
    { isInteger: true, exclusiveMinimum: 2n ** 53n, multipleOf: 3 },
    [0],
    '9007199254740993',
  ],
  [
    'the last int64',
    { isInteger: true, minimum: 2n ** 63n - 1n, maximum: 2n ** 63n - 1n },
    [0],
    '9223372036854775807',
  ],
  [
    'digits that no double has',
    { isInteger: false, minimum: exact('1.00000000000000000001') },
    [1],
    '1.00000000000000000001',
  ],
  ['nothing where nothing fits', { isInteger: true, minimum: 1.1, maximum: 1.9 }, [1], 'none'],
])('finds %s', (_words, bounds, wanted, number) => {
  expect(first(bounds, wanted)).toBe(number);
});

const cents = fc.integer({ min: -400, max: 400 }).map((value) => exact(`${value}e-2`));
const anyBounds: fc.Arbitrary<Bounds> = fc.record(
  {
    isInteger: fc.boolean(),
    minimum: cents,
    maximum: cents,
    exclusiveMinimum: cents,
    exclusiveMaximum: cents,
    multipleOf: fc.integer({ min: 1, max: 120 }).map((value) => exact(`${value}e-2`)),
  },
  { requiredKeys: ['isInteger'] },
);

it('finds only what the schema allows, each once, and something where there is something', () => {
  fc.assert(
    fc.property(anyBounds, (bounds) => {
      const schema = schemaOf(bounds);
      const found = fitting(bounds, [0]);
      for (const number of found) expect(messages(schema, number)).toEqual([]);
      expect(new Set(found.map(numberKey)).size).toBe(found.length);
      const hundredths = Array.from({ length: 1201 }, (_, i) => exact(`${i - 600}e-2`));
      const exists = hundredths.some((number) => messages(schema, number).length === 0);
      if (exists) expect(found.length).toBeGreaterThan(0);
    }),
    { numRuns: 60 },
  );
});
