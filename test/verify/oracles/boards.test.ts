/** Boards and their cards: choices that hide, numbers of pages, words for orders, what is brought back. */
import { expect, it } from 'vitest';
import { type Change, runOnMock } from './support.ts';

const answer = (status: number, schema: string): string =>
  `'${status}': { description: it, content: { application/json: { schema: ${schema} } } }`;
const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`;
const takes = (name: string): string =>
  `requestBody: { required: true, content: { application/json: { schema: ${ref(name)} } } }`;
const ERROR = `default: { description: bad, content: { application/json: { schema: { type: object } } } }`;
const BOARD = `{ name: board_id, in: path, required: true, schema: { type: integer, minimum: 1 } }`;

const DOCUMENT = `
openapi: 3.1.0
info: { title: Boards, version: '1' }
security: [{ key: [] }]
paths:
  /boards:
    get:
      operationId: listBoards
      parameters:
        - { name: page, in: query, schema: { type: integer, minimum: 1, default: 1 } }
        - { name: per_page, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 20 } }
        - { name: archived, in: query, schema: { type: boolean } }
        - { name: status, in: query, schema: { type: string, enum: [plain, busy, calm] } }
        - { name: order, in: query, schema: { type: string, enum: [newest, oldest] } }
      responses: { ${answer(200, `{ type: object, required: [data, total_pages], properties: { data: { type: array, items: ${ref('Board')} }, total_pages: { type: integer }, last: { type: boolean }, _links: { type: object, additionalProperties: { type: object, properties: { href: { type: string } } } } } }`)}, ${ERROR} }
    post: { operationId: addBoard, ${takes('NewBoard')}, responses: { ${answer(201, ref('Board'))}, ${ERROR} } }
  /boards/{board_id}:
    parameters: [${BOARD}]
    get: { operationId: getBoard, responses: { ${answer(200, ref('Board'))}, ${ERROR} } }
    patch: { operationId: patchBoard, ${takes('Patch')}, responses: { ${answer(200, ref('Board'))}, ${ERROR} } }
    put: { operationId: putBoard, ${takes('NewBoard')}, responses: { ${answer(200, ref('Board'))}, ${ERROR} } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    NewBoard:
      type: object
      required: [name]
      properties:
        name: { type: string, minLength: 1, maxLength: 200 }
        note: { type: [string, 'null'], maxLength: 200 }
        archived: { type: boolean, default: false }
        status: { type: string, enum: [plain, busy, calm], default: plain }
    Patch:
      type: object
      properties: { name: { type: string, minLength: 1, maxLength: 200 }, archived: { type: boolean } }
    Board:
      allOf:
        - ${ref('NewBoard')}
        - { type: object, required: [id, created_at], properties: { id: { type: integer, readOnly: true }, created_at: { type: string, format: date-time, readOnly: true }, _links: { type: object, readOnly: true, properties: { self: { type: object, properties: { href: { type: string } } } } } } }
`;

async function told(only: string, change?: Change): Promise<string[]> {
  const { findings } = await runOnMock(DOCUMENT, change, {
    only: [only],
    credentials: { key: 'k-4711' },
  });
  const all = findings.map(
    ({ severity, operation, message }) => `${severity} ${operation}: ${message}`,
  );
  return [...new Set(all)];
}

/** Asks for the list without some of what it is asked for. */
const forgetting =
  (isForgotten: (query: URLSearchParams) => readonly string[]): Change =>
  (request, next) => {
    const url = new URL(request.url);
    if (request.method === 'GET') {
      for (const name of isForgotten(url.searchParams)) url.searchParams.delete(name);
    }
    return next(new Request(url, request));
  };

const changing =
  (change: (body: Record<string, unknown>) => unknown): Change =>
  async (request, next) => {
    const response = await next(request);
    if (request.method !== 'GET' || !response.ok) return response;
    return Response.json(change((await response.json()) as Record<string, unknown>), response);
  };

/** Says that there is a page more where one has all there is, and no room for more. */
const countingFull: Change = async (request, next) => {
  const response = await next(request);
  const size = new URL(request.url).searchParams.get('per_page');
  if (request.method !== 'GET' || size === null || !response.ok) return response;
  const body = (await response.clone().json()) as { data: unknown[]; total_pages: number };
  const isFull = body.total_pages === 1 && size === String(body.data.length);
  return isFull ? Response.json({ ...body, total_pages: 2 }, response) : response;
};

it.each<[what: string, only: string, change: Change, message: string]>([
  [
    'one value of a choice',
    'oracle/queries/list-boards/is-filtered-as-it-is-asked-to-be',
    forgetting((query) => (query.get('archived') === 'false' ? ['archived'] : [])),
    "archived doesn't leave out what has another archived",
  ],
  [
    'a value that nothing had',
    'oracle/queries/list-boards/is-filtered-as-it-is-asked-to-be',
    forgetting((query) => (query.get('status') === 'calm' ? ['status'] : [])),
    "status doesn't leave out what has another status",
  ],
  [
    'the newest first',
    'oracle/queries/list-boards/is-ordered-by-order',
    changing(({ data, ...body }) => {
      const dated = (data as { id: number }[] | undefined)?.map((board) => {
        return { ...board, created_at: new Date(board.id * 1000).toISOString() };
      });
      return dated === undefined ? body : { ...body, data: dated };
    }),
    'the list is not in the order of created_at, descending',
  ],
  [
    'the number of pages',
    'oracle/lists/list-boards/has-everything-once-over-all-pages',
    changing((body) => ('total_pages' in body ? { ...body, total_pages: 77 } : body)),
    'total_pages is not the number of pages',
  ],
  [
    'the number of pages where the last one is full',
    'oracle/lists/list-boards/has-everything-once-over-all-pages',
    countingFull,
    'total_pages is not the number of pages',
  ],
  [
    'which page is the last',
    'oracle/lists/list-boards/has-everything-once-over-all-pages',
    changing((body) => ('last' in body ? { ...body, last: true } : body)),
    'last is true of another page than the last',
  ],
])('a list gets wrong: %s', async (_, only, change, message) => {
  expect(await told(only)).toEqual([]);
  expect(await told(only, change)).toEqual([`violation listBoards: ${message}`]);
});

it('a link to the next page is followed, though the document has only links of any name', async () => {
  const change = changing((body) =>
    'last' in body ? { ...body, _links: { next: { href: '?page=1' } } } : body,
  );
  const only = 'oracle/lists/list-boards/has-everything-once-over-all-pages';
  expect(await told(only, change)).toContain('violation listBoards: an item is on two pages');
});

it.each([
  ['itself', (id: number) => `/boards/${id}`, []],
  ['nothing', () => '/board/1', ['violation getBoard: self leads to nothing']],
  ['nothing that is an address', () => 'a board', []],
  ['another', () => '/boards/1', ['violation getBoard: self leads to another resource']],
])('self leads to %s', async (_, href, expected) => {
  const change = changing((body) => {
    const self = { href: href(body['id'] as number) };
    return 'name' in body ? { ...body, _links: { self } } : body;
  });
  const first: Change = async (request, next) => {
    if (request.method === 'POST') await next(request.clone());
    return change(request, next);
  };
  expect(await told('oracle/links/get-board/leads-to-itself', first)).toEqual(expected);
});

it('what may hide a resource stays when another property is changed', async () => {
  const only = 'oracle/changes/patch-board/changes-no-other-value';
  expect(await told(only)).toEqual([]);
  const change: Change = async (request, next) => {
    if (request.method !== 'PATCH') return next(request);
    const { method, headers } = request;
    const body = (await request.json()) as object;
    const sent = JSON.stringify({ archived: false, ...body });
    return next(new Request(request.url, { method, headers, body: sent }));
  };
  expect(await told(only, change)).toEqual([
    'violation patchBoard: archived changes, though only name was sent',
  ]);
});

it('null in a replacement is not what was there before', async () => {
  const only = 'oracle/changes/put-board/takes-null-for-what-may-be-null';
  expect(await told(only)).toEqual([]);
  const change: Change = async (request, next) => {
    if (request.method !== 'PUT') return next(request);
    const body = (await request.json()) as Record<string, unknown>;
    const { note } = (await (
      await next(new Request(request.url, { headers: request.headers }))
    ).json()) as {
      note?: string;
    };
    const { method, headers } = request;
    const sent = JSON.stringify({ ...body, note: body['note'] ?? note });
    return next(new Request(request.url, { method, headers, body: sent }));
  };
  expect(await told(only, change)).toContain(
    'violation putBoard: note is left from before, though the replacement has null',
  );
});

it('a request without a credential is refused where the default shows how', async () => {
  const only = 'broken/get-board/*';
  expect(await told(only)).toEqual([]);
  const change: Change = (request, next) => {
    const headers = new Headers(request.headers);
    headers.set('x-key', 'k-4711');
    return next(new Request(request, { headers }));
  };
  const findings = await told(only, change);
  expect(findings.filter((words) => words.includes('getBoard'))).not.toEqual([]);
});
