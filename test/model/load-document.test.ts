import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/openapi/diagnostic.ts';
import { loadDocument } from '../../src/model/load-document.ts';
import { operations } from '../../src/model/operation.ts';
import { HEAD, diagnosticsOf, failure } from '../openapi/failure.ts';
import { thingsDocument, thingsFile } from '../setup/things-document.ts';

function place({ code, location }: Diagnostic): string {
  return `${code} at ${location?.line}:${location?.column}`;
}

/** Where each problem of a text stands: `code at line:column`. */
function places(text: string): string[] {
  return diagnosticsOf(text).map(place);
}

/** A document whose schema `Thing`, on line 6, is the given flow map. */
function withSchema(schema: string): string {
  return `${HEAD}paths: {}\ncomponents:\n  schemas:\n    Thing: ${schema}\n`;
}

/** A document whose inline schema, on line 8, is the given flow map. */
function withInlineSchema(schema: string): string {
  return `${HEAD}paths:\n  /things:\n    get:\n      parameters:\n        - { name: q, in: query,\n          schema: ${schema} }\n`;
}

describe('loadDocument', () => {
  it('loads a whole document, with places', () => {
    const line = thingsDocument.locate('/components/schemas/NewThing')?.line ?? 0;
    expect(thingsDocument.text.split('\n')[line - 1]).toBe('    NewThing:');
    const example = '/paths/~1things/post/requestBody/content/application~1json/examples/largestId';
    expect(thingsDocument.locate(`${example}/value/id`)?.file).toBe(thingsFile);
    expect(thingsDocument.locate('/nothing')).toBeUndefined();
  });

  it('loads JSON, with a byte order mark and Windows line ends', () => {
    const text = '\uFEFF{\r\n  "openapi": "3.1.1",\r\n  "paths": {}\r\n}\r\n';
    expect(loadDocument(text, 'api.json').locate('/paths')).toEqual({
      file: 'api.json',
      line: 3,
      column: 3,
    });
  });

  it('says file, line and column, shows the line with a caret, and what to do', () => {
    expect(failure(`${HEAD}paths: [1]\n`).message).toBe(
      [
        'Failed to read the OpenAPI document api.yaml:',
        'api.yaml:3:1 invalid-structure: "paths" must be a map, got [1]',
        '  3 | paths: [1]',
        '      ^',
        '  help: Write it as OpenAPI has it.',
      ].join('\n'),
    );
  });

  it('collects every problem', () => {
    const text =
      'openapi: 2.0.3\npaths:\n  /things: []\ncomponents: { schemas: { A: { $ref: b.yaml } } }\n';
    expect(places(text)).toEqual([
      'unsupported-version at 1:1',
      'invalid-structure at 3:3',
      'external-reference at 4:31',
    ]);
  });

  it.each([
    ['an empty file', '', ['not-an-object at 1:1']],
    ['a comment only', '# soon\n', ['not-an-object at 1:1']],
    ['a list', '- a\n', ['not-an-object at 1:1']],
    ['a text', 'hello', ['not-an-object at 1:1']],
    ['broken JSON', '{\n  "openapi": "3.1.0"\n  "paths": {}\n}', ['yaml-missing-char at 3:3']],
    ['a duplicate key', `${HEAD}paths: {}\npaths: {}\n`, ['yaml-duplicate-key at 4:1']],
    [
      'a key that is a number once and a text once',
      `${HEAD}paths: {}\nx-a: { 200: 1,\n  "200": 2 }\n`,
      ['yaml-duplicate-key at 5:3'],
    ],
    ['an alias without an anchor', `${HEAD}paths: *none\n`, ['yaml-value at 3:8']],
    ['an alias to its own parent', `${HEAD}paths: &a { /a: *a }\n`, ['yaml-value at 3:17']],
    ['two documents', `${HEAD}paths: {}\n---\na: 1\n`, ['yaml-multiple-docs at 4:1']],
    ['a tab as indentation', `${HEAD}paths:\n\t/a: {}\n`, ['yaml-tab-as-indent at 4:1']],
    ['no version', 'paths: {}\n', ['unsupported-version at 1:1']],
    ['version 3.1 as a number', 'openapi: 3.1\npaths: {}\n', ['sloppy-version at 1:1']],
    ['Swagger 1', 'swagger: "1.2"\npaths: {}\n', ['unsupported-version at 1:1']],
    ['a version that is a map', 'openapi: { a: 1 }\npaths: {}\n', ['unsupported-version at 1:1']],
    ['no paths', HEAD, ['missing-paths at 1:1']],
    ['paths that are a list', `${HEAD}paths: []\n`, ['invalid-structure at 3:1']],
    ['a path without a slash', `${HEAD}paths: { a: {} }\n`, ['path-without-slash at 3:10']],
    [
      'headers with names that are none',
      `${HEAD}paths:
  /a:
    get:
      parameters: [{ name: Grüße, in: header, schema: { type: string } }]
      responses:
        '200': { description: d, headers: { 'a b': { schema: { type: string } }, X-A: {} } }
components: { securitySchemes: { a: { type: apiKey, in: header, name: 'a:b' } } }
`,
      ['unsendable-header at 6:22', 'unsendable-header at 8:45', 'unsendable-header at 9:65'],
    ],
    [
      'parameters where no request has one',
      `${HEAD}paths:
  /a:
    parameters: [{ name: a, in: body }, { name: b }]
    get: { parameters: [{ $ref: '#/components/parameters/C' }, { name: c, in: query }] }
components: { parameters: { C: { name: c, in: _query } } }
`,
      ['misplaced-parameter at 5:29', 'misplaced-parameter at 5:41', 'misplaced-parameter at 7:43'],
    ],
    ['a path item that is a text', `${HEAD}paths: { /a: b }\n`, ['invalid-structure at 3:10']],
    [
      'an operation that is a list',
      `${HEAD}paths: { /a: { get: [] } }\n`,
      ['invalid-structure at 3:16'],
    ],
  ])('gives %s a code and a place', (_what, text, expected) => {
    expect(places(text)).toEqual(expected);
  });

  it.each([
    ['openapi: 4\n', 'openapi: 4'],
    ['openapi: 3.1.0-rc\n', 'openapi: "3.1.0-rc"'],
    ['openapi: 23.1.0\n', 'openapi: "23.1.0"'],
    ['openapi: [3.1.0]\n', 'openapi: ["3.1.0"]'],
    ['', 'no "openapi"'],
  ])('says what it reads in place of the version it found: %j', (version, label) => {
    expect(failure(`${version}paths: {}\n`).diagnostics).toMatchObject([
      {
        message: `the kit reads OpenAPI 3.2, 3.1, 3.0 and 2.0, this document says ${label}`,
        help: 'Write `openapi: 3.1.0`, and convert an older or newer document first.',
        pointer: '/openapi',
      },
    ]);
  });

  it.each([
    ['openapi: 3.1', '"openapi: 3.1" is read as "3.1.0"'],
    ['openapi: "3.0"', '"openapi: "3.0"" is read as "3.0.0"'],
    ['swagger: 2', '"swagger: 2" is read as "2.0"'],
    ['swagger: 2.0', '"swagger: 2" is read as "2.0"'],
  ])('reads a version that is short, or no text: %s', (version, message) => {
    const text = `${version}\ninfo: { title: t, version: '1' }\npaths: { /a: { get: { responses: {} } } }\n`;
    const document = loadDocument(text, 'a.yaml');
    expect(operations(document)).toMatchObject([{ method: 'GET', path: '/a' }]);
    expect(document.diagnostics).toMatchObject([{ severity: 'warning', message }]);
  });

  it('reads every patch of 3.1', () => {
    expect(loadDocument('openapi: 3.1.10\npaths: {}\n', 'a.yaml').file).toBe('a.yaml');
  });

  it.each([
    ['paths: 1', '"paths" must be a map, got 1'],
    ['paths: { /a: null }', 'the path item "/a" must be a map, got null'],
    ['paths: { /a: { get: 1 } }', 'the operation "get" must be a map, got 1'],
    ['paths: { /a: { parameters: {} } }', '"parameters" must be a list, got {}'],
    ['paths: { /a: { get: { parameters: [null] } } }', 'the parameter "0" must be a map, got null'],
    ['paths: { /a: { get: { responses: [] } } }', '"responses" must be a map, got []'],
  ])('says what is wrong with %s', (paths, message) => {
    expect(diagnosticsOf(`${HEAD}${paths}\n`)).toMatchObject([{ severity: 'error', message }]);
  });

  it.each([
    ['an empty key', 'parameters:', '"parameters" must be a list, got null'],
    [
      'examples that are a list',
      'requestBody: { content: { a/b: { examples: [1] } } }',
      '"examples" must be a map, got [1]',
    ],
  ])('reads on where there is %s', (_what, member, message) => {
    const text = `${HEAD}paths:\n  /a:\n    get:\n      ${member}\n`;
    expect(loadDocument(text, 'a.yaml')).toMatchObject({
      diagnostics: [{ severity: 'warning', message }],
      quarantined: [],
    });
  });

  it.each(['webhooks: {}', 'components: {}'])('reads a document that has but %s', (part) => {
    expect(loadDocument(`${HEAD}${part}\n`, 'a.yaml').diagnostics).toEqual([]);
  });

  it('takes a security requirement that is an empty list for an empty map', () => {
    const key = 'components: { securitySchemes: { key: { type: apiKey, in: header, name: k } } }';
    const text = `${HEAD}paths: { /a: { get: { security: [{ key: [] }, []] } } }\n${key}\n`;
    const document = loadDocument(text, 'a.yaml');
    expect(operations(document)).toMatchObject([{ security: [[{ name: 'key' }], []] }]);
    expect(document.diagnostics).toMatchObject([{ severity: 'warning' }]);
  });

  it('takes the last of keys that stand twice, with a warning', () => {
    const text = `${HEAD}paths: { /a: { get: {} }, /a: { put: {} } }\n`;
    const document = loadDocument(text, 'a.yaml');
    expect(operations(document).map(({ id }) => id)).toEqual(['PUT /a']);
    expect(document.diagnostics).toMatchObject([
      { code: 'yaml-duplicate-key', severity: 'warning', location: { line: 3 } },
    ]);
  });

  it('reads a path without its slash', () => {
    const document = loadDocument(`${HEAD}paths: { a: { get: {} } }\n`, 'a.yaml');
    expect(operations(document)).toMatchObject([{ id: 'GET /a', path: '/a' }]);
    expect(document.diagnostics).toMatchObject([
      { severity: 'warning', message: 'the path "a" must start with "/"; it is read as if it did' },
    ]);
  });

  it('says how a document begins', () => {
    expect(failure('[]').diagnostics).toMatchObject([
      {
        message: 'an OpenAPI document is a map with the key "openapi"',
        help: 'Start the file with `openapi: 3.1.0`.',
      },
    ]);
  });

  it('refuses an alias in front of what is too deep to walk', () => {
    const deep = '['.repeat(2500) + ']'.repeat(2500);
    const text = `${HEAD}paths: {}\nx-a: &a 1\nx-b: *a\nx-c: ${deep}\n`;
    expect(failure(text).diagnostics).toMatchObject([{ code: 'yaml-value' }]);
  });

  it('follows aliases and keeps extensions, data and webhooks out of its judgement', () => {
    const text = `${HEAD}paths:
  x-internal: [1]
  /a: &a
    get:
      responses: { 200: { description: ok, x-note: { $ref: nowhere } }, x-more: 1 }
  /b: *a
x-schema: { $ref: nowhere }
components:
  schemas:
    default: { example: { $ref: nowhere }, examples: [{ $ref: nowhere }], enum: [{ $ref: a }] }
    example: { properties: { $ref: { type: string }, default: { type: string } } }
`;
    expect(Object.keys(loadDocument(text, 'a.yaml').root)).toContain('x-schema');
  });
});

