import { describe, expect, it } from 'vitest';
import { loadDocument } from '../../src/model/load-document.ts';
import { operations } from '../../src/model/operation.ts';
import { valueAt } from '../../src/openapi/pointer.ts';
import { selfContained } from '../../src/model/quarantine.ts';
import { HEAD } from '../openapi/failure.ts';

const SOUND = '  /sound: { get: { operationId: sound } }\n';

/** Which operations of a document can't be used, each with the codes of why. */
function quarantine(parts: string): Record<string, string[]> {
  const document = loadDocument(HEAD + parts.replace('paths:\n', `paths:\n${SOUND}`), 'api.yaml');
  expect(operations(document)[0]).toMatchObject({ id: 'sound' });
  return Object.fromEntries(
    document.quarantined.map(({ id, diagnostics }) => [id, diagnostics.map(({ code }) => code)]),
  );
}

it.each([
  [
    'its schema',
    '{ description: d, content: { application/json: { schema: { $ref: "#/none" } } } }',
  ],
  ['all of it', '{ $ref: "#/none" }'],
  ['what it refers to', '{ $ref: "#/components/responses/R" }'],
])('a refusal is known by its status alone where it is broken: %s', (_what, refusal) => {
  const shared = `components: { responses: { R: { description: d, headers: { a: { schema: { type: strng } } } } } }\n`;
  const text = `${HEAD}paths:\n  /a: { get: { responses: { 200: { description: d }, 4XX: ${refusal} } } }\n${shared}`;
  const document = loadDocument(text, 'api.yaml');
  expect(document.quarantined).toEqual([]);
  expect(document.diagnostics).not.toEqual([]);
  expect(operations(document)[0]?.responses).toMatchObject([
    { status: '200' },
    { status: '4XX', content: [], headers: [] },
  ]);
});

const response = (schema: string): string =>
  `{ 200: { description: d, content: { application/json: { schema: ${schema} } } } }`;

describe('an operation is left out', () => {
  it('where its path is another one with other names, whatever their order', () => {
    const paths = ['  /a/{x}.{y}: { get: {}, put: {} }\n', '  /a/{a-b}.{c}: { get: {} }\n'];
    for (const order of [paths, paths.toReversed()]) {
      const others = '  /a/{x}: { get: {} }\n  /b/{x}.{y}: { get: {} }\n';
      expect(quarantine(`paths:\n${order.join('')}${others}`)).toEqual({
        'GET /a/{x}.{y}': ['same-path'],
      });
    }
    expect(loadDocument(`${HEAD}paths:\n${paths.join('')}`, 'api.yaml').diagnostics).toMatchObject([
      { message: '/a/{a-b}.{c} and /a/{x}.{y} are one path: no GET request tells them apart' },
    ]);
  });

  it('but not where both paths have one and the same operation', () => {
    const shared = 'components: { pathItems: { I: { get: {} } } }\n';
    const item = '{ $ref: "#/components/pathItems/I" }';
    expect(quarantine(`paths:\n  /a/{x}: ${item}\n  /a/{y}: ${item}\n${shared}`)).toEqual({});
  });

  it('where something in it is broken, and no other', () => {
    const broken = response('{ type: strng, minLength: -1 }');
    expect(quarantine(`paths:\n  /a: { get: { responses: ${broken} }, put: {} }\n`)).toEqual({
      'GET /a': ['invalid-keyword', 'invalid-keyword'],
    });
  });

  it.each([
    ['a schema', 'responses: ' + response('{ $ref: "#/components/schemas/A" }')],
    ['a schema below another', 'responses: ' + response('{ $ref: "#/components/schemas/B" }')],
    ['a part of a schema', 'responses: ' + response('{ $ref: "#/components/schemas/A/not" }')],
    ['a parameter', 'parameters: [{ $ref: "#/components/parameters/P" }]'],
    ['a response', 'responses: { 200: { $ref: "#/components/responses/R" } }'],
    ['a security scheme', 'security: [{ key: [] }]'],
  ])('where what it refers to is: %s', (_what, member) => {
    const shared = `components:
  schemas:
    A: { not: { type: strng } }
    B: { properties: { list: { items: { $ref: "#/components/schemas/A" } } } }
    Unused: { type: strng }
  parameters: { P: { name: p, in: query, schema: { $ref: "#/components/schemas/A" } } }
  responses: { R: { $ref: "#/components/responses/None" } }
  securitySchemes: { key: { $ref: "#/components/securitySchemes/none" } }
`;
    const found = quarantine(`paths:\n  /a: { get: { ${member} }, put: {} }\n${shared}`);
    expect(Object.keys(found)).toEqual(['GET /a']);
    expect(found['GET /a']).toHaveLength(1);
  });

  it('where what stands for all of its path is', () => {
    const parameters = 'parameters: [{ name: p, in: query, schema: { type: strng } }]';
    expect(quarantine(`paths:\n  /a: { ${parameters}, get: {}, put: {} }\n`)).toEqual({
      'GET /a': ['invalid-keyword'],
      'PUT /a': ['invalid-keyword'],
    });
  });

  it('where its path item stands elsewhere, by itself', () => {
    const item = `{ get: { responses: ${response('{ type: strng }')} }, put: { operationId: other } }`;
    const shared = `components: { pathItems: { I: ${item} } }\n`;
    expect(quarantine(`paths:\n  /a: { $ref: "#/components/pathItems/I" }\n${shared}`)).toEqual({
      'GET /a': ['invalid-keyword'],
    });
  });

  it.each([
    ['{ $ref: "#/none" }', 'unresolved-reference'],
    ['{ $ref: other.yaml }', 'external-reference'],
    ['1', 'invalid-structure'],
  ])('under the name of its path where nobody knows which it has: %s', (item, code) => {
    expect(quarantine(`paths:\n  /a: ${item}\n`)).toEqual({ '/a': [code] });
  });

  it('where it is nothing, or a reference to nothing', () => {
    const found = quarantine('paths:\n  /a: { get: null, put: { $ref: "#/none" } }\n');
    expect(found).toEqual({
      'GET /a': ['invalid-structure'],
      'PUT /a': ['unresolved-reference'],
    });
  });

  it('where its schemas lead in a circle', () => {
    const shared = `components: { schemas: { A: { allOf: [{ $ref: "#/components/schemas/B" }] }, B: { $ref: "#/components/schemas/A" } } }\n`;
    const use = (name: string): string =>
      `{ get: { responses: ${response(`{ $ref: "#/components/schemas/${name}" }`)} } }`;
    expect(quarantine(`paths:\n  /a: ${use('A')}\n  /b: ${use('B')}\n${shared}`)).toEqual({
      'GET /a': ['reference-loop'],
      'GET /b': ['reference-loop'],
    });
  });
});

