import { expect, test } from 'vitest';
import { type LintedText, syntaxResults } from '../../../src/addons/spectral/examine.ts';
import { withoutEchoes } from '../../../src/addons/spectral/echoes.ts';
import { lintText } from './lint-in-process.ts';
import type { LintResult } from '../../../src/openapi/linter.ts';

const sound = 'openapi: 3.1.0\ntags: []\npaths: {}\n';
const unclosed = 'openapi: 3.1.0\ntags: [books\npaths: {}\n';

function linted(text: string, isOpenApi = true): LintedText {
  return { text, source: 'api.yaml', isOpenApi };
}

test('the mistake in the YAML, from line and character 0', () => {
  const start = { line: 2, character: 0 };
  expect(syntaxResults(linted(unclosed))).toEqual([
    {
      code: 'yaml-bad-indent',
      message: expect.stringMatching(/^Flow sequence .* with a \]\. Fix the YAML/) as string,
      path: [],
      severity: 0,
      source: 'api.yaml',
      range: { start, end: start },
    },
  ]);
});

test('a quoted text that is less indented than YAML has it, which is read all the same', () => {
  const text = 'openapi: 3.1.0\ninfo:\n  title: "My\n  API"\npaths: {}\n';
  expect(syntaxResults(linted(text))).toMatchObject([
    { code: 'yaml-indentation', severity: 1, range: { start: { line: 3, character: 0 } } },
  ]);
});

test('of sound YAML nothing, OpenAPI or not', () => {
  expect(syntaxResults(linted(sound))).toEqual([]);
  expect(syntaxResults(linted('a: 1\n'))).toEqual([]);
  expect(syntaxResults(linted('- 1\n', false))).toEqual([]);
});

const start = { line: 0, character: 0 };
const result = (code: string, message: string, ...path: string[]): LintResult => ({
  code,
  message,
  path,
  severity: 0,
  source: 'api.yaml',
  range: { start, end: start },
});
const place = ['paths', '/a', 'get', 'parameters', '0', '$ref'];

test.each([
  result('invalid-ref', 'no such file', ...place),
  result('oas3-schema', 'must not have unevaluated properties', 'paths', '/a', 'get'),
  result('path-params', 'must define parameter', 'paths', '/a', 'get'),
  result('oas3-schema', 'must be string', 'info', 'x-logo'),
])('$code of Spectral is an echo where the kit names the cause', (echo) => {
  expect(withoutEchoes([echo], [place])).toEqual([]);
});

test.each([
  result('oas3-schema', 'must have required property "responses"', 'paths', '/a', 'get'),
  result('path-params', 'must define parameter', 'paths', '/b', 'get'),
  result('operation-tags', 'anything', ...place),
])('$code of Spectral stays where it says something else', (other) => {
  expect(withoutEchoes([other], [place])).toEqual([other]);
});

test('of the forms that a value has none of, the nearest of what they lack is told once', () => {
  const parameter = ['paths', '/a', 'get', 'parameters', '0'];
  const none = result(
    'oas2-schema',
    '"0" property must match exactly one schema in oneOf.',
    ...parameter,
  );
  const isBody = result('oas2-schema', '"in" property must be "body"', ...parameter, 'in');
  const isQuery = result('oas2-schema', '"in" property must be "query"', ...parameter, 'in');
  expect(withoutEchoes([none, isBody, isQuery], [])).toEqual([isBody]);
  expect(withoutEchoes([none], [])).toEqual([none]);
});

test.each([
  ['openapi: 3.0.3', 'schema: { type: integer }'],
  ['openapi: 3.1.0', 'schema: { type: integer }'],
  ["swagger: '2.0'", 'type: integer, format: int32'],
])('%s: that a parameter of the path need not be there is told once', async (version, type) => {
  const text = `${version}
info: { title: Books, version: '1', description: books }
paths:
  /books/{id}:
    get:
      operationId: getBook
      parameters: [{ name: id, in: path, required: false, ${type} }]
      responses: { '200': { description: it } }
`;
  const results = await lintText(text, 'books.yaml');
  const codes = results.filter(({ severity }) => severity <= 1).map(({ code }) => code);
  expect(codes).toEqual(['path-params']);
});

test('of a parameter of Swagger 2.0, what it lacks of another form is not told beside what is wrong with it', () => {
  const parameter = ['paths', '/a', 'get', 'parameters', '0'];
  const isBody = result(
    'oas2-schema',
    '"in" property must be equal to one of the allowed values: "body"',
    ...parameter,
    'in',
  );
  const lacks = result(
    'oas2-schema',
    '"0" property must have required property "schema"',
    ...parameter,
  );
  const typed = result(
    'oas2-schema',
    'Property "type" is not expected to be here',
    ...parameter,
    'type',
  );
  const strange = result(
    'oas2-schema',
    'Property "example" is not expected to be here',
    ...parameter,
    'example',
  );
  expect(withoutEchoes([lacks, strange, isBody, typed], [])).toEqual([strange]);
  // Where nothing else is said, that is what there is to say.
  expect(withoutEchoes([isBody, lacks], [])).not.toEqual([]);
});
