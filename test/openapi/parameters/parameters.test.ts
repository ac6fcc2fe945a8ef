import { describe, expect, it } from 'vitest';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';
import { operations } from '../../../src/openapi/operation.ts';
import { createParameterCheck } from '../../../src/openapi/parameters/parameter-check.ts';
import { writeParameter } from '../../../src/openapi/parameters/write-parameter.ts';

const list: JsonObject = { type: 'array', items: { type: 'string' } };
const map: JsonObject = {
  type: 'object',
  properties: { R: { type: 'integer' }, G: { type: 'integer' } },
};

/** An operation with one parameter, its text in a request, and what is read of it there. */
function both(
  parameter: JsonObject,
  value: JsonValue,
): { text: string; read: JsonValue | undefined } {
  const { name, in: place } = parameter as { name: string; in: string };
  const path = place === 'path' ? `/things/{${name}}/end` : '/things';
  const responses = { 200: { description: 'x' } };
  const document = documentFromValue({
    openapi: '3.1.0',
    paths: { [path]: { get: { parameters: [parameter], responses } } },
  });
  const [operation] = operations(document);
  const text = writeParameter(operation!.parameters[0]!, value);
  const check = createParameterCheck(document, operation!)!;
  const { values } = check({
    path: path.replace(/\{.*\}/, () => text),
    query: place === 'query' ? text : '',
    header: (wanted) => (wanted === (place === 'cookie' ? 'cookie' : name) ? text : undefined),
  });
  return { text, read: values.get(`${place} ${name}`) };
}

describe('a value is read as it was written', () => {
  it.each<[string, JsonObject, JsonValue, string]>([
    [
      'an int64 in a path',
      { in: 'path', schema: { type: 'integer' } },
      2n ** 63n - 1n,
      '9223372036854775807',
    ],
    ['a text in a path', { in: 'path', schema: { type: 'string' } }, 'a/b c+d', 'a%2Fb%20c%2Bd'],
    ['simple list', { in: 'path', schema: list }, ['a,b', 'c'], 'a%2Cb,c'],
    ['simple map', { in: 'path', schema: map }, { R: 1, G: 2 }, 'R,1,G,2'],
    ['simple map, exploded', { in: 'path', explode: true, schema: map }, { R: 1, G: 2 }, 'R=1,G=2'],
    ['label', { in: 'path', style: 'label', schema: { type: 'string' } }, 'blue', '.blue'],
    ['label list', { in: 'path', style: 'label', schema: list }, ['a', 'b'], '.a,b'],
    [
      'label list, exploded',
      { in: 'path', style: 'label', explode: true, schema: list },
      ['a', 'b'],
      '.a.b',
    ],
    ['matrix', { in: 'path', style: 'matrix', schema: { type: 'boolean' } }, true, ';v=true'],
    ['matrix list', { in: 'path', style: 'matrix', schema: list }, ['a', 'b'], ';v=a,b'],
    [
      'matrix list, exploded',
      { in: 'path', style: 'matrix', explode: true, schema: list },
      ['a', 'b'],
      ';v=a;v=b',
    ],
    [
      'matrix map, exploded',
      { in: 'path', style: 'matrix', explode: true, schema: map },
      { R: 1, G: 2 },
      ';R=1;G=2',
    ],
    ['form', { in: 'query', schema: { type: 'string' } }, 'a&b=ü', 'v=a%26b%3D%C3%BC'],
    ['form list', { in: 'query', schema: list }, ['a', 'b'], 'v=a&v=b'],
    ['form list in one', { in: 'query', explode: false, schema: list }, ['a,b', 'c'], 'v=a%2Cb,c'],
    ['form map', { in: 'query', schema: map }, { R: 1, G: 2 }, 'R=1&G=2'],
    ['form map in one', { in: 'query', explode: false, schema: map }, { R: 1, G: 2 }, 'v=R,1,G,2'],
    [
      'blanks',
      { in: 'query', style: 'spaceDelimited', explode: false, schema: list },
      ['a', 'b'],
      'v=a%20b',
    ],
    [
      'pipes',
      { in: 'query', style: 'pipeDelimited', explode: false, schema: list },
      ['a', 'b'],
      'v=a%7Cb',
    ],
    [
      'deep',
      { in: 'query', style: 'deepObject', explode: true, schema: map },
      { R: 1, G: 2 },
      'v[R]=1&v[G]=2',
    ],
    [
      'JSON',
      { in: 'query', content: { 'application/json': { schema: map } } },
      { R: 2n ** 60n },
      'v=%7B%22R%22%3A1152921504606846976%7D',
    ],
    ['a header', { in: 'header', schema: list }, ['a', 'b'], 'a,b'],
    ['a cookie', { in: 'cookie', schema: { type: 'number' } }, 1.5, 'v=1.5'],
  ])('%s', (_name, parameter, value, text) => {
    expect(both({ name: 'v', required: true, ...parameter }, value)).toEqual({ text, read: value });
  });
});

it('says which parameter is wrong, and where the document says so', () => {
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } },
    { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 9 } },
    { name: 'X-Trace', in: 'header', required: true, schema: { type: 'string' } },
  ];
  const document = documentFromValue({
    openapi: '3.1.0',
    paths: { '/things/{id}': { get: { parameters, responses: {} } } },
  });
  const check = createParameterCheck(document, operations(document)[0]!)!;
  const { faults } = check({
    path: '/things/9223372036854775808',
    query: 'limit=10&limit=%zz',
    header: () => undefined,
  });
  const at = '/paths/~1things~1{id}/get/parameters';
  expect(faults.map(({ reason, pointer }) => [reason, pointer])).toEqual([
    [
      'the path parameter id must be an int64 (-9223372036854775808 to 9223372036854775807), got 9223372036854775808',
      `${at}/0/schema/format`,
    ],
    ['the query parameter limit is not well-formed percent-encoding', `${at}/1`],
    ['the header parameter X-Trace is required', `${at}/2/required`],
  ]);
});
