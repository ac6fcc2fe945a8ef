import { expect, it } from 'vitest';
import { requiredParameters } from '../../../src/model/requests/required-parameters.ts';
import { operations } from '../../../src/model/operation.ts';
import { loadDocument } from '../../../src/model/load-document.ts';

it.each([
  ['an example that its schema allows', '{ type: integer }', '7', 7],
  ['a text of one', '{ type: integer }', "'7'", '7'],
  ['a made-up value where the example is none', '{ type: integer, enum: [3] }', 'seven', 3],
])('a parameter is sent with %s', (_name, schema, example, value) => {
  const parameter = `{ name: size, in: query, required: true, schema: ${schema}, example: ${example} }`;
  const text = `openapi: 3.1.0
info: { title: Sizes, version: '1' }
paths:
  /sizes: { get: { parameters: [${parameter}], responses: { '200': { description: it } } } }
`;
  const document = loadDocument(text, 'sizes.yaml');
  expect(requiredParameters(document, operations(document)[0]!)).toEqual({ size: value });
});

it('a parameter of which nothing says what it is gets a text', () => {
  const text = `openapi: 3.1.0
info: { title: Sizes, version: '1' }
paths:
  /sizes: { get: { parameters: [{ name: size, in: query, required: true }], responses: { '200': { description: it } } } }
`;
  const document = loadDocument(text, 'sizes.yaml');
  expect(requiredParameters(document, operations(document)[0]!)).toEqual({ size: 'sample' });
});
