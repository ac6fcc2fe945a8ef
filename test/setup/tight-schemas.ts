import { exactNumber } from '../../src/openapi/json/exact-number.ts';
import type { JsonObject } from '../../src/openapi/json/json-value.ts';

const list = (items: JsonObject, minItems = 2): JsonObject => ({
  type: 'array',
  uniqueItems: true,
  minItems,
  items,
});

/** Schemas that allow few of the values that come to mind first, or lists of different values. */
export const tightSchemas: readonly (readonly [name: string, schema: JsonObject])[] = [
  ['a number between close bounds', { type: 'number', minimum: 0.1, maximum: 0.2 }],
  [
    'a number strictly between close bounds',
    { type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 1.25 },
  ],
  ['a multiple between bounds', { type: 'number', minimum: 0.25, maximum: 0.35, multipleOf: 0.1 }],
  ['an integer beyond 2^53', { type: 'integer', exclusiveMinimum: 2n ** 53n, multipleOf: 3 }],
  [
    'digits that no double has',
    { type: 'number', exclusiveMinimum: 0, maximum: exactNumber('0.100000000000000000001') },
  ],
  ['the last int64', { type: 'integer', format: 'int64', minimum: 2n ** 63n - 1n }],
  ['different texts', list({ type: 'string', maxLength: 3 }, 12)],
  ['different texts of some length', list({ type: 'string', minLength: 20 })],
  ['different texts of a pattern', list({ type: 'string', pattern: '^[A-Z]{2}-\\d{3}$' }, 3)],
  ['different integers', list({ type: 'integer', minimum: 5, maximum: 7 }, 3)],
  ['different numbers', list({ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 3)],
  ['different booleans', list({ type: 'boolean' })],
  ['different words', list({ enum: ['a', 'b', 'c'] }, 3)],
  [
    'different objects',
    list({ type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }, 3),
  ],
  ['different lists', list({ type: 'array', minItems: 1, items: { type: 'string' } }, 3)],
  ...['date-time', 'date', 'time', 'uuid', 'email', 'uri', 'hostname', 'ipv4', 'ipv6'].map(
    (format) => [`different texts of ${format}`, list({ type: 'string', format }, 3)] as const,
  ),
];
