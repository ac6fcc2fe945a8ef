import { describe, expect, it } from 'vitest';
import { loadDocument } from '../../src/model/load-document.ts';
import { operations } from '../../src/model/operation.ts';
import { valueAt } from '../../src/openapi/pointer.ts';
import { compileSchema } from '../../src/openapi/schema/compile-schema.ts';
import { diagnosticsOf, failure } from './failure.ts';

const text = `swagger: '2.0'
info: { title: Pets, version: '1' }
consumes: [application/json]
produces: [application/json]
basePath: /v1
schemes: [https]
parameters:
  limit: { name: limit, in: query, type: integer, format: int64, maximum: 9223372036854775807 }
securityDefinitions:
  key: { type: apiKey, in: header, name: X-Key }
paths:
  /pets:
    get:
      operationId: listPets
      parameters: [{ $ref: '#/parameters/limit' }]
      responses:
        200: { description: d, schema: { type: array, items: { $ref: '#/definitions/Pet' } } }
    post:
      operationId: addPet
      security: [{ key: [] }]
      parameters:
        - { name: pet, in: body, required: true, schema: { $ref: '#/definitions/Pet' } }
      responses:
        201: { description: d, schema: { $ref: '#/definitions/Pet' } }
definitions:
  Pet:
    type: object
    required: [name]
    properties:
      id: { type: integer, format: int64, maximum: 9223372036854775807 }
      name: { type: string, x-nullable: true }
      weight: { type: number, maximum: 1e400 }
`;

