import { describe, expect, it } from 'vitest';
import {
  describeAnswers,
  isPossible,
  refusedStatus,
  sayAnswer,
} from '../../src/questions/answer.ts';
import { formatProfile } from '../../src/questions/profile-file.ts';
import { questions } from './ask.ts';

const words = { words: ['kept', 'trimmed'], refused: false };
const refusable = { words: ['accepted'], refused: true };

describe('an answer', () => {
  it.each<[answer: string, status: number | undefined, said: string]>([
    ['refused 400', 400, 'refused with 400'],
    ['refused 499', 499, 'refused with 499'],
    ['refused 500', undefined, 'refused 500'],
    ['refused 4000', undefined, 'refused 4000'],
    ['not refused 400', undefined, 'not refused 400'],
    ['half-open-now', undefined, 'half open now'],
  ])('%s refuses with %s', (answer, status, refusal) => {
    expect(refusedStatus(answer)).toBe(status);
    expect(sayAnswer(answer)).toBe(refusal);
  });

  it('is possible where the question has it', () => {
    expect(isPossible(words, 'kept')).toBe(true);
    expect(isPossible(words, 'refused 400')).toBe(false);
    expect(isPossible(refusable, 'refused 404')).toBe(true);
    expect(isPossible(refusable, 'refused 40')).toBe(false);
    expect(isPossible(refusable, 'kept')).toBe(false);
  });

  it('is described with all others', () => {
    expect(describeAnswers(words)).toBe('kept, trimmed');
    expect(describeAnswers(refusable)).toBe('accepted, refused 400 … refused 499');
  });
});

describe('a profile as YAML', () => {
  const [first, second] = questions;
  const list = [first!, second!];

  it('has every question as a comment, and those without an answer, too', () => {
    const all = new Map([['createThing', list]]);
    expect(formatProfile({ createThing: { 'used-id': 'accepted' } }, all, ['a', 'b'])).toBe(
      [
        '# a',
        '# b',
        'profile: 1',
        'answers:',
        '  createThing:',
        '    # What happens when id was already used? (accepted, refused 400 … refused 499)',
        '    used-id: accepted',
        '    # Does the response repeat id? (absent, present)',
        '    # id-in-response: no answer',
        '',
      ].join('\n'),
    );
  });

  it('leaves out operations without a question, and needs no answers', () => {
    const all = new Map([
      ['none', []],
      ['some', [first!]],
    ]);
    const text = formatProfile({}, all);
    expect(text.split('\n').slice(0, 3)).toEqual(['profile: 1', 'answers:', '  some:']);
    expect(text).not.toContain('none');
  });

  it.each([
    ['createThing', 'createThing'],
    ['_a-1', '_a-1'],
    ['1a', '"1a"'],
    ['POST /things', '"POST /things"'],
    ['a b', '"a b"'],
    ['a:', '"a:"'],
  ])('quotes the id of an operation where YAML needs it: %s', (id, key) => {
    expect(formatProfile({}, new Map([[id, list]]))).toContain(`\n  ${key}:\n`);
  });
});
