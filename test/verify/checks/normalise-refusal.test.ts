import { expect, it } from 'vitest';
import type { JsonValue } from '../../../src/openapi/json/json-value.ts';
import { normaliseRefusal } from '../../../src/verify/checks/unstable-answers.ts';
import { exchange } from './exchanges.ts';

it.each<[what: string, sent: JsonValue, body: string, normal: string]>([
  ['numbers', {}, 'id -10 of 25.5 is used', 'id # of #.# is used'],
  ['what was sent', { name: 'Rosa' }, '"Rosa" and Rosa are used', '"…" and … are used'],
  [
    'what was sent, as JSON spells it',
    { name: 'a"b\n' },
    String.raw`"a\"b\n" is used`,
    '"…" is used',
  ],
  ['the longest text first', { tag: 'Ros', name: 'Rosa' }, 'Rosa, Ros', '…, …'],
  ['no empty text', { name: '' }, 'no', 'no'],
  ['nothing of an array', ['a'], 'a', 'a'],
  ['nothing of a text', 'a', 'a', 'a'],
])('takes out of a refusal %s', (what, sent, body, normal) => {
  const one = exchange({ sent, status: 400, body });
  if (one.outcome.kind === 'failure') throw new Error(what);
  expect(normaliseRefusal(one, one.outcome.response)).toBe(`400 ${normal}`);
});
