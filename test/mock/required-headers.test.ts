import { expect, it } from 'vitest';
import { requiredHeaders } from '../../src/mock/required-headers.ts';
import { documentFromValue } from '../../src/openapi/document.ts';
import type { JsonObject } from '../../src/openapi/json/json-value.ts';
import { operations } from '../../src/model/operation.ts';

function made(headers: JsonObject): Record<string, string> {
  const responses = { 200: { headers } };
  const document = documentFromValue({ paths: { '/a': { get: { responses } } } });
  return requiredHeaders(document, operations(document)[0]!.responses[0]);
}

it('the headers that a response requires are made from example or schema', () => {
  const required = true;
  expect(
    made({
      'X-Count': { required, schema: { type: 'integer', minimum: 7 } },
      'X-Tags': { required, schema: { type: 'array', items: { enum: ['a'] }, minItems: 2 } },
      'X-Id': { required, example: 'abc', schema: { type: 'string', maxLength: 3 } },
      'X-Wrong': { required, example: 'abcd', schema: { enum: ['b'] } },
      'X-Any': { required },
      'X-Text': { required, schema: { type: 'string', maxLength: 3 } },
      'X-Code': { required, schema: { type: 'string', pattern: '^[A]{2}$' } },
      'X-At': { required, schema: { type: 'string', format: 'date' } },
      'X-Said': { required, example: 'as it is' },
      'X-Optional': { schema: { type: 'integer' } },
    }),
  ).toEqual({
    'x-count': '42',
    'x-tags': 'a,a',
    'x-id': 'abc',
    'x-wrong': 'b',
    'x-any': '',
    'x-text': 'sam',
    'x-code': 'AA',
    'x-at': '2024-02-29',
    'x-said': 'as it is',
  });
});

it('no header is made that would break the message', () => {
  const enumOf = (value: string): JsonObject => ({ required: true, schema: { enum: [value] } });
  const headers = {
    'Content-Length': enumOf('1'),
    'Transfer-Encoding': enumOf('chunked'),
    Trailer: enumOf('X-A'),
    Connection: enumOf('close'),
    'X-A': enumOf('a\r\nb: c'),
    'X-B': enumOf('ü'),
  };
  expect(made(headers)).toEqual({});
});

it('nothing is made where nothing is documented', () => {
  expect(requiredHeaders(documentFromValue({}), undefined)).toEqual({});
});