describe('a reference', () => {
  it.each([
    ['to another file', '{ $ref: "b.yaml#/A" }', 'external-reference at 6:14'],
    ['to a web address', '{ $ref: "https://example.com/a" }', 'external-reference at 6:14'],
    ['to an anchor', '{ $ref: "#thing" }', 'unresolved-reference at 6:14'],
    ['with broken escapes', '{ $ref: "#/%zz" }', 'unresolved-reference at 6:14'],
    ['to nothing', '{ $ref: "#/components/schemas/Other" }', 'unresolved-reference at 6:14'],
    [
      'past the end of a list',
      '{ allOf: [true], not: { $ref: "#/components/schemas/Thing/allOf/1" } }',
      'unresolved-reference at 6:36',
    ],
    [
      'to an empty index',
      '{ allOf: [true], not: { $ref: "#/components/schemas/Thing/allOf/" } }',
      'unresolved-reference at 6:36',
    ],
    ['to itself', '{ $ref: "#/components/schemas/Thing" }', 'reference-loop at 6:5'],
    [
      'within a property called default',
      '{ properties: { default: { $ref: x.yaml } } }',
      'external-reference at 6:39',
    ],
    [
      'to itself through allOf',
      '{ allOf: [{ $ref: "#/components/schemas/Thing" }] }',
      'reference-loop at 6:5',
    ],
    [
      'to itself through if and not',
      '{ if: { not: { $ref: "#/components/schemas/Thing" } } }',
      'reference-loop at 6:5',
    ],
  ])('%s is found', (_what, schema, expected) => {
    expect(places(withSchema(schema))).toEqual([expected]);
  });

  it('through a property may lead back', () => {
    const tree = '{ properties: { kids: { items: { $ref: "#/components/schemas/Thing" } } } }';
    expect(loadDocument(withSchema(tree), 'a.yaml').file).toBe('a.yaml');
  });

  it('in a circle of several is found at each of them', () => {
    const text = `${HEAD}paths: {}\ncomponents:\n  responses:\n    A: { $ref: "#/components/responses/B" }\n    B: { $ref: "#/components/responses/A" }\n`;
    expect(places(text)).toEqual(['reference-loop at 6:10', 'reference-loop at 7:10']);
  });

  it('in an example object is followed, in its value it is data', () => {
    const media = (example: string): string =>
      `${HEAD}paths:\n  /a:\n    get:\n      responses:\n        200: { description: d, content: { a/b: { examples: { e: ${example} } } } }\n`;
    expect(places(media('{ $ref: "#/none" }'))).toEqual(['unresolved-reference at 7:67']);
    expect(loadDocument(media('{ value: { $ref: "#/none" } }'), 'a.yaml').file).toBe('a.yaml');
  });
});

