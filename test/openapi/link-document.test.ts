import { describe, expect, it } from 'vitest';
import { type JsonObject, type JsonValue, copyJson } from '../../src/openapi/json/json-value.ts';
import { DocumentLinker, type LinkedTree } from '../../src/openapi/link-document.ts';
import type { Location } from '../../src/openapi/diagnostic.ts';
import { valueAt } from '../../src/openapi/pointer.ts';
import { readYaml } from '../../src/openapi/read-yaml.ts';

const ADDRESS = 'file:///specs/api.yaml';

/** Links a document with other files, by their names beside it. */
function link(root: JsonObject, others: Readonly<Record<string, JsonValue>> = {}): LinkedTree {
  const file = { value: copyJson(root) as JsonObject, locate: () => undefined };
  const linker = new DocumentLinker(file, ADDRESS);
  const given = (address: string): JsonValue | undefined =>
    others[address.slice('file:///specs/'.length)];
  for (;;) {
    const next = linker.missing.find((address) => given(address) !== undefined);
    if (next === undefined) break;
    const value = copyJson(given(next)!);
    linker.add(next, { value, locate: () => undefined });
  }
  return linker.finish();
}

/** The pointers of those that name nothing. */
function lost(root: JsonObject): string[] {
  return link(root)
    .references.filter(({ target }) => target === undefined)
    .map(({ pointer }) => pointer)
    .toSorted();
}

const schemas = (all: JsonObject): JsonObject => ({ components: { schemas: all } });
const none = { $ref: '#/none' };

describe('a $ref', () => {
  it.each(['example', 'default', 'enum', 'const', 'examples', 'x-any'])(
    'is data as the value of %s, at any depth',
    (key) => {
      expect(lost(schemas({ a: { [key]: none } }))).toEqual([]);
      expect(lost(schemas({ a: { [key]: { b: [none] } } }))).toEqual([]);
    },
  );

  it.each([
    ['components', 'callbacks'],
    ['components', 'examples'],
    ['components', 'headers'],
    ['components', 'links'],
    ['components', 'parameters'],
    ['components', 'pathItems'],
    ['components', 'requestBodies'],
    ['components', 'responses'],
    ['components', 'schemas'],
    ['components', 'securitySchemes'],
    ['paths'],
    ['webhooks'],
  ])('counts under each name in the map %s %s, and is a name there', (...keys) => {
    const names = { default: none, example: none, $ref: none };
    const root = keys.reduceRight<JsonValue>((value, key) => ({ [key]: value }), names);
    const at = `/${keys.join('/')}`;
    expect(lost(root as JsonObject)).toEqual([
      `${at}/$ref/$ref`,
      `${at}/default/$ref`,
      `${at}/example/$ref`,
    ]);
  });

  it.each(['$defs', 'dependentSchemas', 'patternProperties', 'properties'])(
    'counts under each name in the map %s of a schema',
    (key) => {
      const root = schemas({ a: { [key]: { default: none, $ref: none } } });
      const at = `/components/schemas/a/${key}`;
      expect(lost(root)).toEqual([`${at}/$ref/$ref`, `${at}/default/$ref`]);
    },
  );

  it('counts in lists, in an operation and below it', () => {
    const content = { 'a/b': { schema: none, encoding: { c: { headers: { d: none } } } } };
    const get = { parameters: [none, { content }], requestBody: none, responses: { 200: none } };
    const at = '/paths/~1a/get';
    expect(lost({ paths: { '/a': { parameters: [none], get } } })).toEqual(
      [
        '/paths/~1a/parameters/0/$ref',
        `${at}/parameters/0/$ref`,
        `${at}/parameters/1/content/a~1b/schema/$ref`,
        `${at}/parameters/1/content/a~1b/encoding/c/headers/d/$ref`,
        `${at}/requestBody/$ref`,
        `${at}/responses/200/$ref`,
      ].toSorted(),
    );
  });

  it('is none where it is no text', () => {
    expect(lost(schemas({ a: { $ref: 1, not: { $ref: { b: none } } } }))).toEqual([]);
  });
});

