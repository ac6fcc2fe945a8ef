import { describe, expect, it } from 'vitest';
import { inspectParameters } from '../../../src/addons/dredd/run-dredd.ts';
import { loadDocument } from '../../../src/model/load-document.ts';

/** What is said of a document with one parameter, which is the tenth line. */
function inspect(parameter: string, path = '/things/{id}'): string[] {
  const text = `openapi: 3.1.0
info: { title: t, version: 1.0.0 }
components:
  schemas: { Id: { type: integer, examples: [4] } }
paths:
  ${path}:
    get:
      operationId: getThing
      parameters:
        - ${parameter}
      responses: { '200': { description: d } }
`;
  return inspectParameters(loadDocument(text, 'api.yaml')).map(
    ({ location, message }) => `${location?.line}: ${message}`,
  );
}

describe('inspectParameters', () => {
  it.each([
    ['an example', '{ name: id, in: path, required: true, example: 1, schema: {} }'],
    [
      'examples',
      '{ name: id, in: path, required: true, examples: { a: { value: 1 } }, schema: {} }',
    ],
    ['a default', '{ name: id, in: path, required: true, schema: { default: 1 } }'],
    ['an enum', '{ name: id, in: path, required: true, schema: { enum: [1] } }'],
    ['a const', '{ name: id, in: path, required: true, schema: { const: 1 } }'],
    [
      'an example behind a reference',
      "{ name: id, in: path, required: true, schema: { $ref: '#/components/schemas/Id' } }",
    ],
  ])('takes %s for a value', (_, parameter) => {
    expect(inspect(parameter)).toEqual([]);
  });

  it('names those without one, with their place', () => {
    expect(inspect('{ name: id, in: path, required: true, schema: { type: integer } }')).toEqual([
      '10: the path parameter "id" of GET /things/{id} has no value that Dredd could send',
    ]);
    expect(inspect('{ name: q, in: query, required: true, schema: {} }', '/things')).toEqual([
      '10: the query parameter "q" of GET /things has no value that Dredd could send',
    ]);
  });

  it('asks for none that a request can do without', () => {
    expect(inspect('{ name: q, in: query, schema: { type: string } }', '/things')).toEqual([]);
    expect(inspect('{ name: h, in: header, required: true, schema: {} }', '/things')).toEqual([]);
  });

  it('passes over an example that Dredd would send as another number', () => {
    const example = '9007199254740993';
    const parameter = `{ name: id, in: path, required: true, example: ${example}, schema: {} }`;
    expect(inspect(parameter)).toHaveLength(1);
  });
});
