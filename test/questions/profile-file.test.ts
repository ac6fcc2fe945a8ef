import { describe, expect, it } from 'vitest';
import { DiagnosticError } from '../../src/openapi/diagnostic.ts';
import { formatProfile, readProfile } from '../../src/questions/profile-file.ts';
import { questionsByOperation } from '../../src/questions/index.ts';
import { thingsDocument } from '../setup/things-document.ts';

const questions = questionsByOperation(thingsDocument);

function problems(text: string): string {
  try {
    readProfile(text, 'my.profile.yaml', questions);
  } catch (error) {
    if (error instanceof DiagnosticError) return error.message;
    throw error;
  }
  return 'none';
}

describe('profiles', () => {
  it('asks createThing every open question of the document', () => {
    expect(questions.get('createThing')?.map(({ id }) => id)).toMatchSnapshot();
  });

  it('come back as they were written, with each question as a comment', () => {
    const answers = { createThing: { 'used-id': 'refused 409', 'id-in-response': 'present' } };
    const text = formatProfile(answers, questions, ['Learnt in a test']);
    expect(readProfile(text, 'p.yaml', questions)).toEqual(answers);
    expect(text).toContain('# What happens when id was already used? (accepted, refused 400');
    expect(text).toContain('    # missing-token: no answer');
  });

  it('may have an operation without an answer', () => {
    expect(readProfile(formatProfile({}, questions), 'p.yaml', questions)).toEqual({
      createThing: {},
    });
  });

  it('change in one line where one answer changes', () => {
    const lines = (answer: string): string[] =>
      formatProfile({ createThing: { 'used-id': answer } }, questions).split('\n');
    const after = lines('accepted');
    expect(lines('refused 409').filter((line, i) => line !== after[i])).toHaveLength(1);
  });

  it.each([
    [
      'a typo in a question',
      'profile: 1\nanswers:\n  createThing:\n    used-idd: accepted\n',
      4,
      'used-id"',
    ],
    [
      'an impossible answer',
      'profile: 1\nanswers:\n  createThing:\n    used-id: acepted\n',
      4,
      '"accepted"',
    ],
    [
      'a status beyond 4xx',
      'profile: 1\nanswers:\n  createThing:\n    used-id: refused 500\n',
      4,
      'refused 400',
    ],
    ['an unknown operation', 'profile: 1\nanswers:\n  createThings: {}\n', 3, '"createThing"'],
    ['an unknown key', 'profile: 1\nanswer:\n  createThing: {}\n', 2, '"answers"'],
    ['no version', 'answers:\n  createThing: {}\n', 1, 'profile: 1'],
    ['broken YAML', 'profile: 1\nanswers: [\n', 3, 'help'],
  ])('with %s are refused with the line and the nearest word', (_name, text, line, near) => {
    const message = problems(text);
    expect(message).toContain(`my.profile.yaml:${line}:`);
    expect(message).toContain(near);
  });
});

describe('what is wrong with a profile is said', () => {
  it.each<[what: string, text: string, said: string[]]>([
    [
      'for an empty one',
      '',
      [
        'not-a-map: the profile must be a map. Write `key: value` lines. (1:1)',
        'profile-version: the profile must say "profile: 1". Add the line. /profile (1:1)',
        'not-a-map: "answers" must be a map. Write `key: value` lines. /answers (1:1)',
      ],
    ],
    [
      'for a list of answers',
      'profile: 1\nanswers:\n  createThing: [used-id]\n',
      [
        'not-a-map: the answers of createThing must be a map. Write `key: value` lines. /answers/createThing (3:3)',
      ],
    ],
    [
      'for another version, and everything else',
      'profile: "1"\nanswer: {}\nanswers:\n  createThng: {}\n',
      [
        'unknown-key: there is no key "answer". Did you mean "answers"? /answer (2:1)',
        'profile-version: the profile must say "profile: 1". Add the line. /profile (1:1)',
        'unknown-operation: there is no operation "createThng". Did you mean "createThing"? /answers/createThng (4:3)',
      ],
    ],
    [
      'for a word that is near to none',
      'profile: 1\nanswers: { xyz: {} }\n',
      [
        'unknown-operation: there is no operation "xyz". Choose from: createThing. /answers/xyz (2:12)',
      ],
    ],
    [
      'for a key and a question that nobody knows',
      'profile: 1\nxyz: 1\nanswers:\n  createThing:\n    used-di: accepted\n    used-name: refused 40\n',
      [
        'unknown-key: there is no key "xyz". Choose from: profile, answers. /xyz (2:1)',
        'unknown-question: there is no question "used-di". Did you mean "used-id"? /answers/createThing/used-di (5:5)',
        'impossible-answer: "refused 40" does not answer used-name, "May two have the same name, under another id?". Did you mean "refused 400"? Possible: accepted, refused 400 … refused 499. /answers/createThing/used-name (6:5)',
      ],
    ],
    [
      'for answers that the question does not have',
      'profile: 1\nanswers:\n  createThing:\n    id-in-response: refused 400\n    used-id: acepted\n    empty-name: 400\n',
      [
        'impossible-answer: "acepted" does not answer used-id, "What happens when id was already used?". Did you mean "accepted"? Possible: accepted, refused 400 … refused 499. /answers/createThing/used-id (5:5)',
        'impossible-answer: "refused 400" does not answer id-in-response, "Does the response repeat id?". Possible: absent, present. /answers/createThing/id-in-response (4:5)',
        'impossible-answer: 400 does not answer empty-name, "May name be empty?". Possible: accepted, refused 400 … refused 499. /answers/createThing/empty-name (6:5)',
      ],
    ],
  ])('%s', (_what, text, messages) => {
    expect(diagnosticsOf(text)).toEqual(messages);
  });

  it('after what failed', () => {
    expect(problems('')).toMatch(/^Failed to read the profile my\.profile\.yaml:\n/);
  });

  it('by the reader of YAML where it is none', () => {
    expect(diagnosticsOf('profile: 1\nanswers: [\n')).toHaveLength(1);
  });

  it('but for an operation that nothing is asked of', () => {
    const none = new Map([['createThing', []]]);
    const text = 'profile: 1\nanswers: { createThing: { any: thing } }\n';
    expect(readProfile(text, 'p.yaml', none)).toEqual({ createThing: {} });
  });
});

function diagnosticsOf(text: string): string[] {
  try {
    readProfile(text, 'my.profile.yaml', questions);
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return error.diagnostics.map(({ code, message, help, pointer, location }) => {
      const place = `(${location?.line}:${location?.column})`;
      return [`${code}: ${message}.`, help, pointer, place].filter(Boolean).join(' ');
    });
  }
  return [];
}
