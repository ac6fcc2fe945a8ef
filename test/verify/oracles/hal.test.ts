/** Links in answers, as HAL has them: of resources to others, and of pages to each other. */
import { expect, it } from 'vitest';
import { type Change, runOnMock } from './support.ts';

const href = `{ type: object, properties: { href: { type: string }, templated: { type: boolean } } }`;
const linksOf = (...names: readonly string[]): string =>
  `_links: { type: object, readOnly: true, properties: { ${names.map((name) => `${name}: ${href}`).join(', ')} } }`;
const answer = (status: number, schema: string): string =>
  `'${status}': { description: it, content: { application/json: { schema: ${schema} } } }`;
const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`;
const takes = (name: string): string =>
  `requestBody: { required: true, content: { application/json: { schema: ${ref(name)} } } }`;
const NO = `'404': { description: none }, '400': { description: bad }, '422': { description: unknown }`;
const ID = `parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }]`;
const PAGE = `{ type: object, required: [items], properties: { items: { type: array, items: ${ref('Book')} }, ${linksOf('first', 'prev', 'next', 'last')} } }`;

const DOCUMENT = `
openapi: 3.1.0
info: { title: Books, version: '1' }
paths:
  /writers:
    post: { operationId: addWriter, ${takes('Writer')}, responses: { ${answer(201, ref('Writer'))}, ${NO} } }
  /writers/{id}:
    ${ID}
    get: { operationId: getWriter, responses: { ${answer(200, ref('Writer'))}, ${NO} } }
  /books:
    get:
      operationId: listBooks
      parameters:
        - { name: page, in: query, schema: { type: integer, minimum: 1, default: 1 } }
        - { name: per_page, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 20 } }
      responses: { ${answer(200, PAGE)}, ${NO} }
    post: { operationId: addBook, ${takes('New')}, responses: { ${answer(201, ref('Book'))}, ${NO} } }
  /books/{id}:
    ${ID}
    get: { operationId: getBook, responses: { ${answer(200, ref('Book'))}, ${NO} } }
  /books/{id}/loans:
    ${ID}
    get: { operationId: listLoans, responses: { ${answer(200, `{ type: array, items: ${ref('New')} }`)}, ${NO} } }
  /books/{id}/cover:
    ${ID}
    get: { operationId: getCover, responses: { '200': { description: it, content: { image/png: {} } }, ${NO} } }
components:
  schemas:
    Writer: { type: object, required: [name], properties: { id: { type: integer, readOnly: true }, name: { type: string, minLength: 1, maxLength: 90 } } }
    New: { type: object, required: [title], properties: { title: { type: string, minLength: 1, maxLength: 90 }, writerId: { type: integer, minimum: 1 } } }
    Book: { type: object, required: [id, title], properties: { id: { type: integer, readOnly: true }, title: { type: string }, writerId: { type: integer }, ${linksOf('self', 'writer', 'cover', 'lend', 'loans', 'search')} } }
`;

interface Book {
  readonly id: number;
  readonly writerId?: number;
}
type Links = Readonly<Record<string, string>>;

const linked = (links: Links): object =>
  Object.fromEntries(Object.entries(links).map(([name, path]) => [name, { href: path }]));

/** A server that says where things are. */
const linking =
  (ofBook: (book: Book) => Links, ofPage: (page: number, last: number) => Links): Change =>
  async (request, next) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname.endsWith('cover')) return new Response(null, { status: 404 });
    if (pathname.endsWith('loans')) return Response.json([]);
    const response = await next(request);
    if (request.method !== 'GET' || !response.ok || !pathname.startsWith('/books')) return response;
    const body = (await response.json()) as Book & { items?: readonly Book[] };
    if (body.items === undefined) {
      return Response.json({ ...body, _links: linked(ofBook(body)) }, response);
    }
    const size = Number(searchParams.get('per_page') ?? 20);
    const all = await next(new Request('http://mock.test/books?per_page=50'));
    const { items: total } = (await all.json()) as { items: readonly Book[] };
    const last = Math.max(1, Math.ceil(total.length / size));
    const page = Number(searchParams.get('page') ?? 1);
    const links = Object.entries(ofPage(page, last));
    const paths = links.map(([name, at]) => [name, `/books?page=${at}&per_page=${size}`]);
    const _links = linked(Object.fromEntries(paths) as Links);
    return Response.json({ ...body, _links }, response);
  };

const book = ({ id, writerId }: Book): Links => ({
  self: `/books/${id}`,
  cover: `/books/${id}/cover`,
  lend: `/books/${id}/lend`,
  loans: `/books/${id}/loans`,
  search: '/books?title={title}',
  ...(writerId !== undefined && { writer: `/writers/${writerId}` }),
});
const pages = (page: number, last: number): Links => ({
  first: '1',
  last: String(last),
  ...(page > 1 && { prev: String(page - 1) }),
  ...(page < last && { next: String(page + 1) }),
});

async function told(change: Change): Promise<string[]> {
  const only = ['oracle/links/', 'oracle/lists/'];
  const { findings } = await runOnMock(DOCUMENT, change, { only });
  return findings
    .filter(({ severity }) => severity !== 'note')
    .map(({ severity, operation, message }) => `${severity} ${operation}: ${message}`);
}

it('links lead where they say, and not all of them have to', async () => {
  expect(await told(linking(book, pages))).toEqual([]);
});

it.each<[what: string, change: Change, message: string]>([
  [
    'a writer of nothing',
    linking((one) => ({ ...book(one), writer: '/writers/987654' }), pages),
    'getBook: writer leads to nothing',
  ],
  [
    'loans of another book',
    linking((one) => ({ ...book(one), loans: `/books/${one.id + 1}/loans` }), pages),
    'getBook: loans leads to what another resource has',
  ],
  [
    'a first page of nothing',
    linking(book, (page, last) => ({ ...pages(page, last), first: '0' })),
    'listBooks: first leads to nothing',
  ],
  [
    'a last page that is another',
    linking(book, (page, last) => ({ ...pages(page, last), last: '1' })),
    'listBooks: last leads to another page',
  ],
  [
    'a previous page that is the same',
    linking(book, (page, last) => ({ ...pages(page, last), ...(page > 1 && { prev: `${page}` }) })),
    'listBooks: prev leads to another page',
  ],
])('finds %s', async (_, change, message) => {
  expect(await told(change)).toEqual([`violation ${message}`]);
});

it('items of a list lead to themselves', async () => {
  const items =
    (path: (book: Book) => string): Change =>
    async (request, next) => {
      const response = await linking(book, pages)(request, next);
      const { pathname } = new URL(request.url);
      if (request.method !== 'GET' || !response.ok || pathname !== '/books') return response;
      const page = (await response.json()) as { items: readonly Book[] };
      const linkedItems = page.items.map((one) => ({
        ...one,
        _links: linked({ self: path(one) }),
      }));
      return Response.json({ ...page, items: linkedItems }, response);
    };
  expect(await told(items(({ id }) => `/books/${id}`))).toEqual([]);
  expect(await told(items(() => '/books'))).toEqual([
    'violation listBooks: self of an item leads to something else',
  ]);
});