describe('an operation is used', () => {
  it.each([
    [
      'an example that is nowhere',
      'responses: { 200: { description: d, content: { a/b: { examples: { e: { $ref: "#/none" } } } } } }',
    ],
    [
      'a link that is nowhere',
      'responses: { 200: { description: d, links: { l: { $ref: "#/none" } } } }',
    ],
    [
      'a callback that is broken',
      'callbacks: { c: { "{$url}": { post: { requestBody: { $ref: "#/none" } } } } }',
    ],
  ])('that has %s', (_what, member) => {
    expect(quarantine(`paths:\n  /a: { get: { ${member} } }\n`)).toEqual({});
  });
});

it('a broken schema of many parts that all operations use is looked at once', () => {
  const names = Array.from({ length: 60 }, (_, i) => `A${i}`);
  const schemas = names.map((name, i) => {
    const properties = Array.from({ length: 10 }, (_unused, j) => `p${j}: { type: strng }`);
    return `    ${name}: { properties: { next: { $ref: "#/components/schemas/A${(i + 1) % 60}" }, ${properties.join(', ')} } }\n`;
  });
  const paths = names.map(
    (name) =>
      `  /${name}: { get: { responses: ${response(`{ $ref: "#/components/schemas/${name}" }`)} } }\n`,
  );
  const text = `${HEAD}paths:\n${paths.join('')}components:\n  schemas:\n${schemas.join('')}`;
  const { quarantined } = loadDocument(text, 'large.yaml');
  expect(quarantined).toHaveLength(60);
  expect(quarantined[59]!.diagnostics).toHaveLength(600);
});

describe('what other programs get of a document', () => {
  it('refers to nothing outside of it', () => {
    const text = `${HEAD}paths:
  /a: { get: { responses: { 200: { $ref: "#/components/responses/Ok" }, 404: { $ref: "#/none" }, 400: { description: d, content: { application/json: { schema: { $ref: "https://a.example/b.yaml#/C" } } } } } } }
components: { responses: { Ok: { description: it } } }
`;
    const document = loadDocument(text, 'api.yaml');
    const responses = valueAt(selfContained(document), '/paths/~1a/get/responses');
    const unknown = { description: '' };
    expect(responses).toEqual({
      200: { $ref: '#/components/responses/Ok' },
      400: { description: 'd', content: { 'application/json': { schema: unknown } } },
      404: unknown,
    });
  });

  it('is the document itself where nothing is broken', () => {
    const document = loadDocument(`${HEAD}paths:\n${SOUND}`, 'api.yaml');
    expect(selfContained(document)).toBe(document.root);
  });
});
