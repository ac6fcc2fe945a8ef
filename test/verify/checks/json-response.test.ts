import { expect, it } from 'vitest';
import { type JsonBody, readJsonBody } from '../../../src/verify/checks/json-response.ts';
import { type Parts, exchange } from './exchanges.ts';

function read(parts: Parts): JsonBody {
  const { outcome } = exchange(parts);
  if (outcome.kind === 'failure') throw new Error('no response');
  return readJsonBody(outcome.response);
}

it.each<[what: string, parts: Parts, summary: string, problem: string]>([
  ['an empty body', { body: '' }, 'is empty', 'is empty'],
  ['bytes', { body: Uint8Array.of(0xff) }, 'is not UTF-8', 'is not UTF-8'],
  [
    'a byte order mark',
    { body: '\uFEFF{}' },
    'begins with a byte order mark',
    'begins with a byte order mark',
  ],
  [
    'broken JSON',
    { body: '[' },
    'is not JSON',
    'is not JSON: expected a value, got the end at line 1, column 2',
  ],
  [
    'a broken coding',
    { decodingError: 'x', body: '' },
    'can not be decoded',
    'can not be decoded: x',
  ],
])('says what is wrong with %s', (_what, parts, summary, problem) => {
  expect(read(parts)).toEqual({ ok: false, summary, problem });
});

it.each<[body: string, duplicateKeys: string[]]>([
  ['{"a":1,"b":2}', []],
  ['{"a":1 , "a" : 2}', ['a']],
  ['{"a":{"a":1}}', []],
  ['{"a":"a:","b":["a"]}', []],
  ['{"":1,"":2}', ['']],
  ['{"a":1,"\\u0061":2,"b":1,"b":2}', ['a', 'b']],
])('names the keys that stand twice in %s', (body, duplicateKeys) => {
  expect(read({ body })).toMatchObject({ ok: true, duplicateKeys });
});

it('reads a body once, however many checks ask', () => {
  const { outcome } = exchange({ body: '{"a":[1]}' });
  if (outcome.kind === 'failure') throw new Error('no response');
  expect(readJsonBody(outcome.response)).toBe(readJsonBody(outcome.response));
});
