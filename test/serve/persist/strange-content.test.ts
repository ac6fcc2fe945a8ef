import { expect, it } from 'vitest';
import { DocumentStore } from '../../../src/mock/document-store.ts';
import { MemoryStore } from '../../../src/mock/resource-store.ts';
import { loadDocument } from '../../../src/model/load-document.ts';
import { strangeContent } from '../../../src/serve/persist/read-journal.ts';
import { thingsDocument } from '../../setup/things-document.ts';

const library = loadDocument(
  `openapi: 3.1.0
info: { title: Library, version: '1' }
paths:
  /books: { post: { responses: { '201': { description: made } } } }
  /members: { post: { responses: { '201': { description: made } } } }
`,
  'library.yaml',
);

function stored(collections: Readonly<Record<string, number>>): MemoryStore {
  const store = new MemoryStore();
  for (const [path, count] of Object.entries(collections)) {
    for (let id = 0; id < count; id += 1) store.collection(path).add({ id });
  }
  return store;
}

it('a store file of this document, or with nothing in it, needs no word', () => {
  const things = new DocumentStore(thingsDocument);
  things.seed([{ id: 1, name: 'Mug' }]);
  expect(strangeContent(thingsDocument, things, undefined, 't.jsonl')).toBeUndefined();
  expect(
    strangeContent(thingsDocument, new DocumentStore(thingsDocument), undefined, 't.jsonl'),
  ).toBeUndefined();
  expect(strangeContent(library, stored({ '/books': 2 }), undefined, 'b.jsonl')).toBeUndefined();
});

it('one of another document is told of, with what shows it', () => {
  const things = new DocumentStore(thingsDocument);
  things.seed([{ id: 1, name: 'Mug' }]);
  expect(strangeContent(library, things, undefined, 't.jsonl')).toBe(
    'The store file t.jsonl may be of another document: it holds resources that are in no collection, 1 of them. What it holds is kept beside what is created now. Give each document a file of its own.',
  );
  const books = stored({ '/books': 1, '/loans': 1 });
  expect(strangeContent(thingsDocument, books, undefined, 'b.jsonl')).toContain(
    'it holds /books, /loans,',
  );
  expect(strangeContent(library, books, undefined, 'b.jsonl')).toContain('it holds /loans, where');
  const notes = new MemoryStore();
  notes.add({ text: 'x' });
  expect(strangeContent(thingsDocument, notes, undefined, 'n.jsonl')).toContain('resource 1: ');
});
