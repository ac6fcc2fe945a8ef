/** Lists of what was archived, too. */
import { expect, it } from 'vitest';
import { type Change, runOnMock } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const BOOK = "{ $ref: '#/components/schemas/Book' }";
const DOCUMENT = `
openapi: 3.1.0
info: { title: Books, version: '1' }
paths:
  /books:
    get:
      operationId: listBooks
      parameters: [{ name: shelf, in: query, required: true, schema: { type: integer } }, { name: includeArchived, in: query, schema: { type: boolean } }]
      responses: { '200': { description: books, ${json(`{ type: array, items: ${BOOK} }`)} } }
    post: { operationId: addBook, requestBody: { required: true, ${json(BOOK)} }, responses: { '201': { description: it, ${json(BOOK)} } } }
  /books/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getBook, responses: { '200': { description: it, ${json(BOOK)} }, '404': { description: none } } }
    delete: { operationId: archiveBook, responses: { '204': { description: done }, '404': { description: none } } }
components:
  schemas:
    Book: { type: object, required: [id, title, shelf], properties: { id: { type: string, readOnly: true }, title: { type: string }, shelf: { type: integer, readOnly: true } } }
`;

interface Book {
  readonly id: string;
  readonly title: string;
  readonly shelf: number;
  readonly isArchived?: true;
}

/** A server that puts each book on a shelf of its own, or on one, and lists them shelf by shelf. */
function shelving(
  shelfOf: (count: number) => number,
  isListed: (book: Book) => boolean = () => true,
): Change {
  const books = new Map<string, Book>();
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const [, , id = ''] = pathname.split('/');
    const found = books.get(id);
    if (request.method === 'POST') {
      const { title } = (await request.json()) as Book;
      const book = { id: `b${books.size}`, title, shelf: shelfOf(books.size) };
      books.set(book.id, book);
      return Response.json(book, { status: 201 });
    }
    if (id === '') {
      const shelf = Number(searchParams.get('shelf'));
      const isAll = searchParams.has('includeArchived');
      const listed = [...books.values()].filter(
        (book) => book.shelf === shelf && (isAll ? isListed(book) : book.isArchived !== true),
      );
      return Response.json(listed);
    }
    if (found === undefined || found.isArchived === true)
      return new Response(null, { status: 404 });
    if (request.method === 'GET') return Response.json(found);
    books.set(id, { ...found, isArchived: true });
    return new Response(null, { status: 204 });
  };
}

const LACKING = 'what was not deleted is not listed where includeArchived asks for more';

it.each<[what: string, change: Change, isBlamed: boolean]>([
  ['all is on one shelf', shelving(() => 1), false],
  ['what was left is on another shelf', shelving((count) => count), false],
  [
    'only archived books are shown',
    shelving(
      () => 1,
      ({ isArchived }) => isArchived === true,
    ),
    true,
  ],
])(
  'a list with what was archived has what is there, as far as it is asked for: %s',
  async (_, change, isBlamed) => {
    const only = ['oracle/lists/list-books/has-what-was-deleted'];
    const { findings, counts } = await runOnMock(DOCUMENT, change, { only });
    expect(counts.exchanges).toBeGreaterThan(4);
    expect(findings.map(({ message }) => message)).toEqual(isBlamed ? [LACKING] : []);
  },
);
