import { expect, it } from 'vitest';
import { didYouMean, nearestWord } from '../../src/openapi/nearest-word.ts';

it.each([
  ['nmae', 'name'],
  ['Name', 'name'],
  ['tga', 'tag'],
  ['colour', undefined],
])('%s → %s', (word, near) => {
  expect(nearestWord(word, ['id', 'name', 'tag'])).toBe(near);
});

it('lists the words where none is near', () => {
  expect(didYouMean('colour', ['id', 'name'])).toBe('Choose from: id, name.');
  expect(didYouMean('colour', [])).toBe('There is none to choose from.');
});
