import { expect, it } from 'vitest';
import { createMock, loadSeed } from '../../src/index.ts';
import { successShape } from '../../src/model/body-shapes.ts';
import { completedDocument } from '../../src/model/completed-document.ts';
import { loadDocument } from '../../src/model/load-document.ts';
import { operationAt } from '../../src/model/operation.ts';
import type { OpenApiDocument } from '../../src/openapi/document.ts';

const documentOf = (paths: string): OpenApiDocument =>
  loadDocument(
    `openapi: 3.1.0\ninfo: { title: Shop, version: '1' }\npaths:\n${paths}`,
    'shop.yaml',
  );

const said = (status: number): string => `responses: { '${status}': { description: done } }`;
const takes = (schema: string, type = 'application/json'): string =>
  `requestBody: { content: { ${type}: { schema: ${schema} } } }`;
const BOOK =
  '{ type: object, additionalProperties: false, required: [title], properties: { title: { type: string }, pages: { type: integer } } }';
const inPath = (name: string, type = 'integer'): string =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: { type: ${type} } }]`;

/** What the mock of a document answers: its status, and its body if it has one. */
function asking(
  document: OpenApiDocument,
): (method: string, path: string, body?: object) => Promise<unknown> {
  const mock = createMock({ document });
  return async (method, path, body) => {
    const headers = { 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) };
    const response = await mock.fetch(new Request(`http://mock${path}`, { method, ...sent }));
    const text = await response.text();
    return text === '' ? response.status : [response.status, JSON.parse(text)];
  };
}

it('has what requests take in answers that nobody describes: the mock keeps and tells it', async () => {
  const ask = asking(
    documentOf(`  /books: { get: { ${said(200)} }, post: { ${takes(BOOK)}, ${said(201)} } }
  /books/{id}: { ${inPath('id')}, get: { ${said(200)} }, put: { ${takes(BOOK)}, ${said(200)} }, delete: { ${said(204)} } }
  /books/{bookId}/notes: { ${inPath('bookId')}, get: { ${said(200)} }, post: { ${takes('{ type: object, properties: { text: { type: string } } }')}, ${said(201)} } }
`),
  );
  expect(await ask('GET', '/books')).toEqual([200, []]);
  expect(await ask('POST', '/books', { title: 'Emma' })).toEqual([201, { id: 1, title: 'Emma' }]);
  expect(await ask('GET', '/books/1')).toEqual([200, { id: 1, title: 'Emma' }]);
  expect(await ask('PUT', '/books/1', { title: 'Emma', pages: 9 })).toEqual([
    200,
    { id: 1, title: 'Emma', pages: 9 },
  ]);
  expect(await ask('GET', '/books')).toEqual([200, [{ id: 1, title: 'Emma', pages: 9 }]]);
  expect(await ask('POST', '/books/1/notes', { text: 'x' })).toEqual([201, { id: 1, text: 'x' }]);
  expect(await ask('GET', '/books/1/notes')).toEqual([200, [{ id: 1, text: 'x' }]]);
  expect(await ask('DELETE', '/books/1')).toBe(204);
  expect(await ask('GET', '/books/1')).toMatchObject([404, {}]);
});

it('names what paths name by another word, and has the form that they have it in', async () => {
  const ask = asking(
    documentOf(`  /books: { post: { ${takes(BOOK)}, ${said(201)} } }
  /books/{slug}: { ${inPath('slug', 'string')}, get: { ${said(200)} } }
`),
  );
  const [, book] = (await ask('POST', '/books', { title: 'Emma' })) as [number, { slug: string }];
  expect(book).toEqual({ slug: expect.any(String) as string, title: 'Emma' });
  expect(await ask('GET', `/books/${book.slug}`)).toEqual([200, book]);
});

it('has the fields of forms, but no files', () => {
  const form =
    '{ type: object, properties: { title: { type: string }, cover: { type: string, format: binary } } }';
  const document = documentOf(
    `  /books: { get: { ${said(200)} }, post: { ${takes(form, 'multipart/form-data')}, ${said(200)} } }
`,
  );
  const completed = completedDocument(document);
  const { properties } = successShape(completed, operationAt(completed, 'POST', '/books')!);
  expect([...properties.keys()]).toEqual(['id', 'title']);
});

