import { describe, expect, it } from 'vitest';
import { mergeAllOf } from '../../../src/addons/dredd/downgrade-schema.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';

const none = (): undefined => undefined;
const text: JsonObject = { type: 'object', properties: { a: { type: 'string' } } };

describe('mergeAllOf', () => {
  it.each<[string, JsonObject, JsonObject]>([
    [
      'properties and required names',
      {
        allOf: [
          { ...text, required: ['a'] },
          { properties: { b: {} }, required: ['b', 'a'] },
        ],
      },
      { type: 'object', properties: { a: { type: 'string' }, b: {} }, required: ['a', 'b'] },
    ],
    [
      'the first description',
      { description: 'own', allOf: [{ description: 'other' }] },
      {
        description: 'own',
      },
    ],
    [
      'integer and number',
      { allOf: [{ type: 'integer' }, { type: 'number' }] },
      { type: 'integer' },
    ],
    [
      'constraints on one property',
      { ...text, allOf: [{ properties: { a: { minLength: 1 } } }] },
      { type: 'object', properties: { a: { type: 'string', minLength: 1 } } },
    ],
    [
      'null, which both have to allow',
      { type: 'string', nullable: true, allOf: [{ type: 'string' }] },
      { type: 'string' },
    ],
    [
      'null, beside a member without a type',
      { type: 'string', nullable: true, allOf: [{ minLength: 1 }] },
      { type: 'string', minLength: 1, nullable: true },
    ],
  ])('folds %s', (_title, schema, expected) => {
    expect(mergeAllOf(schema, none)).toEqual(expected);
  });

  it.each<[string, JsonObject]>([
    ['different types', { type: 'string', allOf: [{ type: 'integer' }] }],
    ['different bounds', { minimum: 1, allOf: [{ minimum: 2 }] }],
    ['a closed member', { ...text, allOf: [{ properties: {}, additionalProperties: false }] }],
    ['a reference that leads back', { allOf: [{ $ref: '#/a' }] }],
  ])('leaves %s', (_title, schema) => {
    expect(mergeAllOf(schema, none)).toEqual(schema);
  });

  it('puts constraints that contradict each other under the property', () => {
    const schema = { ...text, allOf: [{ properties: { a: { type: 'integer' } } }] };
    expect(mergeAllOf(schema, none)).toEqual({
      type: 'object',
      properties: { a: { allOf: [{ type: 'string' }, { type: 'integer' }] } },
    });
  });
});
