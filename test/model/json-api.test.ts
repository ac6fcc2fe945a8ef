import { describe, expect, it } from 'vitest';
import { changedFlat, flat, flatSchema, inFields, isFieldToo } from '../../src/model/json-api.ts';
import type { JsonObject } from '../../src/openapi/json/json-value.ts';
import { effectiveSchema } from '../../src/openapi/schema/effective-schema.ts';

const text: JsonObject = { type: 'string' };
const kind: JsonObject = { enum: ['asset', 'debt'] };

/** Accounts, which have a type of their own beside the type that every resource has. */
const account: JsonObject = {
  type: 'object',
  required: ['type', 'id', 'attributes'],
  properties: {
    attributes: { type: 'object', properties: { id: text, name: text, type: kind } },
    type: text,
    id: text,
  },
};
const schema = effectiveSchema(account, '');

const stored: JsonObject = {
  type: 'accounts',
  id: '1',
  attributes: { name: 'Cash', type: 'asset' },
};

describe('a name that a resource and its fields both have', () => {
  it('is a field where the fields stand beside each other', () => {
    expect(inFields({ name: 'Cash', type: 'asset' }, [schema])).toEqual({
      attributes: { name: 'Cash', type: 'asset' },
    });
    expect(isFieldToo('type', schema)).toBe(true);
    expect(['id', 'name'].map((name) => isFieldToo(name, schema))).toEqual([false, false]);
  });

  it("is the resource's own where its fields stand apart", () => {
    expect(inFields(stored, [schema])).toEqual(stored);
  });

  it('is a field in the flat resource, and in its schema; the identity is always its own', () => {
    const both = { ...stored, attributes: { id: '9', type: 'asset' } };
    expect(flat(both)).toMatchObject({ id: '1', type: 'asset' });
    const { properties } = flatSchema(schema);
    expect(properties.get('type')?.values).toEqual(['asset', 'debt']);
    expect(properties.get('id')?.pointers).toEqual(['/properties/id']);
  });

  it('stays what it was in both places where something else is changed, and is changed as a field', () => {
    const renamed = changedFlat(stored, [schema], (whole) => ({ ...whole, name: 'Bank' }));
    expect(renamed).toEqual({ ...stored, attributes: { name: 'Bank', type: 'asset' } });
    const retyped = changedFlat(stored, [schema], (whole) => ({ ...whole, type: 'debt' }));
    expect(retyped).toEqual({ ...stored, attributes: { name: 'Cash', type: 'debt' } });
  });
});