it('tells what is put where there is one of it', async () => {
  const ask = asking(
    documentOf(`  /settings: { get: { ${said(200)} }, put: { ${takes(BOOK)}, ${said(200)} } }\n`),
  );
  expect(await ask('PUT', '/settings', { title: 'Dark' })).toEqual([200, { title: 'Dark' }]);
  expect(await ask('GET', '/settings')).toEqual([200, { title: 'Dark' }]);
});

it.each([
  [
    'an answer is described',
    `get: { responses: { '200': { description: it, content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } } } }`,
  ],
  [
    'an answer has an example',
    `get: { responses: { '200': { description: it, content: { application/json: { example: [1] } } } } }`,
  ],
  [
    'an answer is of another type',
    `get: { responses: { '200': { description: it, content: { text/csv: {} } } } }`,
  ],
  ['nothing is read', ''],
])('is the document itself where %s', (_what, get) => {
  const document = documentOf(
    `  /books: { ${get === '' ? '' : `${get}, `}post: { ${takes(BOOK)}, ${said(201)} } }\n`,
  );
  expect(completedDocument(document)).toBe(document);
});

it.each([
  ['a list', '{ type: array }'],
  ['a list of anything', '{ type: array, items: {} }'],
  ['a list of such lists', '{ $ref: "#/components/schemas/Lists" }'],
])('says more than that there is %s', (_what, schema) => {
  const answer = `responses: { '200': { description: done, content: { application/json: { schema: ${schema} } } } }`;
  const document =
    documentOf(`  /books: { get: { ${answer} }, post: { ${takes(BOOK)}, ${said(201)} } }
components: { schemas: { Lists: { type: array, items: { $ref: "#/components/schemas/Lists" } } } }
`);
  const completed = completedDocument(document);
  const { items } = successShape(completed, operationAt(completed, 'GET', '/books')!);
  expect([...(items?.properties.keys() ?? [])]).toEqual(['id', 'title', 'pages']);
});

it.each(['/session', '/userSession', '/user-session/'])('has no list at %s', (path) => {
  const document = documentOf(
    `  ${path}: { get: { ${said(200)} }, post: { ${takes(BOOK)}, ${said(201)} } }\n`,
  );
  expect(completedDocument(document)).toBe(document);
});

it('has identities in seeds, though a request may not have them', async () => {
  const document =
    documentOf(`  /books: { get: { ${said(200)} }, post: { ${takes(BOOK)}, ${said(201)} } }
  /books/{id}: { ${inPath('id')}, get: { ${said(200)} } }
`);
  const seed = (text: string): Promise<unknown> => loadSeed({ text, file: 'seed.yaml' }, document);
  const books = [{ id: 7, title: 'Emma' }];
  expect(await seed(JSON.stringify(books))).toMatchObject({ seed: books });
  await expect(seed(JSON.stringify([...books, ...books]))).rejects.toThrow(/seed\.yaml:1:\d+/);
});

it('leaves answers without a body as they are', async () => {
  const ask = asking(
    documentOf(`  /books: { get: { ${said(200)} }, post: { ${takes(BOOK)}, ${said(204)} } }
  /books/{id}: { ${inPath('id')}, get: { ${said(200)} } }
`),
  );
  expect(await ask('POST', '/books', { title: 'Emma' })).toBe(204);
  expect(await ask('GET', '/books')).toEqual([200, [{ id: 1, title: 'Emma' }]]);
});

it('keeps to the types of answers that say no more: an object is no list', async () => {
  const ask = asking(
    documentOf(`  /books:
    get: { responses: { '200': { description: done, content: { application/json: { schema: { type: object } } } } } }
    post: { ${takes(BOOK)}, ${said(201)} }
`),
  );
  expect(await ask('POST', '/books', { title: 'Emma' })).toEqual([201, { id: 1, title: 'Emma' }]);
  expect(await ask('GET', '/books')).toEqual([200, {}]);
});
