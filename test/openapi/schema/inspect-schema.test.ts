import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';
import { SchemaInspector } from '../../../src/openapi/schema/inspect-schema.ts';

/** What is wrong with the schema at the root, and those that it leads to: `pointer message`. */
function problems(root: JsonValue): string[] {
  const inspector = new SchemaInspector(root);
  inspector.inspect('');
  return inspector.problems().map(({ pointer, message }) => `${pointer} ${message}`);
}

const broken = { minLength: -1 };
const told = 'minLength "minLength" must be an integer of at least 0, got -1';

describe('the inspection of a schema', () => {
  it.each([
    'not',
    'if',
    'then',
    'else',
    'items',
    'contains',
    'propertyNames',
    'additionalProperties',
    'unevaluatedItems',
    'unevaluatedProperties',
  ])('goes on below %s', (keyword) => {
    expect(problems({ [keyword]: broken })).toEqual([`/${keyword}/${told}`]);
    expect(problems({ [keyword]: true })).toEqual([]);
    expect(problems({ [keyword]: [broken] })).toEqual([
      `/${keyword} "${keyword}" must be a schema (a map, true or false), got [{"minLength":-1}]`,
    ]);
  });

  it.each(['allOf', 'anyOf', 'oneOf', 'prefixItems'])('goes on below each of %s', (keyword) => {
    expect(problems({ [keyword]: [true, broken, broken] })).toEqual([
      `/${keyword}/1/${told}`,
      `/${keyword}/2/${told}`,
    ]);
    expect(problems({ [keyword]: [] })).toEqual([
      `/${keyword} "${keyword}" must be a list of at least one schema, got []`,
    ]);
    expect(problems({ [keyword]: broken })).toHaveLength(1);
  });

  it.each(['properties', 'patternProperties', '$defs', 'dependentSchemas'])(
    'goes on below each name of %s',
    (keyword) => {
      expect(problems({ [keyword]: { a: broken, 'b/c': broken } })).toEqual([
        `/${keyword}/a/${told}`,
        `/${keyword}/b~1c/${told}`,
      ]);
      expect(problems({ [keyword]: [] })).toEqual([
        `/${keyword} "${keyword}" must be a map of names to schemas, got []`,
      ]);
      expect(problems({ [keyword]: { a: 'b' } })).toEqual([
        `/${keyword}/a a schema must be a map, true or false, got "b"`,
      ]);
    },
  );

  it('goes on behind a reference, wherever it leads', () => {
    expect(problems({ $ref: '#/x-elsewhere', 'x-elsewhere': broken })).toEqual([
      `/x-elsewhere/${told}`,
    ]);
    expect(problems({ $ref: '#/none' })).toEqual([]);
    expect(problems({ $ref: 'b.yaml', 'x-elsewhere': broken })).toEqual([]);
  });

  it('leaves alone what it does not know', () => {
    expect(problems({ example: broken, 'x-any': 1, nullable: 1, constructor: 1 })).toEqual([]);
  });

  it('says each thing once, however many references lead to it', () => {
    const twice = { allOf: [{ $ref: '#/x' }, { $ref: '#/x' }], x: broken };
    expect(problems(twice)).toEqual([`/x/${told}`]);
  });

  it('tells of the pattern that is broken', () => {
    expect(problems({ patternProperties: { '^a': true, '(': true } })).toEqual([
      '/patternProperties/( each key of "patternProperties" must be a regular expression: Invalid regular expression: /(/u: Unterminated group',
    ]);
    expect(problems({ properties: { '(': true } })).toEqual([]);
    const inspector = new SchemaInspector({ patternProperties: { '(': true } });
    inspector.inspect('');
    expect(inspector.problems()).toMatchObject([{ code: 'invalid-keyword' }]);
  });
});

describe('the shape of a keyword', () => {
  it.each<[keyword: string, good: JsonValue[], bad: JsonValue[]]>([
    ['minLength', [0, 7, 1e300], [-1, 0.5, '1', null]],
    ['maxContains', [0], [-1]],
    ['multipleOf', [0.1, 2], [0, -1, '1']],
    ['minimum', [-1.5], ['1', null]],
    ['exclusiveMaximum', [0], [true]],
    ['required', [[], ['a']], ['a', ['a', 1], {}]],
    ['dependentRequired', [{}, { a: [], b: ['c'] }], [[], { a: ['b'], c: [1] }, { a: 'b' }]],
    ['uniqueItems', [true, false], ['true', 1]],
    ['format', ['', 'date'], [1, null]],
    ['enum', [[], [null]], [{}, 'a']],
    ['$ref', ['b.yaml'], [1, {}]],
    ['type', ['null', ['string', 'integer']], [[], ['string', 'nil'], 1, [1], null]],
    ['pattern', ['^a$', String.raw`\-`], ['(', 1]],
  ])('%s', (keyword, good, bad) => {
    for (const value of good) expect(problems({ [keyword]: value })).toEqual([]);
    for (const value of bad) {
      expect(problems({ [keyword]: value })).toEqual([
        expect.stringContaining(`/${keyword} "${keyword}" must be `),
      ]);
    }
  });
});

