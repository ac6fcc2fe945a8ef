import { expect, it } from 'vitest';
import type { ReceivedResponse } from '../../../src/http/exchange.ts';
import {
  type JsonBody,
  readJsonBody,
  readSequenceBody,
} from '../../../src/verify/checks/json-response.ts';
import { type Parts, exchange } from './exchanges.ts';

function responseOf(parts: Parts): ReceivedResponse {
  const { outcome } = exchange(parts);
  if (outcome.kind === 'failure') throw new Error('no response');
  return outcome.response;
}

function read(parts: Parts): JsonBody {
  return readJsonBody(responseOf(parts));
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
  ['[{"a":1},{"a":1.5}]', []],
  ['[{"a":"\\"b\\":"},{"a":{":":":"}}]', []],
  ['[{"a":1},{"a":{"b":"\\\\","b":2}}]', ['b']],
  ['{"\\u0061":1,"a":2}', ['a']],
  ['{"__proto__":1,"__proto__":2}', ['__proto__']],
  ['{"a":1,"\\u0061":2,"b":1,"b":2}', ['a', 'b']],
])('names the keys that stand twice in %s', (body, duplicateKeys) => {
  expect(read({ body })).toMatchObject({ ok: true, duplicateKeys });
});

it('reads a body once, however many checks ask', () => {
  const response = responseOf({ body: '{"a":[1]}' });
  expect(readJsonBody(response)).toBe(readJsonBody(response));
});

it.each([
  ['{"a":1}\n2\n', { ok: true, value: [{ a: 1 }, 2] }],
  ['', { ok: true, value: [] }],
  ['1\n{', { ok: false, summary: 'is no sequence of JSON' }],
])('reads %j as a sequence', (text, read) => {
  expect(readSequenceBody(responseOf({ body: text }), 'lines')).toMatchObject(read);
});
