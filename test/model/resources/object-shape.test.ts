import { describe, expect, it } from 'vitest';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { identityOf, objectShape } from '../../../src/model/resources/object-shape.ts';

const at = '/components/schemas';

/** `name! pointer` for each property of the schema `Thing`. */
function shape(schemas: JsonObject): string[] {
  const document = documentFromValue({ components: { schemas } });
  const { properties } = objectShape(document, `${at}/Thing`);
  return [...properties].map(
    ([name, { pointer, required }]) => `${name}${required ? '!' : ''} ${pointer}`,
  );
}

describe('the shape of an object', () => {
  it('has its properties in order, with place, schema and need', () => {
    const Thing = { required: ['b', 1], properties: { a: {}, 'b/c': {}, b: { type: 'string' } } };
    const document = documentFromValue({ components: { schemas: { Thing } } });
    expect([...objectShape(document, `${at}/Thing`).properties]).toEqual([
      ['a', { schema: {}, pointer: `${at}/Thing/properties/a`, required: false }],
      ['b/c', { schema: {}, pointer: `${at}/Thing/properties/b~1c`, required: false }],
      ['b', { schema: { type: 'string' }, pointer: `${at}/Thing/properties/b`, required: true }],
    ]);
  });

  it('merges what it is composed of; need may be told elsewhere', () => {
    const Thing = {
      allOf: [{ $ref: `#${at}/Base` }, { properties: { b: {} }, required: ['a'] }],
      properties: { c: {} },
    };
    const Base = { properties: { a: {} }, required: ['c'] };
    expect(shape({ Thing, Base })).toEqual([
      `a! ${at}/Base/properties/a`,
      `b ${at}/Thing/allOf/1/properties/b`,
      `c! ${at}/Thing/properties/c`,
    ]);
  });

  it('follows a reference beside other keywords, and those of properties', () => {
    const Thing = { $ref: `#${at}/Base`, properties: { b: { $ref: `#${at}/Link` } } };
    const Base = { properties: { a: {} } };
    expect(shape({ Thing, Base, Link: { $ref: `#${at}/Text` }, Text: {} })).toEqual([
      `a ${at}/Base/properties/a`,
      `b ${at}/Text`,
    ]);
  });

  it('leaves out properties that are no map', () => {
    expect(shape({ Thing: { properties: { a: true, b: { $ref: '#/none' }, c: {} } } })).toEqual([
      `c ${at}/Thing/properties/c`,
    ]);
  });

  it('is empty where nothing is described', () => {
    for (const Thing of [true, {}, { properties: [], required: 'a', allOf: {} }]) {
      expect(shape({ Thing })).toEqual([]);
    }
    expect(shape({})).toEqual([]);
    expect(shape({ Thing: { $ref: 'elsewhere.yaml' } })).toEqual([]);
  });

  it('comes to an end where schemas lead in a circle', () => {
    const Thing = {
      allOf: [{ $ref: `#${at}/Thing` }],
      properties: { a: {}, b: { $ref: `#${at}/Loop` } },
    };
    const names = shape({ Thing, Loop: { $ref: `#${at}/Loop` } });
    expect(names).toEqual([`a ${at}/Thing/properties/a`, `b ${at}/Loop`]);
  });

  it('reaches 50 references deep', () => {
    const chain = (length: number): JsonObject => ({
      Thing: { $ref: `#${at}/S1` },
      ...Object.fromEntries(
        Array.from({ length }, (_, i) => [`S${i + 1}`, { $ref: `#${at}/S${i + 2}` }]),
      ),
      [`S${length + 1}`]: { properties: { a: {} } },
    });
    expect(shape(chain(49))).toHaveLength(1);
    expect(shape(chain(50))).toEqual([]);
  });
});

describe('the identity of an object', () => {
  it.each<[name: string, property: JsonObject, found: boolean]>([
    ['id', { type: 'integer' }, true],
    ['thingId', { type: 'integer' }, true],
    ['thing_id', { type: 'integer' }, true],
    ['id', { type: 'string' }, false],
    ['id', {}, false],
    ['valid', { type: 'integer' }, false],
    ['idea', { type: 'integer' }, false],
    ['thingIdea', { type: 'integer' }, false],
    ['thing_idea', { type: 'integer' }, false],
  ])('is %s, where it is %o: %s', (name, property, found) => {
    const thing = (required: string[]): JsonObject => ({
      Thing: { required, properties: { first: { type: 'integer' }, [name]: property } },
    });
    const identity = (required: string[]): string | undefined =>
      identityOf(
        objectShape(documentFromValue({ components: { schemas: thing(required) } }), `${at}/Thing`),
      );
    expect(identity(['first', name])).toBe(found ? name : undefined);
    expect(identity(['first'])).toBeUndefined();
  });
});
