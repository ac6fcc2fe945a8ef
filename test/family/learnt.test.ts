/** What is learnt from a store makes the mock answer as the store does. */
import { describe, expect, it } from 'vitest';
import { loadDocument } from '../../src/index.ts';
import { compareLearnt } from '../setup/learnt-mock.ts';
import { startStore } from './base-store.ts';
import { conformant } from './conformant.ts';

/** Each answers other questions in its own way. */
const NAMES = [
  'repeats the id',
  'a used id is a 409',
  'names can be used once',
  'a missing body is a 411',
  'demands a token, else 403',
  'names up to 100, tags up to 100, else 422',
  'no angle brackets',
  'trims first, then wants a name of 1 to 100 characters',
  'no unknown fields',
  'the first of two equal keys counts',
  'takes JSON under any name',
  'reads the body before it looks at the token',
  'looks at the plant before it looks at the token',
  'redirects a path with a slash at its end',
  'ignores a slash at the end of the path',
  'takes any +json',
  'other charsets and other media types are a 415, an empty body is a 422',
];

const document = await loadDocument('spec/plant-store.openapi.yaml');

describe('a store passes with what was learnt of it, and the mock answers 200 other requests alike', () => {
  it.concurrent.each(NAMES)('%s', { timeout: 60_000 }, async (name) => {
    const { change, token } = conformant.find((conformant) => conformant.name === name)!;
    const start = () => startStore(change);
    const { findings, differences, requests } = await compareLearnt({ document, start, token }, 7);
    expect({ findings, differences, requests }).toEqual({
      findings: [],
      differences: [],
      requests: 200,
    });
  });
});

it('finds the limit of a text', async () => {
  const { change } = conformant.find(({ name }) => name.startsWith('names up to 100'))!;
  const subject = { document, start: () => startStore(change) };
  const { answers } = await compareLearnt(subject, 8);
  expect(answers['createPlant']).toMatchObject({
    'long-name': 'refused 422',
    'max-length-name': '100',
    'quotes-name': 'accepted',
  });
}, 60_000);