describe('a schema that leads back to itself', () => {
  const self = { $ref: '#' };
  const loop = [' this schema leads back to itself without reaching into the value'];

  it.each(['not', 'if', 'then', 'else'])('through %s is refused', (keyword) => {
    expect(problems({ [keyword]: self })).toEqual(loop);
  });

  it.each<[where: string, root: JsonObject]>([
    ['allOf', { allOf: [true, self] }],
    ['dependentSchemas', { dependentSchemas: { a: self } }],
  ])('through %s is refused', (_where, root) => {
    expect(problems(root)).toEqual(loop);
  });

  it.each<[where: string, root: JsonObject]>([
    ['items', { items: self }],
    ['contains', { contains: self }],
    ['propertyNames', { propertyNames: self }],
    ['additionalProperties', { additionalProperties: self }],
    ['unevaluatedItems', { unevaluatedItems: self }],
    ['unevaluatedProperties', { unevaluatedProperties: self }],
    ['prefixItems', { prefixItems: [self] }],
    ['properties', { properties: { a: self } }],
    ['patternProperties', { patternProperties: { a: self } }],
    ['$defs', { $defs: { a: self } }],
    ['anyOf', { anyOf: [self, { type: 'string' }] }],
    ['oneOf', { oneOf: [self, { type: 'string' }] }],
  ])('through %s is fine', (_where, root) => {
    expect(problems(root)).toEqual([]);
  });

  it('is told once a circle, at a schema of it', () => {
    const inspector = new SchemaInspector({
      allOf: [{ $ref: '#/a' }, { $ref: '#/b' }],
      a: { not: { $ref: '#/b' } },
      b: { not: { $ref: '#/a' } },
    });
    inspector.inspect('');
    expect(inspector.problems()).toEqual([
      {
        code: 'reference-loop',
        message: 'this schema leads back to itself without reaching into the value',
        help: 'Let one of the references in the loop be a definition, or stand under a property.',
        pointer: expect.stringMatching(/^\/[ab]/) as string,
      },
    ]);
  });

  it('is not seen where two ways lead to one end', () => {
    const both = { allOf: [{ $ref: '#/a' }, { $ref: '#/a' }, { not: { $ref: '#/a' } }], a: {} };
    expect(problems(both)).toEqual([]);
  });
});

describe('what the kit does not follow', () => {
  it('$dynamicRef is refused', () => {
    const inspector = new SchemaInspector({ $dynamicRef: '#' });
    inspector.inspect('');
    expect(inspector.problems()).toEqual([
      {
        code: 'unsupported-keyword',
        message: 'the kit doesn\'t follow "$dynamicRef" in a schema',
        help: 'Name schemas under components, and refer to them by "#/components/schemas/…".',
        pointer: '/$dynamicRef',
      },
    ]);
  });

  it.each<[dialect: JsonValue, read: boolean]>([
    ['https://json-schema.org/draft/2020-12/schema', true],
    ['https://json-schema.org/draft/2020-12/schema#', true],
    ['https://spec.openapis.org/oas/3.1/dialect/base', true],
    ['https://spec.openapis.org/oas/3.2/dialect/2025-09-17', true],
    ['http://json-schema.org/draft-07/schema#', false],
    ['https://json-schema.org/draft/2020-12/schema#a', false],
    [1, false],
  ])('the dialect %s is read: %s', (dialect, read) => {
    const inspector = new SchemaInspector({ $schema: dialect });
    inspector.inspect('');
    const refused = {
      code: 'unsupported-dialect',
      message: `the kit reads schemas in JSON Schema 2020-12, got ${JSON.stringify(dialect)}`,
      help: 'Remove "$schema", and write the schema as JSON Schema 2020-12 has it.',
      pointer: '/$schema',
    };
    expect(inspector.problems()).toEqual(read ? [] : [refused]);
  });

  it('tells the code and the help with what is wrong', () => {
    const inspector = new SchemaInspector({ not: 1, maxLength: 'x', allOf: [1] });
    inspector.inspect('');
    const help = 'Write it as JSON Schema 2020-12 has it.';
    expect(inspector.problems()).toMatchObject([
      { code: 'invalid-keyword', help, pointer: '/not' },
      { code: 'invalid-keyword', help, pointer: '/maxLength' },
      { code: 'invalid-schema', help, pointer: '/allOf/0' },
    ]);
  });

  it('looks at schemas in any number', () => {
    const inspector = new SchemaInspector({ allOf: Array.from({ length: 200_000 }, () => true) });
    inspector.inspect('');
    expect(inspector.problems()).toEqual([]);
  });
});
