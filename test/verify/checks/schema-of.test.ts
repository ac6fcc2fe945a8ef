import { describe, expect, it } from 'vitest';
import {
  type NamedProperty,
  propertiesOf,
  validatorOf,
} from '../../../src/verify/checks/schema-of.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';

/** The properties of the schema `Thing`, beside which others may stand. */
function propertiesIn(schemas: JsonObject): NamedProperty[] {
  const document = documentFromValue({ components: { schemas } });
  return [...propertiesOf(document, '/components/schemas/Thing').values()];
}

function summary(schemas: JsonObject): string[] {
  return propertiesIn(schemas).map(
    ({ name, pointer, required }) => `${name}${required ? '!' : ''} ${pointer}`,
  );
}

const at = '/components/schemas';

describe('propertiesOf', () => {
  it('finds the properties of a schema, with place and need', () => {
    const Thing = { required: ['a'], properties: { a: { type: 'string' }, 'b/c': true } };
    expect(propertiesIn({ Thing })).toEqual([
      {
        name: 'a',
        pointer: `${at}/Thing/properties/a`,
        schema: { type: 'string' },
        required: true,
      },
      { name: 'b/c', pointer: `${at}/Thing/properties/b~1c`, schema: {}, required: false },
    ]);
  });

  it.each(['allOf', 'anyOf', 'oneOf'])('looks into every branch of %s', (keyword) => {
    const Thing = { [keyword]: [{ properties: { a: {} } }, { $ref: `#${at}/Other` }] };
    const Other = { properties: { b: {} } };
    expect(summary({ Thing, Other })).toEqual([
      `a ${at}/Thing/${keyword}/0/properties/a`,
      `b ${at}/Other/properties/b`,
    ]);
  });

  it('takes a property for required where any part requires what it names', () => {
    const Thing = {
      required: ['a'],
      properties: { a: {}, b: {} },
      allOf: [{ properties: { a: {} } }, { required: ['b'], properties: { b: {} } }],
    };
    expect(summary({ Thing })).toEqual([
      `a! ${at}/Thing/allOf/0/properties/a`,
      `b! ${at}/Thing/allOf/1/properties/b`,
    ]);
  });

  it('follows a chain of references to where it ends', () => {
    const Thing = { $ref: `#${at}/Link` };
    const Link = { $ref: `#${at}/End` };
    const End = { properties: { a: { $ref: `#${at}/Text` } } };
    expect(summary({ Thing, Link, End, Text: { type: 'string' } })).toEqual([`a ${at}/Text`]);
  });

  it('comes to an end where schemas refer to themselves', () => {
    const Thing = { properties: { a: { $ref: `#${at}/Loop` } }, allOf: [{ $ref: `#${at}/Thing` }] };
    const Loop = { $ref: `#${at}/Loop` };
    expect(propertiesIn({ Thing, Loop })).toMatchObject([{ name: 'a', schema: {} }]);
  });

  it('finds nothing where there is no schema, or one that names nothing', () => {
    expect(summary({})).toEqual([]);
    expect(summary({ Thing: true })).toEqual([]);
    expect(summary({ Thing: { required: 'a', properties: [], allOf: {} } })).toEqual([]);
    expect(summary({ Thing: { $ref: 'other.yaml#/Thing' } })).toEqual([]);
  });

  it('looks once a document', () => {
    const document = documentFromValue({ a: { properties: { a: {} } }, b: {} });
    expect(propertiesOf(document, '/a')).toBe(propertiesOf(document, '/a'));
    expect([...propertiesOf(document, '/b')]).toEqual([]);
  });
});

describe('validatorOf', () => {
  it('asks no response for what only requests have', () => {
    const a = { required: ['b'], properties: { b: { writeOnly: true } } };
    expect(validatorOf(documentFromValue({ a }), '/a')({})).toEqual([]);
  });

  it('compiles a schema once a document', () => {
    const document = documentFromValue({ a: { type: 'string' }, b: { type: 'null' } });
    expect(validatorOf(document, '/a')).toBe(validatorOf(document, '/a'));
    expect(validatorOf(document, '/a')('x')).toEqual([]);
    expect(validatorOf(document, '/b')('x')).toHaveLength(1);
  });
});
