import { expect, it } from 'vitest';
import { operations } from '../../../src/model/operation.ts';
import { loadDocument } from '../../../src/model/load-document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { refusedValid } from '../../../src/verify/checks/refused-valid.ts';
import { exchange } from './exchanges.ts';

/** What is told of an operation that refuses every code with these words. */
function told(words: string, schema: JsonObject): string | undefined {
  const content = {
    'application/json': { schema: { type: 'object', properties: { oneTimeCode: schema } } },
  };
  const confirm = { post: { requestBody: { content }, responses: { 200: {}, 400: {} } } };
  const text = JSON.stringify({ openapi: '3.1.0', paths: { '/confirm': confirm } });
  const document = loadDocument(text, 'codes.json');
  const operation = operations(document)[0]!;
  const body = JSON.stringify({ message: words });
  const shut = exchange({ operation, sent: { oneTimeCode: 'a' }, status: 400, body });
  const found = refusedValid.checkRun([exchange(), shut], { document, strict: false });
  return [found].flat()[0]?.severity;
}

it.each<[what: string, words: string, schema: JsonObject, severity: string]>([
  ['one that it does not know', 'INVALID_ONE_TIME_CODE', { type: 'string' }, 'note'],
  ['one that is over', 'The one time code has expired', { type: 'string' }, 'note'],
  [
    'one of a choice that others may follow',
    'One time code not found',
    { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'string' }] },
    'note',
  ],
  ['one of a choice', 'One time code not found', { type: 'string', enum: ['a'] }, 'violation'],
  ['something else', 'Invalid day', { type: 'string' }, 'violation'],
  ['the one it shows', 'Invalid one-time code', { type: 'string', example: 'a' }, 'violation'],
  ['any', 'no one-time code today', { type: 'string' }, 'violation'],
])(
  'of a code that is refused as %s, a refusal tells more or less',
  (_, words, schema, severity) => {
    expect(told(words, schema)).toBe(severity);
  },
);
