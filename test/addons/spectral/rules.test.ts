import { expect, it, test } from 'vitest';
import { rules } from '../../../src/addons/spectral/rules/index.ts';
import { LintedDocument } from '../../../src/addons/spectral/rules/linted-document.ts';
import { mistakesIn } from '../../../src/addons/spectral/rules/rule.ts';

const text = `openapi: 3.0.3
info: { title: t, version: '1', license: { name: BSD } }
tags: [{ name: a }]
paths:
  /a/{id}:
    parameters: [{ $ref: '#/components/parameters/Id' }]
    post:
      tags: [a]
      parameters: [{ name: q, in: query, schema: { type: integer, maximum: 3, example: 3 }, example: 3 }]
      requestBody:
        content:
          application/json:
            schema:
              allOf:
                - { required: [id], properties: { id: { type: integer, format: int64, multipleOf: 0.5 } } }
                - { additionalProperties: { type: array, items: { enum: [1] } } }
              example: { id: 1 }
            examples: { one: { value: { id: 1, list: [1] } } }
            encoding: { id: { contentType: text/plain } }
      responses:
        '200':
          description: x
          headers: { H: { schema: { type: integer, minimum: 1 }, example: 1 } }
          content: { a/json: { schema: { oneOf: [{ $ref: '#/components/schemas/A' }, { type: string }] } } }
          links: { self: { operationRef: '#/paths/~1a~1{id}/post', parameters: { id: 1 } } }
        '400': { description: x }
    get: { responses: { '200': { description: x } } }
components:
  parameters: { Id: { name: id, in: path, required: true, schema: { type: string } } }
  schemas:
    A:
      type: object
      required: [kind]
      properties: { kind: { type: string, nullable: true }, next: { $ref: '#/components/schemas/A' } }
      discriminator: { propertyName: kind, mapping: { a: '#/components/schemas/B' } }
    B: { allOf: [{ $ref: '#/components/schemas/A' }, { properties: { n: { minimum: 1, maximum: 2 } } }] }
  securitySchemes: { key: { type: oauth2, flows: { implicit: { scopes: { a: b } } } } }
`;

function linted(source: string): LintedDocument {
  const data: unknown = source.startsWith('{') ? JSON.parse(source) : undefined;
  return new LintedDocument({ source: '/api.yaml', text: source, data }, new Map());
}

test('rules of style tell what a document leaves out', () => {
  const document = linted(text);
  const found = rules
    .filter(({ severity }) => severity === 'hint')
    .map((rule) => [rule.name, mistakesIn(rule, document).map(({ pointer }) => pointer)]);
  const operation = '/paths/~1a~1{id}';
  const body = `${operation}/post/requestBody`;
  expect(Object.fromEntries(found)).toEqual({
    'without-effect': [],
    'property-description': [
      `${body}/content/application~1json/schema/allOf/0/properties/id`,
      '/components/schemas/A/properties/kind',
      '/components/schemas/A/properties/next',
      '/components/schemas/B/allOf/1/properties/n',
    ],
    'object-required': ['/components/schemas/B/allOf/1'],
    'integer-format': [
      `${operation}/post/parameters/0/schema`,
      `${operation}/post/responses/200/headers/H/schema`,
    ],
    'request-body-required': [body],
    'operation-error': [`${operation}/get/responses`],
    'error-response-schema': [`${operation}/post/responses/400`],
    'security-applied': [`${operation}/post`, `${operation}/get`],
    'license-named': ['/info/license'],
  });
});

const sound = (rest: string): LintedDocument =>
  linted(`openapi: 3.0.3\ninfo: { title: t, version: '1' }\n${rest}`);

function told(name: string, document: LintedDocument): string[] {
  const rule = rules.find((candidate) => candidate.name === name)!;
  return mistakesIn(rule, document).map(({ message }) => message);
}

