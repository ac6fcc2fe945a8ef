import { describe, expect, it } from 'vitest';
import { type JudgedExchange, hasAnswer } from '../../../src/verify/cases/case.ts';
import { unstableAnswers, normaliseRefusal } from '../../../src/verify/checks/unstable-answers.ts';
import { type Parts, context, exchange, invalid } from './exchanges.ts';
import type { JsonValue } from '../../../src/openapi/json/json-value.ts';

const fine = exchange();
const failed = (parts: Parts = {}): JudgedExchange => exchange({ status: 500, body: '', ...parts });

function say(...exchanges: JudgedExchange[]): string[] {
  return [unstableAnswers.checkRun(exchanges, context)].flat().map(({ message }) => message);
}

describe('valid requests that fail now and then', () => {
  it('are told once, of the first that failed', () => {
    const odd = failed();
    expect(
      [unstableAnswers.checkRun([fine, odd, failed(), exchange({ id: 'b' })], context)].flat(),
    ).toEqual([
      {
        exchange: odd,
        severity: 'warning',
        rule: 'R6',
        message: 'valid requests fail now and then: 2 of 4 requests',
        received: '2 of 4 valid requests fail, and succeed when they are sent again',
        documented: 'the same answer each time',
        pointer: '/paths/~1things/post/responses',
      },
    ]);
  });

  it.each<[what: string, odd: JudgedExchange]>([
    ['a refusal', exchange({ status: 400 })],
    ['a broken connection', exchange({ failure: { kind: 'reset', message: '' } })],
  ])('are seen by %s, too', (_what, odd) => {
    expect(say(fine, odd)).toEqual(['valid requests fail now and then: 1 of 2 requests']);
  });

  it.each<[what: string, exchanges: JudgedExchange[]]>([
    ['always succeed', [fine, fine]],
    ['meet what is used', [fine, exchange({ status: 409, body: 'Duplicate key' })]],
    ['always fail', [failed(), failed()]],
    ['differ from case to case', [exchange({ id: 'b' }), failed()]],
    ['are invalid', [exchange({ validity: invalid }), failed({ validity: invalid })]],
    [
      'have an identity that may be used already',
      [exchange({ fixedIdentity: true }), failed({ fixedIdentity: true })],
    ],
    ['have another property', [fine, failed({ sent: { id: 1, name: 'Rosa', other: 1 } })]],
    ['are one too many', [fine, exchange({ status: 429, body: '' })]],
    [
      'meet a connection closed while idle',
      [fine, exchange({ failure: { kind: 'reset', message: '', mayBeRace: true } })],
    ],
  ])('are not those that %s', (_what, exchanges) => {
    expect(say(...exchanges)).toEqual([]);
  });
});

it.each<[what: string, sent: JsonValue, body: string, normal: string]>([
  ['numbers', {}, 'id -10 of 25.5 is used', 'id # of #.# is used'],
  ['what was sent', { name: 'Rosa' }, '"Rosa" and Rosa are used', '"…" and … are used'],
  [
    'what was sent, as JSON spells it',
    { name: 'a"b\n' },
    String.raw`"a\"b\n" is used`,
    '"…" is used',
  ],
  [
    'what was sent further in, however it is spelled',
    { rules: [{ from: 'a"b&c', to: ['x y z'] }] },
    String.raw`{"m":"no subject \"a\\\"b\u0026c\", nor x y z"}`,
    String.raw`{"m":"no subject \"…\", nor …`,
  ],
  ['the longest text first', { tag: 'Ros', name: 'Rosa' }, 'Rosa, Ros', '…, …'],
  [
    'values in quotes that tell nothing',
    {},
    'no date: "", "2.5", or "-"',
    'no date: "…", "…", or "…',
  ],
  ['no empty text', { name: '' }, 'no', 'no'],
  ['what a server draws for its log', {}, '{"see":"err_85e4b6be"}', '{"see":"…'],
  ['no word with one number', {}, 'no base64, nor sha256sum', 'no base#, nor sha#sum'],
  [
    'what else it lists as wrong',
    {},
    '{"error":{"issues":[{"path":"a","message":"is bad"},{"path":"b","message":"is worse"}]}}',
    '{"error":{"issues":[{"path":"a","message":"is bad',
  ],
  ['what is said twice', {}, '"a label is missing; a label is missing"', '"a label is missing'],
  ['nothing of what is said once', {}, '"a label is missing"', '"a label is missing'],
  [
    'a value that it shows',
    {},
    String.raw`{"m":"bad patch {\"op\":\"add\",\"value\":[{\"a\":true}]}: no [body] {here}"}`,
    String.raw`{"m":"bad patch \"…\": no [body] {here`,
  ],
  ['nothing of an array', ['a'], 'a', 'a'],
  ['nothing of a text', 'a', 'a', 'a'],
])('takes out of a refusal %s', (what, sent, body, normal) => {
  const judged = exchange({ sent, status: 400, body });
  if (!hasAnswer(judged)) throw new Error(what);
  expect(normaliseRefusal(judged)).toBe(`400 ${normal}`);
});

it('takes out of a refusal what the query has', () => {
  const judged = exchange({
    path: '/things?born=a+b',
    status: 400,
    body: 'no date: \\"a b\\" is one',
  });
  if (!hasAnswer(judged)) throw new Error();
  expect(normaliseRefusal(judged)).toBe('400 no date: \\"…\\" is one');
});

it('takes out of a refusal the whole target', () => {
  const of = (query: string): string => {
    const path = `/things/7${query}`;
    const judged = exchange({ path, status: 501, body: `no GET http://127.0.0.1${path} here` });
    if (!hasAnswer(judged)) throw new Error();
    return normaliseRefusal(judged);
  };
  expect(new Set(['', '?full=', '?full=a%20b&page=-1'].map(of)).size).toBe(1);
});

it('takes out of a refusal the path, whatever it names', () => {
  const judged = exchange({
    path: '/things/rosa-1/cancel',
    status: 400,
    body: '{"message":"rosa-1 is gone","uri":"/things/rosa-1/cancel"}',
  });
  if (!hasAnswer(judged)) throw new Error();
  expect(normaliseRefusal(judged)).toBe('400 {"message":"… is gone","uri":"…');
});

it('takes out of a refusal a short text that was sent where it is a word', () => {
  const judged = exchange({ status: 400, body: 'no e for the key', sent: { a: 'e', b: 'key' } });
  if (!hasAnswer(judged)) throw new Error();
  expect(normaliseRefusal(judged)).toBe('400 no … for the …');
});