describe('a reference within a document', () => {
  it('may be percent-encoded, and lead to another', () => {
    const root = schemas({
      'a b%': { type: 'integer' },
      b: { $ref: '#/components/schemas/a%20b%25' },
    });
    const { references, root: linked } = link(root);
    expect(references).toMatchObject([{ target: '/components/schemas/a b%' }]);
    expect(valueAt(linked, '/components/schemas/b/$ref')).toBe('#/components/schemas/a%20b%25');
  });

  it('may name an anchor, or a schema by its $id, from within another one', () => {
    const a = {
      $id: 'https://a.example/dir/a',
      $defs: {
        inner: { $anchor: 'here', type: 'string' },
        other: { $id: 'b', not: { $ref: '#' } },
      },
      allOf: [{ $ref: '#here' }, { $ref: 'b' }, { $ref: '/dir/a#/$defs/inner' }],
    };
    const root = link(schemas({ a, c: { $ref: 'https://a.example/dir/a#here' } })).root;
    const at = '/components/schemas/a';
    expect(valueAt(root, `${at}/allOf`)).toEqual([
      { $ref: `#${at}/$defs/inner` },
      { $ref: `#${at}/$defs/other` },
      { $ref: `#${at}/$defs/inner` },
    ]);
    expect(valueAt(root, `${at}/$defs/other/not/$ref`)).toBe(`#${at}/$defs/other`);
    expect(valueAt(root, '/components/schemas/c/$ref')).toBe(`#${at}/$defs/inner`);
  });
});

describe('a reference to another file', () => {
  const path = { get: { responses: { 200: { $ref: 'answers.yaml#/ok' } } } };
  const answers = {
    ok: { content: { 'application/json': { schema: { $ref: './schemas/pet.yaml' } } } },
  };
  const pet = {
    properties: { self: { $ref: '#' }, owner: { $ref: '../api.yaml#/components/schemas/a' } },
  };
  const root: JsonObject = {
    openapi: '3.0.3',
    paths: { '/pets': { $ref: 'paths.yaml#/~1pets' } },
    ...schemas({ a: { type: 'string' } }),
  };

  it('is one into the tree, relative to the file that it stands in', () => {
    const linked = link(root, {
      'paths.yaml': { '/pets': path },
      'answers.yaml': answers,
      'schemas/pet.yaml': pet,
    });
    const followed = (pointer: string): string => {
      const reference = valueAt(linked.root, pointer);
      return typeof reference === 'string' ? reference.slice(1) : '';
    };
    const item = followed('/paths/~1pets/$ref');
    const answer = followed(`${item}/get/responses/200/$ref`);
    const schema = followed(`${answer}/content/application~1json/schema/$ref`);
    expect(followed(`${schema}/properties/self/$ref`)).toBe(schema);
    expect(followed(`${schema}/properties/owner/$ref`)).toBe('/components/schemas/a');
    expect(linked.references.every(({ target }) => target !== undefined)).toBe(true);
  });

  it('is upgraded with the document, as what it is there', () => {
    const linked = link(
      { openapi: '3.0.3', ...schemas({ a: { $ref: 'b.yaml#/x' } }) },
      { 'b.yaml': { x: { type: 'string', nullable: true }, y: { nullable: true } } },
    );
    const [file] = linked.root['x-files'] as JsonValue[];
    expect(file).toEqual({ x: { type: ['string', 'null'] }, y: { nullable: true } });
  });

  it('leads to what is used as another thing than it stands for: a schema among the responses', () => {
    const root = {
      paths: {},
      components: { schemas: { a: { $ref: 'b.yaml#/components/responses/c' } } },
    };
    const list = { type: 'array', items: { $ref: '#/components/schemas/none' } };
    const items = { type: 'array', items: { $ref: '#/components/schemas/d' } };
    const file = {
      components: {
        responses: { c: { properties: { list, items } }, e: list },
        schemas: { d: {} },
      },
    };
    const { root: tree, references } = link(root, { 'b.yaml': file });
    expect(references.filter(({ target }) => target === undefined)).toMatchObject([
      { pointer: '/x-files/0/components/responses/c/properties/list/items/$ref', kind: 'schema' },
    ]);
    expect(valueAt(tree, '/x-files/0/components/responses/c/properties/items/items/$ref')).toBe(
      '#/x-files/0/components/schemas/d',
    );
  });

  it('is told where the file is missing, or has no such part', () => {
    const { references } = link(
      schemas({ a: { $ref: 'b.yaml#/none' }, c: { $ref: 'd.yaml' }, e: { $ref: 'http://[' } }),
      { 'b.yaml': {} },
    );
    expect(references.map(({ reference, missing }) => [reference, missing])).toEqual(
      expect.arrayContaining([
        ['b.yaml#/none', undefined],
        ['d.yaml', 'file:///specs/d.yaml'],
        ['http://[', undefined],
      ]),
    );
  });

  it('has its nodes where they stand in that file', () => {
    const source = readYaml('x:\n  type: string\n', 'b.yaml');
    const value = schemas({ a: { $ref: 'b.yaml#/x' } });
    const entry = readYaml('components: {}', 'a.yaml');
    const locate = (pointer: string): Location | undefined => entry.locate(pointer);
    const linker = new DocumentLinker({ value, locate }, ADDRESS);
    expect(linker.missing).toEqual(['file:///specs/b.yaml']);
    linker.add('file:///specs/b.yaml', source);
    const tree = linker.finish();
    expect(tree.locate('/x-files/0/x/type')).toEqual({ file: 'b.yaml', line: 2, column: 3 });
    expect(tree.locate('/components')).toEqual({ file: 'a.yaml', line: 1, column: 1 });
  });

  it('stands beside a key of the same name', () => {
    const given = { 'x-files': 1, ...schemas({ a: { $ref: 'b.yaml' } }) };
    expect(Object.keys(link(given, { 'b.yaml': {} }).root)).toContain('x-files-');
  });
});

