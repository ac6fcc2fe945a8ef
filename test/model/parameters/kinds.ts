import * as fc from 'fast-check';
import { exactNumber } from '../../../src/openapi/json/exact-number.ts';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';

/** A kind of value, with the schema that has it. */
export interface Kind {
  readonly schema: JsonObject;
  readonly values: fc.Arbitrary<JsonValue>;
}

/**
 * Scalars, lists and objects that a parameter or a field of a form can be.
 *
 * @param texts What a style can't carry is not in them.
 */
export function kinds(texts: fc.Arbitrary<string>): Record<string, Kind> {
  const names = texts.filter((text) => text !== '');
  const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  const scalars: Record<string, Kind> = {
    string: { schema: { type: 'string' }, values: texts },
    integer: {
      schema: { type: 'integer', format: 'int64' },
      values: fc
        .oneof(int64, fc.bigInt({ min: -9n, max: 9n }))
        .map((integer) => exactNumber(`${integer}`)),
    },
    number: {
      schema: { type: 'number' },
      values: fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .map((number) => exactNumber(String(number + 0))),
    },
    boolean: { schema: { type: 'boolean' }, values: fc.boolean() },
  };
  const lists = Object.entries(scalars).map(([name, { schema, values }]): [string, Kind] => [
    `list of ${name}`,
    { schema: { type: 'array', items: schema }, values: fc.array(values, { maxLength: 4 }) },
  ]);
  const maps = Object.entries(scalars).map(([name, { schema, values }]): [string, Kind] => [
    `map of ${name}`,
    {
      schema: { type: 'object', additionalProperties: schema },
      values: fc.dictionary(names, values, { maxKeys: 4, noNullPrototype: true }),
    },
  ]);
  const shapes = Object.fromEntries(
    Object.entries(scalars).map(([name, kind]) => [name, kind.values]),
  );
  const properties = Object.fromEntries(
    Object.entries(scalars).map(([name, { schema }]) => [name, schema]),
  );
  const shape: Kind = {
    schema: { type: 'object', properties },
    values: fc.record<JsonObject>(shapes, { requiredKeys: [], noNullPrototype: true }),
  };
  const free: Kind = {
    schema: { type: 'object' },
    values: fc.dictionary(names, texts, { maxKeys: 4, noNullPrototype: true }),
  };
  return { ...scalars, ...Object.fromEntries([...lists, ...maps]), shape, free };
}

const DELIMITERS = [
  ...Array.from(`,;|. =&%+[]/?#"'{}:`),
  '%2C',
  'true',
  'null',
  '12',
  'ü',
  '\u{1F331}',
];
/** Texts with what styles give a meaning. */
export const anything: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...DELIMITERS, 'a', 'b')).map((parts) => parts.join('')),
);
