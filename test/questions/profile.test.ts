import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DiagnosticError } from '../../src/openapi/diagnostic.ts';
import { loadDocument } from '../../src/openapi/load-document.ts';
import { formatProfile } from '../../src/questions/format-profile.ts';
import { questionsByOperation } from '../../src/questions/index.ts';
import { readProfile } from '../../src/questions/read-profile.ts';

const file = 'spec/plant-store.openapi.yaml';
const document = loadDocument(readFileSync(file, 'utf8'), file);
const questions = questionsByOperation(document);

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
  it('asks createPlant every open question of the specification', () => {
    expect(questions.get('createPlant')?.map(({ id }) => id)).toMatchSnapshot();
  });

  it('come back as they were written, with each question as a comment', () => {
    const answers = { createPlant: { 'used-id': 'refused 409', 'id-in-response': 'present' } };
    const text = formatProfile(answers, questions, ['Learnt in a test']);
    expect(readProfile(text, 'p.yaml', questions)).toEqual(answers);
    expect(text).toContain('# What happens when id was already used? (accepted, refused 400');
    expect(text).toContain('    # missing-token: no answer');
  });

  it('change in one line where one answer changes', () => {
    const lines = (answer: string): string[] =>
      formatProfile({ createPlant: { 'used-id': answer } }, questions).split('\n');
    const after = lines('accepted');
    expect(lines('refused 409').filter((line, i) => line !== after[i])).toHaveLength(1);
  });

  it.each([
    [
      'a typo in a question',
      'profile: 1\nanswers:\n  createPlant:\n    used-idd: accepted\n',
      4,
      'used-id"',
    ],
    [
      'an impossible answer',
      'profile: 1\nanswers:\n  createPlant:\n    used-id: acepted\n',
      4,
      '"accepted"',
    ],
    [
      'a status beyond 4xx',
      'profile: 1\nanswers:\n  createPlant:\n    used-id: refused 500\n',
      4,
      'refused 400',
    ],
    ['an unknown operation', 'profile: 1\nanswers:\n  createPlants: {}\n', 3, '"createPlant"'],
    ['an unknown key', 'profile: 1\nanswer:\n  createPlant: {}\n', 2, '"answers"'],
    ['no version', 'answers:\n  createPlant: {}\n', 1, 'profile: 1'],
    ['broken YAML', 'profile: 1\nanswers: [\n', 3, 'help'],
  ])('with %s are refused with the line and the nearest word', (_name, text, line, near) => {
    const message = problems(text);
    expect(message).toContain(`my.profile.yaml:${line}:`);
    expect(message).toContain(near);
  });
});
