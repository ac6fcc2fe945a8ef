import { describe, expect, it } from 'vitest';
import {
  type Branch,
  effectiveSchema,
  takesNull,
} from '../../../src/openapi/schema/effective-schema.ts';
import { integersOf } from '../../../src/openapi/schema/fitting-numbers.ts';
import { sampleValue } from '../../../src/openapi/schema/sample-value.ts';
import type { JsonNumber, JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';

const read = (root: JsonValue) => effectiveSchema(root, '');

it('merges what $ref and allOf say of one place', () => {
  const schema = read({
    $ref: '#/$defs/a',
    allOf: [
      { minimum: 3, required: ['x'] },
      { maximum: 9, properties: { x: { minLength: 2 } } },
    ],
    $defs: { a: { type: 'object', minimum: 1, properties: { x: { type: 'string' } } } },
  });
  expect(schema.types).toEqual(['object']);
  expect(schema.minimum).toBe(3);
  expect(schema.maximum).toBe(9);
  expect([...schema.required]).toEqual(['x']);
  const places = ['/$defs/a/properties/x', '/allOf/1/properties/x'];
  expect(schema.properties.get('x')).toMatchObject({ pointers: places, minLength: 2 });
});

it('takes the narrower of a format and its bounds', () => {
  const schema = read({ type: 'integer', format: 'int32', minimum: 1 });
  expect(integersOf(schema)).toEqual({ minimum: 1n, maximum: 2147483647n });
  expect(integersOf(read({ type: 'integer', minimum: 1 }))).toBeUndefined();
});

it('knows all types where nothing is said, and the common ones where much is', () => {
  expect(read({}).types).toHaveLength(7);
  expect(read({ allOf: [{ type: ['string', 'null'] }, { type: 'string' }] }).types).toEqual([
    'string',
  ]);
});

it.each<[string, JsonValue, 'minimum' | 'maximum', JsonNumber | undefined]>([
  ['of integers', { type: 'integer', exclusiveMinimum: 5 }, 'minimum', 6],
  ['of integers, from above', { type: 'integer', exclusiveMaximum: 5 }, 'maximum', 4],
  ['of integers or null', { type: ['integer', 'null'], exclusiveMinimum: 5 }, 'minimum', 6],
  [
    'of integers that another schema asks for',
    { allOf: [{ type: 'integer' }, { exclusiveMaximum: 5 }] },
    'maximum',
    4,
  ],
  ['with a fraction, of integers', { type: 'integer', exclusiveMinimum: 5.7 }, 'minimum', 6],
  ['with a fraction, from above', { type: 'integer', exclusiveMaximum: 5.2 }, 'maximum', 5],
  ['of 1, from above', { type: 'integer', exclusiveMaximum: 1 }, 'maximum', 0],
  ['of numbers', { type: 'number', exclusiveMinimum: 5 }, 'minimum', 5.5],
  ['of numbers, from above', { type: 'number', exclusiveMaximum: 5 }, 'maximum', 4.5],
  ['beyond 2^53', { exclusiveMinimum: 2n ** 60n }, 'minimum', 2n ** 60n + 1n],
  ['beyond 2^53, from above', { exclusiveMaximum: 2n ** 60n }, 'maximum', 2n ** 60n - 1n],
  ['that is no number', { exclusiveMinimum: true }, 'minimum', undefined],
  ['that is weaker than another', { minimum: 7, exclusiveMinimum: 3 }, 'minimum', 7],
])('stays inside of an exclusive bound %s', (_name, schema, edge, value) => {
  expect(read(schema)[edge]).toBe(value);
});

it('takes the narrowest of what several schemas say', () => {
  const schema = read({
    allOf: [
      { minLength: 2, maxLength: 9, minItems: 1, maxItems: 8, minimum: 2, maximum: 2n ** 60n },
      { minLength: 4, maxLength: 6, minItems: 3, maxItems: 5, minimum: -1, maximum: 2n ** 61n },
      { minLength: 1, maxLength: 7, minItems: 2, maxItems: 9, uniqueItems: true, readOnly: true },
    ],
  });
  expect(schema).toMatchObject({ minLength: 4, maxLength: 6, minItems: 3, maxItems: 5 });
  expect(schema).toMatchObject({ minimum: 2, maximum: 2n ** 60n });
  expect(schema).toMatchObject({ uniqueItems: true, readOnly: true, writeOnly: false });
});

it('limits nothing where nothing is said, or where it is no limit', () => {
  const nothing = { minLength: 0, minItems: 0, uniqueItems: false, readOnly: false, branches: 1 };
  const odd = { minimum: '3', maxLength: null, pattern: 3, format: 4, required: 'x', items: true };
  for (const schema of [read({}), read(odd)]) {
    expect(schema).toMatchObject({ ...nothing, items: undefined, additional: undefined });
    expect(schema.required.size + schema.properties.size).toBe(0);
    for (const key of ['minimum', 'maximum', 'maxLength', 'maxItems', 'multipleOf'] as const) {
      expect(schema[key]).toBeUndefined();
    }
    for (const key of ['pattern', 'format', 'values'] as const) {
      expect(schema[key]).toBeUndefined();
    }
  }
});

it('points to the schemas of items and of other properties', () => {
  const schema = read({
    items: { type: 'string' },
    additionalProperties: false,
    allOf: [{ items: {}, additionalProperties: { type: 'integer' } }],
  });
  expect(schema.pointers).toEqual(['', '/allOf/0']);
  expect(schema.items?.pointers).toEqual(['/items', '/allOf/0/items']);
  expect(schema.additional?.pointers).toEqual(['/allOf/0/additionalProperties']);
});

it('has the values that all lists have in common, and examples before defaults', () => {
  expect(read({ enum: [1, 2], allOf: [{ const: 2 }, { enum: [2, 3] }] }).values).toEqual([2]);
  expect(read({ enum: [1, 2], allOf: [{ const: 3 }] }).values).toEqual([3]);
  expect(read({ enum: 'x', allOf: [{ enum: [1, 2] }] }).values).toEqual([1, 2]);
  expect(read({ default: 1, example: 2, examples: [3, 4] }).examples).toEqual([3, 4, 2, 1]);
  expect(read({ multipleOf: 4, pattern: 'x', format: 'y', writeOnly: true })).toMatchObject({
    multipleOf: 4,
    pattern: 'x',
    format: 'y',
    writeOnly: true,
  });
});

it('follows one branch, the last where there are fewer, and counts the most', () => {
  const root = {
    anyOf: [{ title: 'a' }, { title: 'b' }],
    oneOf: [{ title: 'c' }, { title: 'd' }, { title: 'e' }],
    allOf: [{ oneOf: [] }],
  };
  const followed = (branch?: number) => effectiveSchema(root, '', branch).pointers.slice(2);
  expect(followed()).toEqual(['/anyOf/0', '/oneOf/0']);
  expect(followed(1)).toEqual(['/anyOf/1', '/oneOf/1']);
  expect(followed(9)).toEqual(['/anyOf/1', '/oneOf/2']);
  expect(read(root).branches).toBe(3);
});

it('reads a schema that contains itself once, and nothing where there is none', () => {
  const root = { $ref: '#/a', a: { $ref: '#/a', allOf: [{ $ref: '#' }], $defs: 'x' } };
  expect(read(root).pointers).toEqual(['', '/a', '/a/allOf/0']);
  expect(effectiveSchema({ $ref: '#/missing' }, '').pointers).toEqual(['']);
  expect(effectiveSchema({}, '/missing').pointers).toEqual([]);
  expect(read({ $ref: 3, minimum: 1 }).minimum).toBe(1);
});

it('takes an integer where one schema says number and another integer', () => {
  expect(read({ type: 'number', allOf: [{ type: 'integer' }] }).types).toEqual(['integer']);
  expect(read({ type: 'number' }).types).toEqual(['integer', 'number']);
  expect(read({ type: 'string', allOf: [{ type: 'integer' }] }).types).toEqual([]);
});

it('knows the integers between two ends only where both are whole', () => {
  const between = (minimum: JsonNumber, maximum: JsonNumber) => {
    return integersOf(read({ minimum, maximum }));
  };
  expect(between(1, 2n ** 60n)).toEqual({ minimum: 1n, maximum: 2n ** 60n });
  expect(between(-(2n ** 60n), 2)).toEqual({ minimum: -(2n ** 60n), maximum: 2n });
  expect(between(1, 2.5)).toBeUndefined();
  expect(between(0.5, 2)).toBeUndefined();
  expect(integersOf(read({ maximum: 2 }))).toBeUndefined();
});

/** `name! pointer` for each property of the schema `Thing`, beside which others may stand. */
function named(schemas: JsonObject, branch?: Branch): string[] {
  const root = { components: { schemas } };
  const { properties, required } = effectiveSchema(root, `${at}/Thing`, branch);
  return [...properties].map(
    ([name, { pointers }]) => `${name}${required.has(name) ? '!' : ''} ${pointers.join(' ')}`,
  );
}

const at = '/components/schemas';

describe('the properties of a schema', () => {
  it('are in order, each with its place and whether it is required', () => {
    const Thing = { required: ['b', 1], properties: { a: {}, 'b/c': {}, b: { type: 'string' } } };
    expect(named({ Thing })).toEqual([
      `a ${at}/Thing/properties/a`,
      `b/c ${at}/Thing/properties/b~1c`,
      `b! ${at}/Thing/properties/b`,
    ]);
  });

  it('are those of all that it is composed of; need may be told elsewhere', () => {
    const Thing = {
      allOf: [{ $ref: `#${at}/Base` }, { properties: { b: {} }, required: ['a'] }],
      properties: { c: {} },
    };
    const Base = { properties: { a: {} }, required: ['c'] };
    expect(named({ Thing, Base }).toSorted()).toEqual([
      `a! ${at}/Base/properties/a`,
      `b ${at}/Thing/allOf/1/properties/b`,
      `c! ${at}/Thing/properties/c`,
    ]);
  });

  it('are found behind a reference that others stand beside, and have what stands beside theirs', () => {
    const Thing = {
      $ref: `#${at}/Base`,
      properties: { b: { $ref: `#${at}/Link`, readOnly: true } },
    };
    const Base = { properties: { a: {} } };
    const schemas = { Thing, Base, Link: { $ref: `#${at}/Text` }, Text: { type: 'string' } };
    expect(named(schemas)).toEqual([
      `b ${at}/Thing/properties/b ${at}/Link ${at}/Text`,
      `a ${at}/Base/properties/a`,
    ]);
    const { properties } = effectiveSchema({ components: { schemas } }, `${at}/Thing`);
    expect(properties.get('b')).toMatchObject({ types: ['string'], readOnly: true });
  });

  it('are a map of objects', () => {
    expect(named({ Thing: { properties: { a: true, b: { $ref: '#/none' }, c: {} } } })).toEqual([
      `a ${at}/Thing/properties/a`,
      `b ${at}/Thing/properties/b`,
      `c ${at}/Thing/properties/c`,
    ]);
    for (const Thing of [true, {}, { properties: [], required: 'a', allOf: {} }]) {
      expect(named({ Thing })).toEqual([]);
    }
    expect(named({})).toEqual([]);
    expect(named({ Thing: { $ref: 'elsewhere.yaml' } })).toEqual([]);
  });

  it.each(['allOf', 'anyOf', 'oneOf'])(
    'are those of every branch of %s, if asked for',
    (keyword) => {
      const Thing = { [keyword]: [{ properties: { a: {} } }, { $ref: `#${at}/Other` }] };
      const Other = { required: ['b'], properties: { b: { oneOf: [{}, { readOnly: true }] } } };
      const found = [`a ${at}/Thing/${keyword}/0/properties/a`, expect.stringMatching(/^b! /)];
      expect(named({ Thing, Other }, 'every')).toEqual(found);
      const root = { components: { schemas: { Thing, Other } } };
      const every = effectiveSchema(root, `${at}/Thing`).inBranch('every');
      expect(every.properties.get('b')?.readOnly).toBe(true);
    },
  );

  it('come to an end where schemas lead in a circle', () => {
    const Thing = {
      allOf: [{ $ref: `#${at}/Thing` }],
      properties: { a: {}, b: { $ref: `#${at}/Loop` }, c: { $ref: `#${at}/Thing` } },
    };
    const schemas = { Thing, Loop: { $ref: `#${at}/Loop` } };
    expect(named(schemas)).toHaveLength(3);
    const { properties } = effectiveSchema({ components: { schemas } }, `${at}/Thing`);
    const again = properties.get('c')?.properties.get('c')?.properties.get('c');
    expect([...(again?.properties.keys() ?? [])]).toEqual(['a', 'b', 'c']);
  });

  it('are found behind a long chain of references', () => {
    const link = (i: number): [string, JsonObject] => [`S${i}`, { $ref: `#${at}/S${i + 1}` }];
    const chain = Object.fromEntries(Array.from({ length: 90 }, (_, i) => link(i)));
    const schemas = { Thing: { $ref: `#${at}/S0` }, ...chain, S90: { properties: { a: {} } } };
    expect(named(schemas)).toEqual([`a ${at}/S90/properties/a`]);
  });
});

it('gives the first value of a keyword, and is made once a document and place', () => {
  const root = { $ref: '#/a', title: 'x', a: { title: 'y', description: 'z' } };
  expect(read(root).keyword('title')).toBe('x');
  expect(read(root).keyword('description')).toBe('z');
  expect(read(root).keyword('default')).toBeUndefined();
  expect(read(root)).toBe(read(root));
  expect(read(root).inBranch('every')).toBe(effectiveSchema(root, '', 'every'));
});

it.each([
  ['int64', /^\d+$/],
  ['byte', /^(?:[\w+/]{4})+$/],
])('a text of the format %s is written so', (format, text) => {
  const schema = read({ type: 'string', format });
  expect(sampleValue(schema)).toMatch(text);
  expect(read({ type: 'string', format, pattern: '^a$' }).pattern).toBe('^a$');
  expect(read({ type: 'integer', format }).pattern).toBeUndefined();
});

describe('what a discriminator tells', () => {
  const kind = { properties: { kind: { type: 'string' } }, required: ['kind'] };
  const valuesOf = (schemas: JsonObject, name: string) =>
    effectiveSchema({ components: { schemas } }, `/components/schemas/${name}`).properties.get(
      'kind',
    )?.values;
  const told = (mapping?: JsonObject): JsonObject => ({
    discriminator: { propertyName: 'kind', ...(mapping && { mapping }) },
  });
  const extending = { allOf: [{ $ref: '#/components/schemas/Pet' }] };

  it.each<[mapping: JsonObject | undefined, values: JsonValue[] | undefined]>([
    [undefined, ['Cat']],
    [{ cat: '#/components/schemas/Cat', dog: 'Dog' }, ['cat']],
    [{ cat: 'Cat', tom: 'Cat' }, ['cat', 'tom']],
    [{ dog: 'Dog' }, ['Cat']],
  ])('of what extends a schema, with the mapping %j: %j', (mapping, values) => {
    expect(valuesOf({ Pet: { ...kind, ...told(mapping) }, Cat: extending }, 'Cat')).toEqual(values);
  });

  it('of the branch that is followed, and of the schema itself where it is mapped', () => {
    const oneOf = ['Cat', 'Dog'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const schemas = { Pet: { oneOf, ...told() }, Cat: kind, Dog: kind };
    expect(valuesOf(schemas, 'Pet')).toEqual(['Cat']);
    expect(valuesOf({ Pet: { ...kind, ...told() } }, 'Pet')).toBeUndefined();
    expect(valuesOf({ Pet: { ...kind, ...told({ pet: 'Pet' }) } }, 'Pet')).toEqual(['pet']);
  });

  it('is nothing where the property can not have it', () => {
    const closed = { properties: { kind: { enum: ['a', 'b'] } } };
    expect(valuesOf({ Pet: { ...closed, ...told() }, Cat: extending }, 'Cat')).toEqual(['a', 'b']);
  });
});

it.each<[JsonObject, boolean]>([
  [{ type: ['string', 'null'] }, true],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, true],
  [{ oneOf: [{ properties: { a: {} } }, { type: 'null' }] }, true],
  [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, false],
  [{ type: 'string' }, false],
  [{}, true],
])('says that a value may be null: %j, %s', (schema, isSaid) => {
  expect(takesNull(read(schema))).toBe(isSaid);
});