describe('OpenAPI 3.2', () => {
  const thing = { type: 'object' };

  it('knows a document, and a file, by what it calls itself', () => {
    const root = {
      $self: 'https://example.com/api.yaml',
      components: {
        schemas: {
          thing,
          own: { $ref: 'https://example.com/api.yaml#/components/schemas/thing' },
          near: { $ref: 'other.yaml#/components/schemas/thing' },
          far: { $ref: 'https://example.com/other#/components/schemas/thing' },
        },
      },
    };
    const other = { $self: 'https://example.com/other', ...schemas({ thing }) };
    const tree = link(root, { 'other.yaml': other });
    expect(valueAt(tree.root, '/components/schemas')).toEqual({
      thing,
      own: { $ref: '#/components/schemas/thing' },
      near: { $ref: '#/x-files/0/components/schemas/thing' },
      far: { $ref: '#/x-files/0/components/schemas/thing' },
    });
  });

  it('links what a discriminator maps to, also in other files; names stay', () => {
    const mapping = {
      a: 'thing',
      b: '#/components/schemas/thing',
      c: 'other.yaml#/thing',
      d: 'no',
    };
    const discriminator = { propertyName: 'kind', mapping, defaultMapping: 'gone.yaml' };
    const tree = link(schemas({ thing, base: { discriminator } }), { 'other.yaml': { thing } });
    expect(valueAt(tree.root, '/components/schemas/base/discriminator/mapping')).toEqual({
      ...mapping,
      c: '#/x-files/0/thing',
    });
    expect(tree.references.filter(({ target }) => target === undefined)).toEqual([
      {
        reference: 'gone.yaml',
        kind: 'discriminator',
        pointer: '/components/schemas/base/discriminator/defaultMapping',
        target: undefined,
        missing: 'file:///specs/gone.yaml',
      },
    ]);
  });

  it('links security schemes that are named by a URI, but none that has such a name', () => {
    const key = { type: 'apiKey', in: 'header', name: 'key' };
    const components = { securitySchemes: { 'a/b': key } };
    const security = [{ 'a/b': [], 'other.yaml#/key': ['x'] }];
    const tree = link({ components, security }, { 'other.yaml': { key } });
    expect(tree.root['security']).toEqual([{ 'a/b': [], '#/x-files/0/key': ['x'] }]);
  });

  it('has a schema of the list where a media type is a sequence', () => {
    const content = {
      'application/jsonl': { itemSchema: { $ref: 'other.yaml#/thing' } },
      'application/json-seq': { schema: { maxItems: 2 }, itemSchema: true },
    };
    const tree = link(
      { components: { responses: { a: { content } } } },
      { 'other.yaml': { thing } },
    );
    const at = '/components/responses/a/content';
    const list = (name: string): JsonObject => {
      return { type: 'array', items: { $ref: `#${at}/application~1${name}/itemSchema` } };
    };
    expect(valueAt(tree.root, at)).toMatchObject({
      'application/jsonl': { schema: list('jsonl'), itemSchema: { $ref: '#/x-files/0/thing' } },
      'application/json-seq': { schema: { allOf: [{ maxItems: 2 }, list('json-seq')] } },
    });
  });
});

describe('a reference in place of a map', () => {
  const shared = { a: { $ref: '#/none' }, b: { type: 'string' } };

  it('is read as what it names, with a warning', () => {
    const root = schemas({ A: { properties: { $ref: 'b.yaml#/more', own: {} } } });
    const {
      root: linked,
      references,
      problems,
    } = link(root, {
      'b.yaml': { more: { $ref: '#/all' }, all: shared },
    });
    expect(valueAt(linked, '/components/schemas/A/properties')).toEqual({ own: {}, ...shared });
    expect(problems).toMatchObject([
      { code: 'sloppy-reference', pointer: '/components/schemas/A/properties/$ref' },
      { code: 'sloppy-reference' },
    ]);
    expect(references.filter(({ target }) => target === undefined)).toMatchObject([
      { kind: 'schema', pointer: '/x-files/0/all/a/$ref' },
    ]);
  });

  it('ends where it leads in a circle', () => {
    const root = {
      components: {
        responses: { $ref: '#/components/headers' },
        headers: { $ref: '#/components/responses' },
      },
    };
    expect(valueAt(link(root).root, '/components/responses')).toHaveProperty('$ref');
  });
});
