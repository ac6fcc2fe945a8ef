import { anything, assert, constantFrom, dictionary, oneof, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StateError } from '../../src/mock/state-error.ts';
import {
  allAnswers,
  chosenAnswers,
  demandAnswers,
  inspectAnswers,
  namedAnswers,
} from '../../src/questions/profile.ts';
import { questions as list } from './ask.ts';

const questions = new Map([
  ['createThing', list],
  ['listThings', []],
]);
const used = list.find(({ id }) => id === 'used-id')!;

function problemsOf(value: unknown): string[] {
  return inspectAnswers(value, questions).problems.map(({ code, path, message, help }) =>
    [`${code} at ${path.join('.') || 'the top'}:`, `${message}.`, help].join(' '),
  );
}

describe('answers', () => {
  it('that are possible are taken, in the order of the questions', () => {
    const given = { 'empty-name': 'refused 422', 'used-id': 'accepted', 'long-name': undefined };
    const { answers, problems } = inspectAnswers({ createThing: given }, questions);
    expect(JSON.stringify(answers)).toBe(
      '{"createThing":{"used-id":"accepted","empty-name":"refused 422"}}',
    );
    expect(problems).toEqual([]);
  });

  const complaint = 'does not answer used-id, "What happens when id was already used?".';
  const possible = 'Possible: accepted, refused 400 … refused 499.';

  it.each<[value: unknown, problem: string]>([
    [undefined, 'not-a-map at the top: "answers" must be a map. Write `key: value` lines.'],
    [['createThing'], 'not-a-map at the top: "answers" must be a map. Write `key: value` lines.'],
    [
      { createThing: 'documented' },
      'not-a-map at createThing: the answers of createThing must be a map. Write `key: value` lines.',
    ],
    [
      { createTree: {} },
      'unknown-operation at createTree: there is no operation "createTree". Choose from: createThing, listThings.',
    ],
    [
      { createThing: { 'used-ids': 'accepted' } },
      'unknown-question at createThing.used-ids: there is no question "used-ids". Did you mean "used-id"?',
    ],
    [
      { createThing: { 'used-id': 'acepted' } },
      `impossible-answer at createThing.used-id: "acepted" ${complaint} Did you mean "accepted"? ${possible}`,
    ],
    [
      { createThing: { 'used-id': 409n } },
      `impossible-answer at createThing.used-id: 409 ${complaint} ${possible}`,
    ],
    [
      { createThing: { 'used-id': ['accepted'] } },
      `impossible-answer at createThing.used-id: a list ${complaint} ${possible}`,
    ],
    [
      { createThing: { 'used-id': () => 'accepted' } },
      `impossible-answer at createThing.used-id: a function ${complaint} ${possible}`,
    ],
  ])('that can not be given are told: %#', (value, problem) => {
    expect(problemsOf(value)).toEqual([problem]);
    const act = (): unknown => demandAnswers(value, questions, 'use the profile');
    expect(act).toThrow(StateError);
    expect(act).toThrow(`Failed to use the profile: ${problem.replace(/^[^:]*: /, '')}`);
  });

  it('of any kind are answered or told, and break nothing', () => {
    const ofQuestions = dictionary(constantFrom(...list.map(({ id }) => id)), anything());
    const given = dictionary(
      constantFrom('createThing', 'listThings', 'other'),
      oneof(anything(), ofQuestions),
    );
    assert(
      property(oneof(anything(), given), (value) => {
        const { answers } = inspectAnswers(value, questions);
        expect(Object.keys(answers).every((id) => questions.has(id))).toBe(true);
      }),
    );
  });

  it('are completed by the usual ones, and freed of them', () => {
    const chosen = { createThing: { [used.id]: 'accepted' } };
    const all = allAnswers(chosen, questions);
    expect(Object.keys(all['createThing']!)).toEqual(list.map(({ id }) => id));
    expect(all['createThing']).toMatchObject({ 'used-id': 'accepted', 'empty-name': 'accepted' });
    expect(all['listThings']).toEqual({});
    expect(chosenAnswers(all, questions)).toEqual({ ...chosen, listThings: {} });
  });

  it('have names, and no inherited ones', () => {
    const profiles = { strict: { createThing: {} } };
    expect(namedAnswers(profiles, 'strict')).toBe(profiles.strict);
    const message = 'Failed to find the profile "toString". Known: strict.';
    expect(() => namedAnswers(profiles, 'toString')).toThrow(message);
  });
});
