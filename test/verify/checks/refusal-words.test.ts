import { expect, it } from 'vitest';
import type { JsonValue } from '../../../src/openapi/json/json-value.ts';
import { isNamedIn, wordsOf } from '../../../src/verify/checks/refusal-words.ts';

it.each<[what: string, answer: JsonValue, words: string]>([
  ['a text', { message: 'No such town', code: 7 }, 'No such town'],
  [
    'codes',
    { error: 'townNotFound', reason: 'TOWN_GONE' },
    'townNotFound town not found TOWN_GONE town gone',
  ],
  [
    'codes before what they are about',
    { message: 'TOWN_GONE: aTown (see TOWN_GONE_2)' },
    'TOWN_GONE: aTown (see TOWN_GONE_2) town gone town gone 2',
  ],
  ['words that are no codes', ['not-found', 'Bad Request', 'url'], 'not-found Bad Request url'],
  [
    'fields',
    { errors: { email: 'notFound', age: ['too low'] } },
    'email notFound not found age too low',
  ],
  ['what is no field', { error: { message: 'no', code: 'E1', type: 'x' }, path: 'p' }, 'no E1 x p'],
])('says %s', (_, answer, words) => {
  expect(wordsOf({ body: new TextEncoder().encode(JSON.stringify(answer)) })).toBe(words);
});

it('says all of what is no JSON', () => {
  expect(wordsOf({ body: new TextEncoder().encode('no <b>town</b>') })).toBe('no <b>town</b>');
});

it('names a property also at the start of a sentence', () => {
  expect(isNamedIn('Limit must be a positive integer >= 1', 'limit')).toBe(true);
  expect(isNamedIn('the limit is 1', 'limit')).toBe(true);
  expect(isNamedIn('Limits apply', 'limit')).toBe(false);
  expect(isNamedIn('LIMIT', 'limit')).toBe(false);
});