test('many tags that nothing declares are one mistake, but for slips', () => {
  const get = (tag: string): string => `get: { tags: [${tag}], responses: {} }`;
  const paths = ['b', 'c', 'd', 'e', 'b', 'lons'].map((tag, i) => `/${i}: { ${get(tag)} }`);
  const document = sound(`tags: [{ name: loans }]\npaths: { ${paths.join()} }`);
  expect(told('undeclared-tag', document)).toEqual([
    '4 tags are not declared, such as b, c, d: declare them under "tags". The same in 4 other places.',
    'The tag "lons" is not declared: did you mean "loans"?',
  ]);
});

function withSchemas(schemas: object): LintedDocument {
  const info = { title: 't', version: '1' };
  return linted(JSON.stringify({ openapi: '3.0.3', info, paths: {}, components: { schemas } }));
}

test('nullable may stand alone: then null will do anyway', () => {
  const name = 'idle-nullable';
  const silent = { nullable: true, description: 'any', 'x-go-name': 'A' };
  expect(told(name, withSchemas({ A: silent }))).toEqual([]);
  expect(told(name, withSchemas({ A: { ...silent, allOf: [{ type: 'string' }] } }))).toHaveLength(
    1,
  );
});

test('a reference loses nothing beside it that its target says, too', () => {
  const A = { type: 'object', minProperties: 1 };
  const other = { $ref: '#/components/schemas/A', type: 'object', minProperties: 2 };
  expect(told('reference-siblings', withSchemas({ A, B: { properties: { other } } }))).toEqual([
    '"minProperties" has no effect beside "$ref" in OpenAPI 3.0: put the reference into "allOf".',
  ]);
});

test('a format may leave out how wide it is', () => {
  const formats = ['uint', 'uuid4', 'int46', 'uuidd'].map((format) => ({ format }));
  expect(told('format-type', withSchemas({ A: { allOf: formats } }))).toEqual([
    '"int46" is no format that tools know: did you mean "int16"?',
    '"uuidd" is no format that tools know: did you mean "uuid"?',
  ]);
});

test('a media type is no slip for having the beginning and the end of another', () => {
  const types = (...names: string[]): LintedDocument =>
    sound(
      `paths: { /a: { get: { responses: { '200': { content: { ${names.map((name) => `${name}: {}`).join()} } } } } } }`,
    );
  const name = 'media-type-name';
  expect(told(name, types('application/rdf+xml', 'application/rdf+json', 'text/n3'))).toEqual([]);
  expect(told(name, types('application/problm+json', 'application/jsn'))).toEqual([
    'There is no media type "application/problm+json": did you mean "application/problem+json"?',
    'There is no media type "application/jsn": did you mean "application/json"?',
  ]);
});

type Path = readonly string[];

function places(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, child]) => places(child, [...path, key]))];
}

/** A copy with another value in a place. */
function withOther(value: unknown, [key, ...path]: Path, other: unknown): unknown {
  if (key === undefined) return other;
  const child = withOther((value as Record<string, unknown>)[key], path, other);
  if (Array.isArray(value)) return value.with(Number(key), child);
  return { ...(value as object), [key]: child };
}

it.each([[], null, 'text', { a: null }].map((other) => [other]))(
  'no rule fails where %j stands in place of anything',
  (other) => {
    const { root } = linted(text);
    for (const path of places(root).slice(1)) {
      const document = linted(JSON.stringify(withOther(root, path, other)));
      for (const rule of rules) {
        const where = `${rule.name}, ${path.join('/')}`;
        expect.soft(() => mistakesIn(rule, document), where).not.toThrow();
      }
    }
  },
);

it('schemas that need each other, each twice, are gone through once', () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => {
      const next = { $ref: `#/components/schemas/S${(i + 1) % 40}` };
      const both = { anyOf: [next, { allOf: [next, next] }] };
      return [`S${i}`, { type: 'object', required: ['a'], properties: { a: both } }];
    }),
  );
  const document = {
    openapi: '3.1.0',
    info: { title: 't', version: '1' },
    paths: {},
    components: { schemas },
  };
  const rule = rules.find(({ name }) => name === 'finite-values')!;
  const [mistake] = mistakesIn(rule, linted(JSON.stringify(document)));
  expect(mistake?.pointers).toHaveLength(40);
});