describe('a schema keyword', () => {
  const rows: [schema: string, message: string][] = [
    [
      '{ type: strng }',
      '"type" must be one of null, boolean, object, array, number, string, integer, or a list of them, got "strng"',
    ],
    [
      '{ type: [string, nil] }',
      '"type" must be one of null, boolean, object, array, number, string, integer, or a list of them, got "nil"',
    ],
    [
      '{ type: [] }',
      '"type" must be one of null, boolean, object, array, number, string, integer, or a list of them, got []',
    ],
    ['{ required: "id" }', '"required" must be a list of property names, got "id"'],
    ['{ required: [1] }', '"required" must be a list of property names, got [1]'],
    ['{ properties: [] }', '"properties" must be a map of names to schemas, got []'],
    ['{ properties: { a: string } }', 'a schema must be a map, true or false, got "string"'],
    ['{ minLength: x }', '"minLength" must be an integer of at least 0, got "x"'],
    ['{ maxItems: -1 }', '"maxItems" must be an integer of at least 0, got -1'],
    ['{ maxItems: 1.5 }', '"maxItems" must be an integer of at least 0, got 1.5'],
    ['{ minimum: "one" }', '"minimum" must be a number, got "one"'],
    ['{ multipleOf: 0 }', '"multipleOf" must be a number above 0, got 0'],
    ['{ enum: a }', '"enum" must be a list of values, got "a"'],
    ['{ format: 1 }', '"format" must be a string, got 1'],
    ['{ uniqueItems: yes }', '"uniqueItems" must be true or false, got "yes"'],
    [
      '{ pattern: "[" }',
      '"pattern" must be a regular expression: Invalid regular expression: /[/u: Unterminated character class',
    ],
    ['{ pattern: 1 }', '"pattern" must be a regular expression, got 1'],
    [
      '{ patternProperties: { "(": true } }',
      'each key of "patternProperties" must be a regular expression: Invalid regular expression: /(/u: Unterminated group',
    ],
    ['{ items: [] }', '"items" must be a schema (a map, true or false), got []'],
    ['{ allOf: [] }', '"allOf" must be a list of at least one schema, got []'],
    [
      '{ anyOf: { type: string } }',
      '"anyOf" must be a list of at least one schema, got {"type":"string"}',
    ],
    [
      '{ dependentRequired: { a: b } }',
      '"dependentRequired" must be a map of names to lists of names, got {"a":"b"}',
    ],
    ['{ $ref: 1 }', '"$ref" must be a string, got 1'],
    ['{ $dynamicRef: "#node" }', 'the $dynamicRef "#node" names nothing in this document'],
    [
      '{ $dynamicAnchor: node, not: { $dynamicAnchor: node }, items: { $dynamicRef: "#node" } }',
      'the kit doesn\'t follow "$dynamicRef" in a schema',
    ],
    [
      '{ $schema: "https://example.com/schema" }',
      'the kit reads schemas in JSON Schema 2020-12, got "https://example.com/schema"',
    ],
    ['5', 'a schema must be a map, true or false, got 5'],
  ];

  it.each(rows)('%s is found in a named and in an inline schema', (schema, message) => {
    const named = diagnosticsOf(withSchema(schema));
    const inline = diagnosticsOf(withInlineSchema(schema));
    expect(named.map((found) => found.message)).toEqual([message]);
    expect(inline.map((found) => found.message)).toEqual(named.map((found) => found.message));
    expect(named.map(({ location }) => location?.line)).toEqual([6]);
    expect(inline.map(({ location }) => location?.line)).toEqual([8]);
  });

  it.each([
    ['a request body', 'requestBody: { content: { a/b: { schema: { type: x } } } }'],
    ['a response', 'responses: { 200: { content: { a/b: { schema: { type: x } } } } }'],
    ['a response header', 'responses: { 200: { headers: { X-A: { schema: { type: x } } } } }'],
    ['a shared parameter', 'parameters: [{ $ref: "#/components/parameters/P" }]'],
  ])('is looked at in %s', (_what, member) => {
    const shared = 'components: { parameters: { P: { name: p, in: query, schema: { type: x } } } }';
    const text = `${HEAD}paths:\n  /a:\n    get:\n      ${member}\n${shared}\n`;
    expect(diagnosticsOf(text)).toMatchObject([{ code: 'invalid-keyword' }]);
  });

  it('is reported once, however many references lead to its schema', () => {
    const text = `${HEAD}paths: {}\ncomponents:\n  schemas:\n    A: { type: x }\n    B: { items: { $ref: "#/components/schemas/A" } }\n    C: { allOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }] }\n`;
    expect(places(text)).toEqual(['invalid-keyword at 6:10']);
  });

  it('may be spelled as a property name', () => {
    const schema =
      '{ properties: { type: { type: string }, required: true, $id: { type: string } } }';
    expect(loadDocument(withSchema(schema), 'a.yaml').file).toBe('a.yaml');
  });

  it('may hold numbers beyond a double', () => {
    expect(loadDocument(withSchema('{ maximum: 1e400, minLength: 1.0 }'), 'a.yaml').file).toBe(
      'a.yaml',
    );
  });
});
