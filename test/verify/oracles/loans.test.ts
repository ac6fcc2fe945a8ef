/** Loans of books: what each refers to, and others refer to, too. */
import { expect, it } from 'vitest';
import { type Fault, toldBy, verified } from './library.ts';

it('sends cases about what refers to the same, which is made once', async () => {
  const { sent } = await verified(undefined, {});
  const count = (words: string): number => sent.filter((id) => id.startsWith(words)).length;
  expect(count('broken/get-loan/')).toBeGreaterThan(4);
  expect(count('broken/return-loan/')).toBeGreaterThan(2);
});

it.each<[only: string, fault: Fault, message: string]>([
  [
    'siblings/return-loan',
    'all loans of a reader are returned',
    'returnLoan: state of another resource changes with an action on one',
  ],
  [
    'siblings/put-remark',
    'remarks are of books',
    'putRemark: text of another resource changes when one is changed',
  ],
  [
    'siblings/remove-reader',
    'books go with readers',
    'removeReader: what is referred to beside it in /books is gone then',
  ],
  [
    'siblings/remove-section',
    'names are prefixes',
    'removeSection: another resource is gone when one is deleted',
  ],
  [
    'siblings/put-section',
    'books lose their section',
    'putSection: section of what refers to it in /books changes',
  ],
  [
    'refusals/remove-section',
    'a section in use breaks down',
    'removeSection: the server fails with 500 on a request',
  ],
  [
    'queries/list-sections',
    'floors are not asked for',
    "listSections: floor doesn't leave out what has another floor",
  ],
  [
    'queries/list-sections',
    'sections are in any order',
    'listSections: the list is not in the order of floor',
  ],
  [
    'read-only/add-reader',
    'branches are taken',
    'addReader: with branch, what is created is not there then, though it is readOnly',
  ],
  [
    'read-only/put-reader',
    'branches are taken',
    'putReader: with branch, what is changed is not there then, though it is readOnly',
  ],
  [
    'stored/return-loan',
    'returns keep the version',
    'returnLoan: the ETag stays as it is when the resource changes',
  ],
  ['bulk', 'some are not listed', 'addReaders: one of several that were created is not listed'],
  [
    'bulk',
    'some are created all the same',
    'addReaders: one of several is there, though all were refused',
  ],
  [
    'bulk',
    'some are answered backwards',
    'addReaders: several are answered in another order than they were sent',
  ],
  [
    'repeated',
    'keys are for any body',
    'addReader: another body with a used idempotency key is answered with the earlier resource',
  ],
  ['other-client/add-loan', 'loans of others', 'addLoan: takes a reader_id of another client'],
  [
    'races/add-reader',
    'two have one name',
    'addReader: a second one with the same name is created',
  ],
  [
    'refusals/remove-section',
    'sections go with their books',
    'removeSection: it is deleted, though something in /books refers to it',
  ],
  [
    'refusals/remove-reader',
    'loans outlive readers',
    'removeReader: what refers to it in /loans is still there',
  ],
  ['refusals/return-loan', 'loans are returned twice', 'returnLoan: it is done a second time'],
  [
    'queries/list-sections',
    'the last floor is left out',
    'listSections: floorTo leaves out what has the wanted floor',
  ],
  [
    'queries/list-books',
    'languages are not asked for',
    "listBooks: language doesn't leave out what has another language",
  ],
  [
    'lists/list-books',
    'archived books are lost',
    'listBooks: what was deleted is not listed, though includeArchived asks for it',
  ],
  [
    'uploads',
    'covers are of one type',
    'getCover: the file that is read is said to be of another media type than it was sent in',
  ],
])('%s finds: %s', async (only, fault, message) => {
  expect(await toldBy(only)).toEqual([]);
  expect(await toldBy(only, fault)).toContain(message);
});