describe('a document of Swagger 2.0', () => {
  const document = loadDocument(text, 'swagger.yaml');
  const [list, add] = operations(document);

  it('is one of OpenAPI 3.1: operations, bodies, credentials', () => {
    expect(list).toMatchObject({ id: 'listPets', parameters: [{ name: 'limit', in: 'query' }] });
    expect(add).toMatchObject({
      id: 'addPet',
      requestBody: { required: true, content: [{ name: 'application/json' }] },
      responses: [{ status: '201', content: [{ name: 'application/json' }] }],
      security: [[{ type: 'apiKey', in: 'header', parameterName: 'X-Key' }]],
    });
    expect(document.root['servers']).toEqual([{ url: '/v1' }]);
    expect(document.root).not.toHaveProperty('schemes');
  });

  it('says nothing of the schemes of an operation: none of OpenAPI 3 does', () => {
    const own = text.replace('operationId: listPets', 'schemes: [http]');
    const { root } = loadDocument(own, 'swagger.yaml');
    expect(root).not.toHaveProperty(['paths', '/pets', 'get', 'schemes']);
  });

  it('keeps numbers exact', () => {
    const validate = compileSchema(document.root, '/components/schemas/Pet');
    const valid = (id: bigint): boolean => validate({ id, name: null }).length === 0;
    expect([valid(2n ** 63n - 1n), valid(2n ** 63n)]).toEqual([true, false]);
    const weight = valueAt(document.root, '/components/schemas/Pet/properties/weight/maximum');
    expect(JSON.stringify(weight)).toBe('1e400');
    const limit = valueAt(document.root, '/components/parameters/limit/schema/maximum');
    expect(limit).toBe(2n ** 63n - 1n);
  });

  it('has its nodes where they were written', () => {
    const lineOf = (pointer: string): number | undefined => document.locate(pointer)?.line;
    expect(lineOf('/components/schemas/Pet/properties/name')).toBe(31);
    expect(lineOf('/paths/~1pets/post')).toBe(18);
    expect(lineOf(list!.responses[0]!.content[0]!.schemaPointer!)).toBe(17);
  });

  it('has those where they were written that become others', () => {
    const written = `swagger: '2.0'
info: { title: t, version: '1' }
paths: {}
securityDefinitions:
  password: { type: basic }
parameters:
  pet: { name: pet, in: body, schema: { type: object } }
`;
    const made = loadDocument(written, 'swagger.yaml');
    expect(made.locate('/components/securitySchemes/password')?.line).toBe(5);
    expect(made.locate('/components/requestBodies/pet')?.line).toBe(7);
  });

  it('has extensions of a path beside its operations', () => {
    const found = loadDocument(
      text.replace('  /pets:\n', '  x-note: text\n  /pets:\n    x-note: text\n    summary: Pets\n'),
      's.yaml',
    );
    expect(operations(found).map(({ id }) => id)).toEqual(['listPets', 'addPet']);
    expect(found.diagnostics).toEqual([]);
    expect(found.root['paths']).toMatchObject({
      '/pets': { 'x-note': 'text', summary: 'Pets', get: { operationId: 'listPets' } },
    });
  });

  it('has a discriminator, which is the name of a property', () => {
    const found = loadDocument(
      text.replace('  Pet:\n', '  Pet:\n    discriminator: name\n'),
      's.yaml',
    );
    expect(found.diagnostics).toEqual([]);
    expect(valueAt(found.root, '/components/schemas/Pet/discriminator')).toEqual({
      propertyName: 'name',
    });
  });

  it('has a body that a path gives to its operations, wherever it stands', () => {
    const body = "{ name: pet, in: body, schema: { $ref: '#/definitions/Pet' } }";
    const found = loadDocument(
      text
        .replace(/ {6}parameters:\n {8}- .*\n/, '')
        .replace('definitions:', `    parameters: [${body}]\ndefinitions:`),
      's.yaml',
    );
    expect(operations(found)[1]).toMatchObject({ id: 'addPet', requestBody: { content: [{}] } });
  });

  it('is refused with the place that it was written at', () => {
    const wrong = text.replace('{ type: string, x-nullable: true }', '{ type: strnig }');
    expect(diagnosticsOf(wrong)).toMatchObject([
      { code: 'invalid-keyword', location: { line: 31, column: 15 } },
    ]);
    const lost = diagnosticsOf(text.replaceAll('#/definitions/Pet', '#/definitions/Dog'));
    // A body is made of a parameter: it stands where its operation does.
    expect(lost.map(({ location }) => location?.line)).toEqual([17, 24, 18]);
  });

  it('is refused in words where nothing of it can be used', () => {
    expect(failure(`swagger: '2.0'\npaths: 5\n`).message).toMatch(/api\.yaml:2:1 [a-z-]+: /);
  });

  it.each<[what: string, written: string, broken: string, message: string]>([
    [
      'parameters that are no list',
      "parameters: [{ $ref: '#/parameters/limit' }]",
      'parameters: { limit: 1 }',
      '"parameters" must be a list, got {"limit":1}',
    ],
    [
      'a parameter that is nowhere',
      "parameters: [{ $ref: '#/parameters/limit' }]",
      'parameters: [{ name: a }]',
      'this can\'t be converted to OpenAPI 3: Parameter object must have an "in" property',
    ],
    [
      'a parameter that is null',
      "parameters: [{ $ref: '#/parameters/limit' }]",
      'parameters: [null]',
      'the parameter "0" must be a map, got null',
    ],
  ])('has %s in one operation: the other is there', (_what, written, broken, message) => {
    const found = loadDocument(text.replace(written, broken), 'swagger.yaml');
    expect(operations(found).map(({ id }) => id)).toEqual(['addPet']);
    expect(found.quarantined).toMatchObject([{ method: 'GET', path: '/pets' }]);
    expect(found.quarantined[0]!.diagnostics[0]).toMatchObject({ message });
    expect(found.quarantined[0]!.diagnostics[0]!.location?.line).toSatisfy(
      (line: number) => line === 13 || line === 15,
    );
  });

  it('has an operation that is null: the others are there', () => {
    const found = loadDocument(`${text}\n`.replace('  /pets:\n', '  /pets:\n    put:\n'), 's.yaml');
    expect(operations(found).map(({ id }) => id)).toEqual(['listPets', 'addPet']);
    expect(found.quarantined).toMatchObject([
      {
        id: 'PUT /pets',
        diagnostics: [
          { message: 'the operation "put" must be a map, got null', location: { line: 13 } },
        ],
      },
    ]);
  });

  it('reads a media type as a list of one', () => {
    const found = loadDocument(text.replace('[application/json]', 'application/json'), 's.yaml');
    expect(operations(found)[1]!.requestBody!.content.map(({ name }) => name)).toEqual([
      'application/json',
    ]);
    expect(found.diagnostics).toMatchObject([{ severity: 'warning', pointer: '/consumes' }]);
  });

  it.each(["'1.2'", '1', "'2.1'"])('is none of version %s', (version) => {
    expect(failure(`swagger: ${version}\npaths: {}\n`).diagnostics).toMatchObject([
      { code: 'unsupported-version' },
    ]);
  });
});
