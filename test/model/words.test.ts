import { expect, it } from 'vitest';
import { operations } from '../../src/model/operation.ts';
import { saidOf, saidOfDeletion, saidToBecome, saidWith } from '../../src/model/words.ts';
import { documentFromValue } from '../../src/openapi/document.ts';

const documentOf = (description: string, conflict = 'No.') =>
  documentFromValue({
    paths: {
      '/readers/{id}': {
        delete: {
          summary: 'Delete a reader',
          description,
          responses: { 204: { description: 'Gone.' }, 409: { description: conflict } },
        },
      },
    },
  });

it('is found at an operation and its responses', () => {
  const document = documentOf('For good.', 'It has loans.');
  const [remove] = operations(document);
  expect(saidOf(document, remove!)).toBe('Delete a reader\nFor good.\nGone.');
  expect(saidWith(document, remove!, '409')).toBe('It has loans.');
  expect(saidWith(document, remove!, '404')).toBe('');
});

it.each<[description: string, said: string | undefined]>([
  ["A reader who has loans can't be deleted.", 'is refused'],
  ['Refused while the reader has any loan.', 'is refused'],
  ['A reader that still owns loans cannot be removed.', 'is refused'],
  ['Deletes the reader with the photo and all loans.', 'takes it along'],
  ['The reader is removed together with their loans.', 'takes it along'],
  ['Deletes the reader, and keeps all loans.', undefined],
  ['Deletes the reader and all loans that are over, unless one is open.', undefined],
  ['A reader with open loans cannot be deleted.', undefined],
  ['A reader that has fines or loans is not deleted, unless `force=true`.', 'is refused'],
  ['A reader that has loans is not deleted, unless they are over.', undefined],
  ['Loans are of no interest.', undefined],
  ['Its loans stay; their `reader_id` becomes null.', 'lets it go'],
  ['Loans that were made to the reader become unassigned.', 'lets it go'],
  ['Loans become unassigned if they are over.', undefined],
])('of a deletion is told where it is plain: %s', (description, said) => {
  const document = documentOf(description);
  expect(saidOfDeletion(document, operations(document)[0]!, ['loan'])).toBe(said);
});

it.each<[conflict: string, said: string | undefined]>([
  ['The reader has loans.', 'is refused'],
  ['The reader still has loans below it.', 'is refused'],
  ['The reader still contains loans.', 'is refused'],
  ['The reader has loans in progress.', undefined],
  ['The reader has loans that are not over.', undefined],
])('of a deletion is told by its 409, where that is of all there are: %s', (conflict, said) => {
  const document = documentOf('For good.', conflict);
  expect(saidOfDeletion(document, operations(document)[0]!, ['loan'])).toBe(said);
});

it.each([
  ['state becomes running; 409 unless it is planned.', 'running'],
  ['The `state` of the trip is set to `running`.', 'running'],
  ['Sends a mail. The state then changes to "running" and startedAt to now.', 'running'],
  ['Starts the machine and sets its state to running.', 'running'],
  ['Sets `state` to `running`.', 'running'],
  ['Sets the mode to running.', undefined],
  ['If it is paid, state becomes running.', undefined],
  ['state becomes running or waiting.', undefined],
  ['The mode becomes running.', undefined],
])('what a state becomes: %s', (description, state) => {
  const document = documentOf(description);
  expect(saidToBecome(document, operations(document)[0]!, 'state')).toBe(state);
});
