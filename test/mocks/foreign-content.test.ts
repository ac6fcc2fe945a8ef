import { expect, it } from 'vitest';
import { foreignContent } from '../../mocks/foreign-content.ts';
import { PlantStore } from '../../mocks/store.ts';
import { MemoryStore } from '../../src/mock/resource-store.ts';
import { loadDocument } from '../../src/model/load-document.ts';
import { serviceDocument } from '../serve/http-helpers.ts';

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
  const plants = new PlantStore();
  plants.seed([{ id: 1, name: 'Ivy' }]);
  expect(foreignContent(serviceDocument(), plants, 'p.jsonl')).toBeUndefined();
  expect(foreignContent(serviceDocument(), new PlantStore(), 'p.jsonl')).toBeUndefined();
  expect(foreignContent(library, stored({ '/books': 2 }), 'b.jsonl')).toBeUndefined();
});

it('one of another document is told of, with what shows it', () => {
  const plants = new PlantStore();
  plants.seed([{ id: 1, name: 'Ivy' }]);
  expect(foreignContent(library, plants, 'p.jsonl')).toBe(
    'The store file p.jsonl may be of another document: it holds resources that are in no collection, 1 of them. What it holds is kept beside what is created now. Give each document a file of its own.',
  );
  const books = stored({ '/books': 1, '/loans': 1 });
  expect(foreignContent(serviceDocument(), books, 'b.jsonl')).toContain('it holds /books, /loans,');
  expect(foreignContent(library, books, 'b.jsonl')).toContain('it holds /loans, where');
  const notes = new MemoryStore();
  notes.add({ text: 'x' });
  expect(foreignContent(serviceDocument(), notes, 'n.jsonl')).toContain('resource 1: ');
});
